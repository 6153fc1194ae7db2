/** A curve that is drawn by hand: a value for each of many equal steps of time. Pure. */

/** null: nothing is drawn there yet. */
export type Drawn = readonly (number | null)[];

export const COLUMNS = 61;
/** Every so many columns there is a handle for the keyboard: a sawtooth needs four for a tooth. */
export const HANDLE_EVERY = 2;

export const NOTHING: Drawn = Array.from({ length: COLUMNS }, () => null);

export interface DrawnPoint {
  readonly column: number;
  readonly value: number;
}

/** With the straight line between two points of a stroke; what it crosses is drawn over. */
export function withStroke(drawn: Drawn, from: DrawnPoint, to: DrawnPoint): Drawn {
  const next = [...drawn];
  const length = Math.abs(to.column - from.column);
  for (let step = 0; step <= length; step += 1) {
    const share = length === 0 ? 1 : step / length;
    const column = from.column + Math.sign(to.column - from.column) * step;
    next[column] = from.value + share * (to.value - from.value);
  }
  return next;
}

/** With one handle at a value; straight lines join it to the handles beside it that are set. */
export function withHandle(drawn: Drawn, column: number, value: number): Drawn {
  const beside = [column - HANDLE_EVERY, column + HANDLE_EVERY];
  return beside.reduce<Drawn>(
    (curve, other) => {
      const end = drawn[other];
      return end == null
        ? curve
        : withStroke(curve, { column: other, value: end }, { column, value });
    },
    withStroke(drawn, { column, value }, { column, value }),
  );
}

/** As the API takes it: points in order of time; fewer than two are no curve. */
export function pointsOf(drawn: Drawn, durationSeconds: number): [number, number][] {
  return drawn.flatMap<[number, number]>((value, column) =>
    value === null ? [] : [[timeOf(column, durationSeconds), value]],
  );
}

/** A stored curve, to be drawn further. */
export function drawnOf(points: readonly (readonly [number, number])[], durationSeconds: number) {
  const last = points.at(-1)?.[0] ?? -Infinity;
  const first = points[0]?.[0] ?? Infinity;
  return NOTHING.map((_, column) => {
    const time = timeOf(column, durationSeconds);
    const slack = durationSeconds / (4 * COLUMNS);
    return time < first - slack || time > last + slack ? null : valueOn(points, time);
  });
}

/** The value of a stored curve at a time; constant beyond its ends. */
export function valueOn(points: readonly (readonly [number, number])[], time: number): number {
  const after = points.findIndex(([each]) => each >= time);
  const to = after < 0 ? points.at(-1) : points[after];
  const from = points[Math.max(0, after - 1)] ?? to;
  if (to === undefined || from === undefined) return 0;
  if (after <= 0 || to[0] === from[0]) return to[1];
  return from[1] + ((time - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
}

export function timeOf(column: number, durationSeconds: number): number {
  return (column / (COLUMNS - 1)) * durationSeconds;
}

/** What is stored as the answer to a curve; nothing else has this form. */
export function storedPoints(answer: unknown): readonly (readonly [number, number])[] {
  return Array.isArray(answer) ? (answer as [number, number][]) : [];
}

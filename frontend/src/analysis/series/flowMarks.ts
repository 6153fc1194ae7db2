/** Which flows of a run are hidden or stand out, and how an address says it: pure. */

/** The flows of one group, numbered through as the core does. */
export interface FlowSpan {
  readonly groupIndex: number;
  readonly firstIndex: number;
  readonly count: number;
}

/** A group is either in `groups` as a whole, or some of its flows are in `flows`. */
export interface HiddenFlows {
  readonly groups: ReadonlySet<number>;
  readonly flows: ReadonlySet<number>;
}

/** One flow, or with `flowIndex` null all of its group. */
export interface FlowMark {
  readonly groupIndex: number;
  readonly flowIndex: number | null;
}

/** What of a page's flows is hidden and what stands out, and how to change it. */
export interface FlowFocus {
  readonly spans: readonly FlowSpan[];
  readonly hidden: HiddenFlows;
  readonly pinned: FlowMark | null;
  /** What the pointer is over: a store, so that moving it redraws only what reads it. */
  readonly hover: {
    readonly read: () => FlowMark | null;
    readonly subscribe: (listener: () => void) => () => void;
  };
  /** Shows or hides a flow, or with `flowIndex` null its whole group. */
  readonly toggle: (mark: FlowMark) => void;
  readonly showOnly: (mark: FlowMark) => void;
  readonly showAll: () => void;
  /** Keeps a flow or group highlighted; the same one again lets it go. */
  readonly pin: (mark: FlowMark | null) => void;
  /** Highlights while the pointer or the keyboard is there; null: no longer. */
  readonly highlight: (mark: FlowMark | null) => void;
}

export const NOTHING_HIDDEN: HiddenFlows = { groups: new Set(), flows: new Set() };

/** Is this flow hidden? A group is, if all of it is. */
export function isHidden({ groups, flows }: HiddenFlows, mark: FlowMark): boolean {
  return groups.has(mark.groupIndex) || (mark.flowIndex !== null && flows.has(mark.flowIndex));
}

/** Does `mark` name this flow, or the group that it belongs to? */
export function covers(mark: FlowMark, flow: FlowMark): boolean {
  if (mark.groupIndex !== flow.groupIndex) return false;
  return mark.flowIndex === null || mark.flowIndex === flow.flowIndex;
}

/** Does something else stand out, so that this flow or group steps back? */
export function isFaded(highlight: FlowMark | null, mark: FlowMark): boolean {
  return highlight !== null && !covers(highlight, mark) && !covers(mark, highlight);
}

export function toggleHidden(
  hidden: HiddenFlows,
  spans: readonly FlowSpan[],
  mark: FlowMark,
): HiddenFlows {
  const span = spans.find(({ groupIndex }) => groupIndex === mark.groupIndex);
  if (span === undefined) return hidden;
  const groups = new Set(hidden.groups);
  const flows = new Set(hidden.flows);
  if (mark.flowIndex === null) {
    // A group of which a part is hidden is shown whole first.
    const isPartly = indicesOf(span).some((index) => flows.delete(index));
    indicesOf(span).forEach((index) => flows.delete(index));
    if (!groups.delete(span.groupIndex) && !isPartly) groups.add(span.groupIndex);
    return { groups, flows };
  }
  if (groups.delete(span.groupIndex)) indicesOf(span).forEach((index) => flows.add(index));
  if (!flows.delete(mark.flowIndex)) flows.add(mark.flowIndex);
  return wholeGroups({ groups, flows }, spans);
}

/** Hides everything but the flow or group. */
export function hideOthers(spans: readonly FlowSpan[], mark: FlowMark): HiddenFlows {
  const others = spans.filter(({ groupIndex }) => groupIndex !== mark.groupIndex);
  const own = spans.find(({ groupIndex }) => groupIndex === mark.groupIndex);
  const flows = mark.flowIndex === null || own === undefined ? [] : indicesOf(own);
  return {
    groups: new Set(others.map(({ groupIndex }) => groupIndex)),
    flows: new Set(flows.filter((index) => index !== mark.flowIndex)),
  };
}

function wholeGroups({ groups, flows }: HiddenFlows, spans: readonly FlowSpan[]): HiddenFlows {
  const whole = spans.filter((span) => indicesOf(span).every((index) => flows.has(index)));
  const covered = new Set(whole.flatMap(indicesOf));
  return {
    groups: new Set([...groups, ...whole.map(({ groupIndex }) => groupIndex)]),
    flows: new Set([...flows].filter((index) => !covered.has(index))),
  };
}

function indicesOf({ firstIndex, count }: FlowSpan): number[] {
  return Array.from({ length: count }, (_, member) => firstIndex + member);
}

/** `g1.f3.f5-9`: group 1, flow 3 and flows 5 to 9; undefined: nothing is hidden. */
export function formatHidden({ groups, flows }: HiddenFlows): string | undefined {
  const sorted = [...flows].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const index of sorted) {
    const last = ranges.at(-1);
    if (last?.[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  const parts = [
    ...[...groups].sort((a, b) => a - b).map((group) => `g${group}`),
    ...ranges.map(([from, to]) => `f${from}${from === to ? '' : `-${to}`}`),
  ];
  return parts.length === 0 ? undefined : parts.join('.');
}

/** The flows of an address that the run has; others are dropped, so that an old link opens. */
export function parseHidden(text: string | undefined, spans: readonly FlowSpan[]): HiddenFlows {
  if (text === undefined) return NOTHING_HIDDEN;
  const total = spans.reduce((sum, { count }) => sum + count, 0);
  const groups = new Set<number>();
  const flows = new Set<number>();
  for (const part of text.split('.')) {
    const [, letter, from, to] = /^([fg])(\d{1,6})(?:-(\d{1,6}))?$/.exec(part) ?? [];
    if (from === undefined) continue;
    if (letter === 'g') {
      if (spans.some(({ groupIndex }) => groupIndex === Number(from))) groups.add(Number(from));
      continue;
    }
    const last = Math.min(Number(to ?? from), total - 1);
    for (let index = Number(from); index <= last; index += 1) flows.add(index);
  }
  return wholeGroups({ groups, flows }, spans);
}

/** `g1` or `f7`; undefined for none. */
export function formatMark(mark: FlowMark | null): string | undefined {
  if (mark === null) return undefined;
  return mark.flowIndex === null ? `g${mark.groupIndex}` : `f${mark.flowIndex}`;
}

export function parseMark(text: string | undefined, spans: readonly FlowSpan[]): FlowMark | null {
  const [, letter, digits] = /^([fg])(\d{1,6})$/.exec(text ?? '') ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  const span = spans.find(({ groupIndex, firstIndex, count }) =>
    letter === 'g' ? groupIndex === number : number >= firstIndex && number < firstIndex + count,
  );
  if (span === undefined) return null;
  return { groupIndex: span.groupIndex, flowIndex: letter === 'g' ? null : number };
}

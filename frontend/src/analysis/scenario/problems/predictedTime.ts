/** How long a run will take, from what runs of about its size have taken on this server. */
export interface MeasuredSize {
  /** The runs have from so many predicted packets to twice as many. */
  readonly from_packets: number;
  readonly run_count: number;
  readonly packets_per_s: number;
}

interface PredictedTime {
  readonly seconds: number;
  readonly runCount: number;
}

/** Speeds of sizes further apart than a factor of eight say little of one another. */
const MOST_OCTAVES = 3;

/** null: nothing of about this size was measured. */
export function predictedTime(
  packets: number,
  sizes: readonly MeasuredSize[],
): PredictedTime | null {
  if (packets <= 0) return null;
  const octave = Math.floor(Math.log2(packets));
  const distance = ({ from_packets }: MeasuredSize) => Math.abs(Math.log2(from_packets) - octave);
  const near = sizes.filter((size) => distance(size) <= MOST_OCTAVES && size.packets_per_s > 0);
  const [nearest] = near.toSorted((a, b) => distance(a) - distance(b));
  if (nearest === undefined) return null;
  return { seconds: packets / nearest.packets_per_s, runCount: nearest.run_count };
}

/** `about 14 s` without the word. */
export function predictedWords(seconds: number): string {
  const { value, unit } = roughly(seconds);
  return `${value} ${unit}`;
}

/** `10 to 20 s`, in the unit of the longer one; one time where both read alike. */
export function rangeWords(lowSeconds: number, highSeconds: number): string {
  const { unit } = roughly(highSeconds);
  const words = (seconds: number) => {
    const inUnit = seconds / SECONDS_OF[unit];
    return String(
      Number(Math.max(inUnit, unit === 's' ? 0.1 : 0).toPrecision(inUnit >= 10 ? 2 : 1)),
    );
  };
  const [low, high] = [words(lowSeconds), words(highSeconds)];
  return low === high ? `about ${high} ${unit}` : `${low} to ${high} ${unit}`;
}

const SECONDS_OF = { s: 1, min: 60, h: 3600 } as const;

/** One digit, because it is no more certain than that. */
export function roughly(seconds: number): { value: string; unit: 's' | 'min' | 'h' } {
  if (seconds >= 5400) return { value: String(Number((seconds / 3600).toPrecision(1))), unit: 'h' };
  if (seconds >= 90) return { value: String(Number((seconds / 60).toPrecision(1))), unit: 'min' };
  return { value: String(Number(Math.max(seconds, 0.1).toPrecision(1))), unit: 's' };
}

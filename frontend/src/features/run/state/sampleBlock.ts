/** Which samples are asked for together, so that stepping through time asks seldom. Pure. */

/** Most samples of one answer, and about the most values in it. */
const MOST_SAMPLES = 100;
const MOST_VALUES = 40_000;
/** Variables of a flow, about. */
const VARIABLES = 24;

/** The sample that holds a moment: i covers (i*dt, (i+1)*dt]. */
export function sampleAt(timeSeconds: number, sampleSeconds: number): number {
  return Math.max(0, Math.ceil(nanoseconds(timeSeconds) / nanoseconds(sampleSeconds)) - 1);
}

/** Both are whole ones: a sample ends at one moment, and the next begins right behind it. */
function nanoseconds(seconds: number): number {
  return Math.round(seconds * 1e9);
}

interface SampleBlock {
  readonly firstSample: number;
  readonly count: number;
}

export function blockOf(sample: number, flowCount: number): SampleBlock {
  const room = Math.floor(MOST_VALUES / (VARIABLES * Math.max(1, flowCount)));
  const count = Math.max(1, Math.min(MOST_SAMPLES, room));
  return { firstSample: Math.floor(sample / count) * count, count };
}

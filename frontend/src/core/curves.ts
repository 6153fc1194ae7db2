/** Curves of one run as it comes from the core: means of samples, as the server has them. */
import { readChunk, type CoreChunk } from './chunk';

/** A point is the mean over so long, and over longer where a run would have more points. */
const POINT_SECONDS = 1;
const MOST_POINTS = 240;
/** Of the beginning of a run that is drawn by itself: of a fast link, seconds take long to come. */
const FIRST_POINTS = 10;
/** Undoes what binary digits add to a whole number of samples. */
const TINY = 1e-9;

export interface RunCurves {
  readonly pointSeconds: number;
  /** Of every group, its flows added up; null where nothing is known. */
  readonly throughputs: readonly (readonly (number | null)[])[];
  readonly queueBytes: readonly (number | null)[];
  /** Of the bottleneck, bit/s; null: its rate does not change. */
  readonly capacitiesBps: readonly (number | null)[] | null;
  readonly simulatedSeconds: number;
}

export interface CurveSettings {
  readonly durationSeconds: number;
  readonly sampleIntervalSeconds: number;
  /** By flow index. */
  readonly groupOfFlow: readonly number[];
  readonly groupCount: number;
  /** Until the run has enough points, they are means over less: of runs that are drawn alone. */
  readonly isFineAtFirst?: boolean;
}

/** As backend/lab_model/seeds/curves.py has it. */
function pointSamples(durationSeconds: number, sampleIntervalSeconds: number): number {
  const point = Math.max(POINT_SECONDS, durationSeconds / MOST_POINTS);
  return Math.max(1, Math.ceil(point / sampleIntervalSeconds - TINY));
}

/** Takes chunks and tails: each says which samples it has, and a chunk has all of them again. */
export class CurveCollector {
  readonly #settings: CurveSettings;
  readonly #perPoint: number;
  readonly #groups: Float64Array[];
  readonly #queue: Float64Array;
  #capacities: Float64Array | null = null;
  #known = 0;

  constructor(settings: CurveSettings) {
    this.#settings = settings;
    const { durationSeconds, sampleIntervalSeconds, groupCount } = settings;
    this.#perPoint = pointSamples(durationSeconds, sampleIntervalSeconds);
    const count = Math.ceil(durationSeconds / sampleIntervalSeconds) + 1;
    this.#groups = Array.from({ length: groupCount }, () => new Float64Array(count).fill(NaN));
    this.#queue = new Float64Array(count).fill(NaN);
  }

  take(bytes: Uint8Array) {
    this.takeChunk(readChunk(bytes));
  }

  takeChunk(chunk: CoreChunk) {
    const end = chunk.firstSample + chunk.sampleCount;
    for (const values of this.#groups) values.fill(NaN, chunk.firstSample, end);
    for (const subject of chunk.subjects) this.#takeSubject(chunk, subject);
    this.#known = Math.max(this.#known, end);
  }

  #takeSubject({ firstSample }: CoreChunk, subject: CoreChunk['subjects'][number]) {
    if (subject.kind === 'link') {
      const queue = subject.columns.get('queue_bytes');
      if (subject.index !== 0) return;
      if (queue !== undefined) this.#queue.set(queue, firstSample);
      const capacities = subject.columns.get('capacity_bps');
      if (capacities === undefined) return;
      this.#capacities ??= new Float64Array(this.#queue.length).fill(NaN);
      this.#capacities.set(capacities, firstSample);
      return;
    }
    const group = this.#groups[this.#settings.groupOfFlow[subject.index] ?? -1];
    const rates = subject.columns.get('throughput_bps');
    if (group === undefined || rates === undefined) return;
    rates.forEach((rate, index) => {
      const at = firstSample + index;
      const before = group[at];
      if (before === undefined || Number.isNaN(rate)) return;
      group[at] = Number.isNaN(before) ? rate : before + rate;
    });
  }

  /** What is known so far; a last point that is not full yet only at the run's end. */
  curves(isWhole: boolean): RunCurves {
    const { sampleIntervalSeconds, durationSeconds } = this.#settings;
    const perPoint = isWhole ? this.#perPoint : this.#perPointSoFar();
    const points = this.#known / perPoint;
    const count = isWhole ? Math.ceil(points) : Math.floor(points);
    const pointSeconds = perPoint * sampleIntervalSeconds;
    const thinned = (values: Float64Array) => this.#thinned(values, count, perPoint);
    return {
      pointSeconds,
      throughputs: this.#groups.map(thinned),
      queueBytes: thinned(this.#queue),
      capacitiesBps: this.#capacities && thinned(this.#capacities),
      simulatedSeconds: isWhole ? durationSeconds : count * pointSeconds,
    };
  }

  #perPointSoFar(): number {
    if (this.#settings.isFineAtFirst !== true) return this.#perPoint;
    return Math.max(1, Math.min(this.#perPoint, Math.floor(this.#known / FIRST_POINTS)));
  }

  #thinned(values: Float64Array, count: number, perPoint: number): (number | null)[] {
    return Array.from({ length: count }, (_, point) => {
      const from = point * perPoint;
      const part = values.subarray(from, Math.min(from + perPoint, this.#known));
      const known = part.filter((value) => !Number.isNaN(value));
      const sum = known.reduce((total, value) => total + value, 0);
      return known.length === 0 ? null : sum / known.length;
    });
  }
}

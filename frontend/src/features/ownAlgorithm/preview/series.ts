/** Throughput, window and inflight of a preview, sample by sample. Pure. */
import type { SeriesGrid } from '@/analysis/series/series';
import { readChunk } from '@/core/chunk';

const METRICS = ['throughput_bps', 'cwnd_bytes', 'inflight_bytes'] as const;

/** Takes chunks and tails: each says which samples it has, and a chunk has all of them again. */
export class PreviewSeries {
  /** By flow and metric; null where there is no value. */
  readonly #values = new Map<number, Record<(typeof METRICS)[number], (number | null)[]>>();
  readonly #sampleSeconds: number;
  #known = 0;

  constructor(sampleSeconds: number) {
    this.#sampleSeconds = sampleSeconds;
  }

  take(bytes: Uint8Array): void {
    const { firstSample, sampleCount, subjects } = readChunk(bytes);
    for (const { kind, index, columns } of subjects) {
      if (kind !== 'flow') continue;
      const own = this.#values.get(index) ?? {
        throughput_bps: [],
        cwnd_bytes: [],
        inflight_bytes: [],
      };
      this.#values.set(index, own);
      for (const metric of METRICS) {
        columns.get(metric)?.forEach((value, place) => {
          own[metric][firstSample + place] = Number.isNaN(value) ? null : value;
        });
      }
    }
    this.#known = Math.max(this.#known, firstSample + sampleCount);
  }

  get simulatedSeconds(): number {
    return this.#known * this.#sampleSeconds;
  }

  /** As a stage draws it. A group is shown by its first flow. */
  grid(groupCounts: readonly number[]): SeriesGrid {
    const column = (values: readonly (number | null)[]) => {
      const mean = Array.from({ length: this.#known }, (_, place) => values[place] ?? null);
      return { mean, min: mean, max: mean };
    };
    let flow = 0;
    const flows = groupCounts.map((count, group) => {
      const own = this.#values.get(flow);
      flow += count;
      const columns = METRICS.map((metric) => [metric, column(own?.[metric] ?? [])] as const);
      return [group, Object.fromEntries(columns)] as const;
    });
    return {
      // A sample is of the interval that ends there.
      timeSeconds: Array.from(
        { length: this.#known },
        (_, place) => (place + 1) * this.#sampleSeconds,
      ),
      sampleIntervalSeconds: this.#sampleSeconds,
      bucketSamples: 1,
      flows: new Map(flows),
      link: {},
    };
  }
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { SeriesGrid } from '@/analysis/series/series';
import type { Scenario } from '@/api/types';
import { readChunk } from '@/core/chunk';
import { completeScenario } from '@/core/complete';
import { isOfServer } from '@/core/live';
import { loadWithRules } from '@/core/loadWithRules';
import { plannedBufferBytes, planOf } from '@/core/plan';
import { CorePool } from '@/core/pool';

/** Throughput, window and inflight of a preview, sample by sample. Pure. */
const METRICS = ['throughput_bps', 'cwnd_bytes', 'inflight_bytes'] as const;

/** Takes chunks and tails: each says which samples it has, and a chunk has all of them again. */
class PreviewSeries {
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

const SEED = 1;
/** A run of the shown scenario takes a tenth of it: what is not through by then loops. */
const MOST_MS = 5000;
const TOO_LONG =
  'The run did not finish within 5 s and was stopped. Does the algorithm have an endless loop?';

/** What a run of a module has given so far. */
export interface PreviewRun {
  readonly scenario: Scenario;
  readonly bufferBytes: number;
  readonly series: SeriesGrid;
  readonly simulatedSeconds: number;
  readonly isWhole: boolean;
  /** Why it ended early; "": it did not. */
  readonly problem: string;
}

type Asked = Readonly<{ bytes: Uint8Array<ArrayBuffer>; scenario: Scenario }>;

/**
 * A run of a scenario whose algorithm is a module, by the core of this page, in a worker that is
 * ended when it takes too long. null: nothing was computed yet. While nothing good is given the
 * last one stays.
 */
export function usePreview(
  bytes: Uint8Array<ArrayBuffer> | null,
  scenario: Scenario | null,
): PreviewRun | null {
  const queryClient = useQueryClient();
  const [run, setRun] = useState<PreviewRun | null>(null);
  const [core, setCore] = useState<Awaited<ReturnType<typeof loadWithRules>> | null>(null);
  useEffect(() => {
    let isWanted = true;
    // Another behaviour would draw what the server would not give.
    void isOfServer()
      .then((isSame) => (isSame ? loadWithRules(queryClient) : null))
      .then(
        (loaded) => isWanted && setCore(loaded),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [queryClient]);
  useEffect(() => {
    if (core === null || bytes === null || scenario === null) return;
    return compute(core, { bytes, scenario }, setRun);
  }, [core, bytes, scenario]);
  return run;
}

/** Computes and reports until the returned function is called. */
function compute(
  { module, rules }: Awaited<ReturnType<typeof loadWithRules>>,
  { bytes, scenario: draft }: Asked,
  report: (run: PreviewRun) => void,
): () => void {
  const scenario = completeScenario(rules, draft) as unknown as Scenario;
  const series = new PreviewSeries(scenario.sample_interval_s);
  const bufferBytes = plannedBufferBytes(rules, scenario);
  const counts = scenario.flows.map(({ count }) => count);
  const pool = new CorePool(module, 1);
  const news = (isWhole: boolean, problem: string) =>
    report({
      scenario,
      bufferBytes,
      series: series.grid(counts),
      simulatedSeconds: isWhole ? scenario.duration_s : series.simulatedSeconds,
      isWhole,
      problem,
    });
  const timer = setTimeout(() => {
    pool.close();
    news(false, TOO_LONG);
  }, MOST_MS);
  const end = (isWhole: boolean, problem: string) => {
    clearTimeout(timer);
    news(isWhole, problem);
  };
  const listener = {
    onSeries: (part: Uint8Array) => series.take(part),
    onResult: () => end(true, ''),
    onProblem: (problem: string) => end(false, problem),
  };
  pool.ask([{ plan: planOf(rules, scenario), seed: SEED, own: bytes, listener }]);
  return () => {
    clearTimeout(timer);
    pool.close();
  };
}

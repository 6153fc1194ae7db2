import { useMemo } from 'react';

import { EMPTY_SERIES, type SeriesGrid } from '@/analysis/series/series';
import { useSeries } from '@/api/series';
import type { Run, Scenario } from '@/api/types';
import type { StageRun, TimeRange } from '@/charts/model';
import { plainStage } from '@/charts/plainStage';

import { drawnSeed, pairOf, type Batch } from './batch';
import { armScenarios, type Setting } from './setting';

const PAD_SHARE = 0.05;

export interface Arms {
  readonly arms: readonly [StageRun, StageRun];
  readonly pair: readonly [Run, Run] | null;
  /** Over the whole run, also where a part of it is drawn. */
  readonly whole: readonly (SeriesGrid | undefined)[];
  readonly seed: number | null;
  readonly error: Error | null;
}

/** The curves of the seed that is drawn, under both algorithms. */
export function useArms(
  base: Scenario,
  setting: Setting,
  shown: Batch | null,
  isStale: boolean,
  zoom: TimeRange | null,
  titleOf: (algorithm: string) => string,
): Arms {
  const seed = shown === null ? null : drawnSeed(shown);
  const pair = useMemo(
    () => (shown === null || seed === null ? null : pairOf(shown, seed)),
    [shown, seed],
  );
  const request = {
    metrics: ['throughput_bps', 'queue_bytes'],
    flowIndices: base.flows.map((_, index) => index),
    points: Math.ceil(base.duration_s / POINT_SECONDS),
  };
  const ids = pair === null ? [] : pair.map(({ id }) => id);
  const whole = useSeries(ids, { ...request, range: null }, true);
  // Without a zoom this is the same question, which is asked once.
  const series = useSeries(ids, { ...request, range: zoom === null ? null : padded(zoom) }, true);
  const drawn = shown?.setting ?? setting;
  const arms = useMemo(() => {
    const scenarios = armScenarios(base, drawn);
    const arm = (index: 0 | 1) =>
      armRun({
        scenario: scenarios[index],
        title: titleOf(drawn.algorithms[index]),
        runId: pair?.[index].id ?? null,
        series: series.data[index]?.grid,
        isBaseline: index === 0,
        isPale: isStale,
      });
    return [arm(0), arm(1)] as const;
  }, [base, drawn, titleOf, pair, series.data, isStale]);
  const grids = useMemo(() => whole.data.map((loaded) => loaded?.grid), [whole.data]);
  return { arms, pair, whole: grids, seed, error: series.error };
}

/** A little more on both sides, so that curves run out of the view instead of starting in it. */
function padded([from, to]: TimeRange): TimeRange {
  const pad = (to - from) * PAD_SHARE;
  return [Math.max(0, from - pad), to + pad];
}

/** A point of a curve is the mean over so long. */
const POINT_SECONDS = 1;

interface ArmParts {
  readonly scenario: Scenario;
  readonly title: string;
  /** null: not asked for yet; axes and references are there without it. */
  readonly runId: string | null;
  readonly series: SeriesGrid | undefined;
  readonly isBaseline: boolean;
  readonly isPale: boolean;
}

/** A run with one curve for each group of flows; a group of the comparison has one flow. */
function armRun(parts: ArmParts): StageRun {
  const { scenario, title, runId, series, isBaseline, isPale } = parts;
  const plain = plainStage({
    scenario,
    title,
    run: runId === null ? undefined : { id: runId, result: null },
    series: series ?? noSeries(scenario),
    phases: [],
    simulatedSeconds: series?.timeSeconds.at(-1) ?? 0,
  });
  return { ...plain, role: isBaseline ? 'baseline' : 'current', isPale };
}

/** Without a sample the axis says already over which window its curves will be averaged. */
function noSeries({ sample_interval_s }: Scenario): SeriesGrid {
  const bucketSamples = Math.max(1, Math.round(POINT_SECONDS / sample_interval_s));
  return { ...EMPTY_SERIES, sampleIntervalSeconds: sample_interval_s, bucketSamples };
}

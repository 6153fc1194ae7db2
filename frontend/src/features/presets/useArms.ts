import { useMemo } from 'react';

import { EMPTY_SERIES, type Column, type SeriesGrid } from '@/analysis/series/series';
import type { Scenario, SeedArm } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { plainStage } from '@/charts/plainStage';

import type { Batch } from './batch';
import { armScenarios, type Setting } from './setting';

export interface Arms {
  readonly arms: readonly [StageRun, StageRun];
  /** Means over the seeds, with the lowest and the highest; undefined before the first seed. */
  readonly grids: readonly (SeriesGrid | undefined)[];
}

/** The curves over all seeds that are known, under both algorithms. */
export function useArms(
  base: Scenario,
  setting: Setting,
  shown: Batch | null,
  isStale: boolean,
  titleOf: (algorithm: string) => string,
): Arms {
  const drawn = shown?.setting ?? setting;
  const together = shown?.together;
  return useMemo(() => {
    const scenarios = armScenarios(base, drawn);
    const grids = [0, 1].map((index) => gridOf(base, together?.arms[index]));
    const arm = (index: 0 | 1) =>
      armRun({
        scenario: scenarios[index],
        title: titleOf(drawn.algorithms[index]),
        known: together?.arms[index],
        series: grids[index],
        isBaseline: index === 0,
        isPale: isStale,
      });
    return { arms: [arm(0), arm(1)], grids };
  }, [base, drawn, titleOf, together, isStale]);
}

/** Before the first seed axes say already over which time their curves will be averaged. */
const POINT_SECONDS = 1;

function gridOf(base: Scenario, arm: SeedArm | undefined): SeriesGrid | undefined {
  const curves = arm?.curves;
  if (curves == null) return undefined;
  const column = ({ mean, low, high }: typeof curves.queue_bytes): Column => ({
    mean,
    min: low,
    max: high,
  });
  return {
    timeSeconds: curves.queue_bytes.mean.map((_, index) => (index + 1) * curves.point_s),
    sampleIntervalSeconds: base.sample_interval_s,
    bucketSamples: Math.max(1, Math.round(curves.point_s / base.sample_interval_s)),
    flows: new Map(
      curves.throughputs_bps.map((curve, index) => [index, { throughput_bps: column(curve) }]),
    ),
    link: { queue_bytes: column(curves.queue_bytes) },
  };
}

interface ArmParts {
  readonly scenario: Scenario;
  readonly title: string;
  readonly known: SeedArm | undefined;
  readonly series: SeriesGrid | undefined;
  readonly isBaseline: boolean;
  readonly isPale: boolean;
}

/** A stage with one curve for each group of flows; a group of the comparison has one flow. */
function armRun(parts: ArmParts): StageRun {
  const { scenario, title, known, series, isBaseline, isPale } = parts;
  const plain = plainStage({
    scenario,
    title,
    run: known === undefined ? undefined : { id: known.scenario_digest, result: null },
    series: series ?? noSeries(scenario),
    phases: [],
    simulatedSeconds: series?.timeSeconds.at(-1) ?? 0,
  });
  return { ...plain, role: isBaseline ? 'baseline' : 'current', isPale };
}

function noSeries({ sample_interval_s }: Scenario): SeriesGrid {
  const bucketSamples = Math.max(1, Math.round(POINT_SECONDS / sample_interval_s));
  return { ...EMPTY_SERIES, sampleIntervalSeconds: sample_interval_s, bucketSamples };
}

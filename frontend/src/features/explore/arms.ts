/** Settings over all of their seeds as stages draw them: pure. */
import { EMPTY_SERIES, scaledColumn, type Column, type SeriesGrid } from '@/analysis/series/series';
import type { Scenario, SeedArm } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { plainStage } from '@/charts/panes/plainStage';

/** Before the first seed axes say already over which time their curves will be averaged. */
const POINT_SECONDS = 1;

/**
 * The means of an arm over its seeds, with the lowest and the highest of them. Each group's curve
 * is the mean of its flows, so that the fair share is one of theirs.
 */
export function gridOf(base: Scenario, arm: SeedArm | undefined): SeriesGrid | undefined {
  const curves = arm?.curves;
  if (curves == null) return undefined;
  const column = ({ mean, low, high }: typeof curves.queue_bytes, count = 1): Column =>
    scaledColumn({ mean, min: low, max: high }, 1 / count);
  return {
    timeSeconds: curves.queue_bytes.mean.map((_, index) => (index + 1) * curves.point_s),
    sampleIntervalSeconds: base.sample_interval_s,
    bucketSamples: Math.max(1, Math.round(curves.point_s / base.sample_interval_s)),
    flows: new Map(
      curves.throughputs_bps.map((curve, index) => [
        index,
        { throughput_bps: column(curve, base.flows[index]?.count) },
      ]),
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

/** A stage with one curve for each group of flows, which is the mean of them. */
export function armRun(parts: ArmParts): StageRun {
  const { scenario, title, known, series, isBaseline, isPale } = parts;
  const plain = plainStage({
    scenario,
    title,
    run: known === undefined ? undefined : { id: known.scenario_digest, result: linkOf(known) },
    series: series ?? noSeries(scenario),
    phases: [],
    simulatedSeconds: series?.timeSeconds.at(-1) ?? 0,
  });
  return { ...plain, role: isBaseline ? 'baseline' : 'current', isPale };
}

function linkOf({ buffer_bytes }: SeedArm) {
  return buffer_bytes === null ? null : { link: { buffer_bytes } };
}

function noSeries({ sample_interval_s }: Scenario): SeriesGrid {
  const bucketSamples = Math.max(1, Math.round(POINT_SECONDS / sample_interval_s));
  return { ...EMPTY_SERIES, sampleIntervalSeconds: sample_interval_s, bucketSamples };
}

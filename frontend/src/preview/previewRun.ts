/** Seeds by the page's own core, as a stage draws them. Pure. */
import { countOf, elapsed, estimateTexts, short } from '@/analysis/numbers/shown';
import { rateUnit, toShortest } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { meanInterval, type MeanInterval } from '@/analysis/series/replications';
import type { Column, SeriesGrid } from '@/analysis/series/series';
import type { StageRun } from '@/charts/model';
import { plainStage } from '@/charts/panes/plainStage';
import { dueOf, type Shares } from '@/charts/panes/shares';
import type { RunCurves } from '@/core/curves';
import type { LiveNews, LiveRun } from '@/core/live';

type Values = readonly (number | null)[];

/** Which run the curves show and which not; at last how to get more. */
export function previewWords(news: LiveNews, isOld: boolean, more = 'Run stores a result'): string {
  const { isWhole, simulatedSeconds, runs, further } = news;
  const seconds = runs[0]?.scenario.duration_s ?? 0;
  const part = isWhole ? '' : `, first ${elapsed(simulatedSeconds)} s of ${toShortest(seconds)} s`;
  const whose = isOld ? 'For the last valid scenario. ' : '';
  const seeds = further.length === 0 ? 'Seed 1' : `Seeds 1 to ${further.length + 1}`;
  return `${whose}${seeds}${part}, computed in this browser while you edit. Other seeds may differ; ${more}.`;
}

/**
 * Throughput of each group's flows, as mean of them, over the seeds that are there, with the 95 %
 * interval by Student's t from two seeds on; "": a run is not whole yet.
 */
export function seedsSentence({ runs, further, isWhole }: LiveNews): string {
  const [first] = runs;
  if (!isWhole || first === undefined) return '';
  const seeds = [first, ...further.flatMap(([run]) => run ?? [])];
  const parts = first.scenario.flows.map((flow, group) => {
    const found = meanInterval(seeds.map((run) => throughputBps(run, group)));
    return `${groupLabel(flow.label, group)} ${rateWords(found)}`;
  });
  const each = first.scenario.flows.some(({ count }) => count > 1) ? ', mean of its flows' : '';
  const of =
    seeds.length === 1
      ? 'one seed, which has no interval'
      : `mean and 95% interval of ${countOf(seeds.length, 'seed')}`;
  return `Throughput${each}: ${parts.join('; ')} (${of}).`;
}

function rateWords(found: MeanInterval | null): string {
  if (found === null) return 'none';
  const { mean, halfWidth } = found;
  const { factor, unit } = rateUnit(mean);
  if (halfWidth === null) return `${short(mean / factor)} ${unit}`;
  const [text, low, high] = estimateTexts(
    [mean, Math.max(0, mean - halfWidth), mean + halfWidth],
    factor,
  );
  return `${text} ${unit}, ${low} to ${high}`;
}

/** Of one flow of the group, over the time that is measured. */
function throughputBps({ result, scenario }: LiveRun, group: number): number {
  const rates = (result?.flows ?? [])
    .filter(({ groupIndex }) => groupIndex === group)
    .map(({ numbers }) => numbers.throughput_bps ?? 0);
  return rates.reduce((sum, rate) => sum + rate, 0) / (scenario.flows[group]?.count ?? 1);
}

interface Preview {
  readonly run: LiveRun;
  readonly news: LiveNews;
  readonly isOld: boolean;
  readonly shares: Shares | undefined;
}

/** Each group's curve is the mean of its flows, so that the fair share is one of theirs. */
export function previewRun({ run, news, isOld, shares }: Preview): StageRun {
  const { points, simulatedSeconds, further } = news;
  const { scenario } = run;
  const stage = plainStage({
    scenario,
    title: further.length === 0 ? 'seed 1' : `seeds 1 to ${further.length + 1}`,
    run: { id: 'preview', result: { link: { buffer_bytes: run.bufferBytes } } },
    series: gridOf([run, ...further.flatMap(([of]) => of ?? [])], points),
    phases: [],
    simulatedSeconds,
    // They may be those of the scenario before.
    ...(shares?.groups.length === scenario.flows.length ? { due: dueOf(scenario, shares, 0) } : {}),
  });
  return { ...stage, isPale: isOld };
}

/** Means over seeds of the same scenario, with the lowest and the highest. */
function gridOf(runs: readonly [LiveRun, ...LiveRun[]], points: number): SeriesGrid {
  const [{ scenario, curves }] = runs;
  const { sample_interval_s, flows } = scenario;
  const column = (of: (curves: RunCurves) => Values | null | undefined, divisor = 1): Column => {
    const seeds = runs.map((run) => of(run.curves) ?? []);
    const at = Array.from({ length: points }, (_, index) =>
      seeds.flatMap((values) => values[index] ?? []).map((value) => value / divisor),
    );
    const known = (number: (values: number[]) => number) =>
      at.map((values) => (values.length === 0 ? null : number(values)));
    return {
      mean: known((values) => values.reduce((sum, value) => sum + value, 0) / values.length),
      min: known((values) => Math.min(...values)),
      max: known((values) => Math.max(...values)),
    };
  };
  return {
    timeSeconds: Array.from({ length: points }, (_, index) => (index + 1) * curves.pointSeconds),
    sampleIntervalSeconds: sample_interval_s,
    bucketSamples: Math.max(1, Math.round(curves.pointSeconds / sample_interval_s)),
    flows: new Map(
      curves.throughputs.map((_, group) => [
        group,
        { throughput_bps: column(({ throughputs }) => throughputs[group], flows[group]?.count) },
      ]),
    ),
    link: {
      queue_bytes: column(({ queueBytes }) => queueBytes),
      ...(curves.capacitiesBps !== null && {
        capacity_bps: column(({ capacitiesBps }) => capacitiesBps),
      }),
    },
  };
}

/** One seed by the page's own core, as a stage draws it. Pure. */
import { elapsed } from '@/analysis/numbers/shown';
import { toShortest } from '@/analysis/numbers/units';
import type { Column, SeriesGrid } from '@/analysis/series/series';
import type { StageRun } from '@/charts/model';
import { plainStage } from '@/charts/panes/plainStage';
import type { LiveNews, LiveRun } from '@/core/live';

/** What the curves are of, and what they are not; at last what gives more. */
export function previewWords(news: LiveNews, isOld: boolean, more = 'Run stores a result'): string {
  const { isWhole, simulatedSeconds, runs } = news;
  const seconds = runs[0]?.scenario.duration_s ?? 0;
  const part = isWhole ? '' : `, first ${elapsed(simulatedSeconds)} s of ${toShortest(seconds)} s`;
  const whose = isOld ? 'Of the last scenario without a problem. ' : '';
  return `${whose}Seed 1${part}, computed in this browser while you edit. Other seeds may differ; ${more}.`;
}

interface Preview {
  readonly run: LiveRun;
  readonly news: LiveNews;
  readonly isOld: boolean;
  readonly fairShareBps: number | undefined;
}

/** Each group's curve is the mean of its flows, so that the fair share is one of theirs. */
export function previewRun({ run, news, isOld, fairShareBps }: Preview): StageRun {
  const { points, simulatedSeconds } = news;
  const { scenario } = run;
  const stage = plainStage({
    scenario,
    title: 'seed 1',
    run: { id: 'preview', result: { link: { buffer_bytes: run.bufferBytes } } },
    series: gridOf(run, points),
    phases: [],
    simulatedSeconds,
    ...(fairShareBps === undefined ? {} : { fairShareBps }),
  });
  return { ...stage, isPale: isOld };
}

function gridOf({ scenario, curves }: LiveRun, points: number): SeriesGrid {
  const { sample_interval_s, flows } = scenario;
  const column = (values: readonly (number | null)[], divisor = 1): Column => {
    const mean = values.slice(0, points).map((value) => (value === null ? null : value / divisor));
    return { mean, min: mean, max: mean };
  };
  const { capacitiesBps } = curves;
  return {
    timeSeconds: Array.from({ length: points }, (_, index) => (index + 1) * curves.pointSeconds),
    sampleIntervalSeconds: sample_interval_s,
    bucketSamples: Math.max(1, Math.round(curves.pointSeconds / sample_interval_s)),
    flows: new Map(
      curves.throughputs.map((values, group) => [
        group,
        { throughput_bps: column(values, flows[group]?.count) },
      ]),
    ),
    link: {
      queue_bytes: column(curves.queueBytes),
      ...(capacitiesBps === null ? {} : { capacity_bps: column(capacitiesBps) }),
    },
  };
}

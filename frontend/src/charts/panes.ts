/** Builds the panes of a stage from runs: pure, so that every line and label can be tested. */
import {
  bucketSeconds,
  largest,
  scaledColumn,
  type Column,
  type SeriesGrid,
} from '@/analysis/series';
import { LIMIT_METRICS } from '@/analysis/limits';
import { scaleFromZero, scaleTo } from '@/analysis/ticks';
import { rateUnit, toShortest } from '@/analysis/units';
import { chartText } from '@/messages/charts';

import type {
  Pane,
  PaneId,
  PaneLine,
  PaneReference,
  StageFacts,
  StageFlow,
  StageRun,
} from './model';

const WIDTH = { rate: 2, rtt: 1.75, cwnd: 1.5, baseline: 1.5, queue: 1.5 } as const;
const AREA_OPACITY = 0.16;
const PALE_OPACITY = 0.35;
/** The gutter has room for so many labels; beyond that a pane labels one flow of each group. */
const MOST_LABELS = 8;

/** What the panes and the cursor's table read. */
export const METRICS: readonly string[] = [
  ...LIMIT_METRICS,
  'throughput_bps',
  'rtt_s',
  'min_rtt_s',
  'cwnd_bytes',
  'inflight_bytes',
  'pacing_rate_bps',
  'bandwidth_estimate_bps',
  'queue_bytes',
  'queue_max_bytes',
];

interface LineWish {
  readonly metric: string;
  readonly factor: number;
  readonly widthPx: number;
  readonly label: ((flow: string, run: string | null) => string) | null;
  readonly isArea?: boolean;
  readonly isDotted?: boolean;
}

/** The panes of `runs`, the current one first; units and packet size are the current run's. */
export function buildPanes(ids: readonly PaneId[], runs: readonly StageRun[]): Pane[] {
  const [current] = runs;
  return current === undefined ? [] : ids.map((id) => BUILDERS[id](runs, current.facts));
}

/** Stages beside one another compare only if equal panes have equal axes. */
export function withSharedScales<T extends { readonly panes: readonly Pane[] }>(
  stages: readonly T[],
): T[] {
  return stages.map((stage) => ({
    ...stage,
    panes: stage.panes.map((pane) => {
      const alike = stages.flatMap(({ panes }) => panes.filter(({ id }) => id === pane.id));
      const scales = alike.map(({ scale }) => scale);
      const widest = scales.reduce((a, b) => (b.max > a.max ? b : a), pane.scale);
      return { ...pane, scale: widest };
    }),
  }));
}

const BUILDERS: Record<PaneId, (runs: readonly StageRun[], facts: StageFacts) => Pane> = {
  throughput: throughputPane,
  rtt: rttPane,
  window: windowPane,
  rates: ratesPane,
  queue: queuePane,
};

function throughputPane(runs: readonly StageRun[], facts: StageFacts): Pane {
  const { factor, unit } = rateUnit(facts.capacityBps);
  const lines = flowLines(runs, {
    metric: 'throughput_bps',
    factor: 1 / factor,
    widthPx: WIDTH.rate,
    label: flowLabel,
  });
  const capacity = facts.capacityBps / factor;
  // A short bucket can hold one packet more than the link sends in it.
  const top = Math.max(...runs.map((run) => run.facts.capacityBps / factor), ...lines.map(highest));
  return {
    id: 'throughput',
    title: chartText.throughput,
    unit: withWindow(unit, runs),
    shortUnit: unit,
    weight: 1.55,
    // A little above the capacity, or half of its line would be cut off.
    scale: { max: top * 1.01, ticks: scaleTo(capacity, 4).ticks },
    lines,
    references: [
      { value: capacity, hue: 'ink', style: 'solid', label: chartText.capacity },
      {
        value: facts.fairShareBps / factor,
        hue: 'ink',
        style: 'dotted',
        label: chartText.fairShare,
      },
    ],
    decimals: 1,
  };
}

function rttPane(runs: readonly StageRun[]): Pane {
  const lines = flowLines(runs, {
    metric: 'rtt_s',
    factor: 1e3,
    widthPx: WIDTH.rtt,
    label: flowLabel,
  });
  const references = groupReferences(runs, (flow) => ({
    value: flow.baseRttSeconds * 1e3,
    label: `${chartText.base} ${toShortest(flow.baseRttSeconds * 1e3)}`,
  }));
  return {
    id: 'rtt',
    title: chartText.rtt,
    unit: withWindow('ms', runs),
    shortUnit: 'ms',
    weight: 1.1,
    scale: scaleOver(lines, references, 1.15),
    lines,
    references,
    decimals: 0,
  };
}

function windowPane(runs: readonly StageRun[], facts: StageFacts): Pane {
  const factor = 1 / facts.packetBytes;
  // Areas of two runs over one another would hide both: the baseline keeps its line only.
  const current = runs.filter(({ role }) => role === 'current');
  const areas = flowLines(current, {
    metric: 'inflight_bytes',
    factor,
    widthPx: 0,
    label: null,
    isArea: true,
  });
  const lines = flowLines(runs, {
    metric: 'cwnd_bytes',
    factor,
    widthPx: WIDTH.cwnd,
    label: flowLabel,
  });
  const references = groupReferences(runs, (flow) => {
    const bdp = flow.bdpBytes * factor;
    return { value: bdp, label: `${chartText.bdp} ${bdp.toFixed(bdp < 20 ? 1 : 0)}` };
  });
  return {
    id: 'window',
    title: chartText.window,
    unit: chartText.windowUnit,
    shortUnit: chartText.packets,
    weight: 1.35,
    scale: scaleOver([...areas, ...lines], references, 1.1),
    lines: [...areas, ...lines],
    references,
    decimals: 0,
  };
}

function ratesPane(runs: readonly StageRun[], facts: StageFacts): Pane {
  const { factor, unit } = rateUnit(facts.capacityBps);
  const pacing = flowLines(runs, {
    metric: 'pacing_rate_bps',
    factor: 1 / factor,
    widthPx: WIDTH.cwnd,
    label: (flow, run) => flowLabel(chartText.pacing(flow), run),
  });
  const estimate = flowLines(
    runs.filter(({ role }) => role === 'current'),
    {
      metric: 'bandwidth_estimate_bps',
      factor: 1 / factor,
      widthPx: WIDTH.cwnd,
      label: null,
      isDotted: true,
    },
  );
  const references = runReferences(
    runs,
    'solid',
    chartText.capacity,
    (each) => each.capacityBps / factor,
  );
  return {
    id: 'rates',
    title: chartText.rates,
    unit: chartText.ratesUnit(unit),
    shortUnit: unit,
    weight: 1.1,
    scale: scaleOver([...pacing, ...estimate], references, 1.05),
    lines: [...pacing, ...estimate],
    references,
    decimals: 1,
  };
}

function queuePane(runs: readonly StageRun[], facts: StageFacts): Pane {
  const factor = 1 / facts.packetBytes;
  const lines = runs.flatMap((run) => queueLines(run, factor, runs.length > 1));
  const references = runReferences(runs, 'solid', chartText.buffer, ({ bufferBytes }) =>
    bufferBytes === null ? null : Math.floor(bufferBytes * factor),
  ).map((each) => ({ ...each, label: `${each.label} ${toShortest(each.value)}` }));
  const window = `${toShortest(bucketOf(runs))} s`;
  return {
    id: 'queue',
    title: chartText.queue,
    unit: runs.length > 1 ? chartText.queueUnitSeveral(window) : chartText.queueUnit(window),
    shortUnit: chartText.packets,
    weight: 0.95,
    scale: scaleOver(lines, references, 1.08),
    lines,
    references,
    decimals: 0,
  };
}

function queueLines(run: StageRun, factor: number, isOneOfSeveral: boolean): PaneLine[] {
  const shared = { hue: 'ink', timeSeconds: run.series.timeSeconds, band: null } as const;
  const mean: PaneLine = {
    ...shared,
    key: `${run.id}:queue`,
    style: run.role === 'baseline' ? 'dashed' : 'solid',
    widthPx: WIDTH.queue,
    opacity: run.isPale ? PALE_OPACITY : 1,
    values: scaledColumn(run.series.link.queue_bytes, factor).mean,
    isArea: false,
    label: isOneOfSeveral ? run.label : chartText.mean,
  };
  if (isOneOfSeveral) return [mean];
  const peak = scaledColumn(run.series.link.queue_max_bytes, factor);
  const area: PaneLine = {
    ...shared,
    key: `${run.id}:queue_max`,
    style: 'solid',
    widthPx: 0,
    opacity: 0.13,
    values: peak.max ?? peak.mean,
    isArea: true,
    label: null,
  };
  return [area, mean];
}

/** One line per flow of every run; the baseline's lines come first, so that it lies below. */
function flowLines(runs: readonly StageRun[], wish: LineWish): PaneLine[] {
  const ordered = [...runs].sort(
    (a, b) => Number(a.role === 'current') - Number(b.role === 'current'),
  );
  const isCompared = runs.length > 1;
  const labelsEach = runs.reduce((sum, run) => sum + run.flows.length, 0) <= MOST_LABELS;
  return ordered.flatMap((run) =>
    run.flows.map((flow) => {
      const isLabelled = labelsEach || isFirstOfGroup(flow, run.flows);
      const column = scaledColumn(run.series.flows.get(flow.index)?.[wish.metric], wish.factor);
      const label = wish.label?.(flow.label, isCompared ? run.label : null) ?? null;
      return flowLine(run, flow, column, wish, isLabelled ? label : null);
    }),
  );
}

function flowLine(
  run: StageRun,
  flow: StageFlow,
  column: Column,
  wish: LineWish,
  label: string | null,
): PaneLine {
  const isBaseline = run.role === 'baseline';
  const opacity = run.isPale ? PALE_OPACITY : 1;
  const hasBand = wish.isArea !== true && wish.isDotted !== true && !isBaseline;
  return {
    key: `${run.id}:${flow.index}:${wish.metric}`,
    hue: flow.groupIndex,
    style: wish.isDotted === true ? 'dotted' : isBaseline ? 'dashed' : 'solid',
    widthPx: isBaseline ? Math.min(wish.widthPx, WIDTH.baseline) : wish.widthPx,
    opacity: wish.isArea === true ? AREA_OPACITY * opacity : opacity,
    timeSeconds: run.series.timeSeconds,
    values: column.mean,
    band: hasBand && column.min && column.max ? { min: column.min, max: column.max } : null,
    isArea: wish.isArea === true,
    label,
  };
}

function isFirstOfGroup(flow: StageFlow, flows: readonly StageFlow[]): boolean {
  return flows.find(({ groupIndex }) => groupIndex === flow.groupIndex) === flow;
}

function flowLabel(flow: string, run: string | null): string {
  return run === null ? flow : chartText.perFlow(flow, run);
}

/**
 * A reference of the link in ink. Runs that agree on it share one line; where they differ, each
 * line says whose it is.
 */
function runReferences(
  runs: readonly StageRun[],
  style: 'solid' | 'dotted',
  label: string,
  read: (facts: StageFacts) => number | null,
): PaneReference[] {
  const known = runs.flatMap((run) => {
    const value = read(run.facts);
    return value === null ? [] : [{ run, value }];
  });
  const isShared = new Set(known.map(({ value }) => value)).size <= 1;
  const shown = isShared ? known.slice(0, 1) : known;
  return shown.map(({ run, value }) => ({
    value,
    hue: 'ink',
    style,
    label: isShared ? label : chartText.perFlow(label, run.label),
  }));
}

/** One reference per distinct value and hue: equal flows share theirs. */
function groupReferences(
  runs: readonly StageRun[],
  reference: (flow: StageFlow) => { value: number; label: string },
): PaneReference[] {
  const found = new Map<string, PaneReference>();
  for (const flow of runs.flatMap(({ flows }) => flows)) {
    const { value, label } = reference(flow);
    const key = `${flow.groupIndex}:${label}`;
    if (!found.has(key)) found.set(key, { value, hue: flow.groupIndex, style: 'dotted', label });
  }
  return [...found.values()];
}

function scaleOver(
  lines: readonly PaneLine[],
  references: readonly PaneReference[],
  headroom: number,
) {
  const top = Math.max(0, ...lines.map(highest), ...references.map(({ value }) => value));
  return scaleFromZero(top * headroom);
}

function highest(line: PaneLine): number {
  return largest({ mean: line.values, max: line.band?.max }) ?? 0;
}

function withWindow(unit: string, runs: readonly StageRun[]): string {
  const bucket = bucketOf(runs);
  const text = `${unit}, ${chartText.meanOf(`${toShortest(bucket)} s`)}`;
  const thinned = runs.find(({ series }) => series.bucketSamples > 1)?.series;
  if (thinned === undefined) return text;
  return `${text}; ${chartText.bandOf(`${toShortest(thinned.sampleIntervalSeconds)} s`)}`;
}

function bucketOf(runs: readonly StageRun[]): number {
  const drawn: SeriesGrid[] = runs.map(({ series }) => series);
  return Math.max(0, ...drawn.map(bucketSeconds));
}

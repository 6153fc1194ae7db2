/** Builds the panes of a stage from runs: pure, so that every line and label can be tested. */
import { extent } from 'd3-array';

import { scaleTo } from '@/analysis/axes/ticks';
import { rateUnit, toShortest } from '@/analysis/numbers/units';
import { short } from '@/analysis/numbers/shown';
import { LIMIT_METRICS } from '@/analysis/series/limits';
import { scaledColumn, type SeriesGrid } from '@/analysis/series/series';
import { everyText, kindOf } from '@/analysis/series/span';
import type { Metric } from '@/generated/metrics';
import { flowSeriesMetrics, linkSeriesMetrics } from '@/generated/seriesMetrics';

import {
  baseLines,
  baseSeconds,
  bdpBytes,
  bdpLines,
  capacityLine,
  fairShareLines,
  hasChangingDelay,
  hasChangingRate,
  isOverLink,
} from './changingLink';
import { flowLabel, PALE_OPACITY, styleOf, subjectLines, subjectsOf, WIDTH } from './curves';
import { linkTicks, tickWords } from './linkTicks';
import type {
  Curves,
  LaneId,
  Pane,
  PaneId,
  PaneLine,
  PaneReference,
  StageFacts,
  StageRun,
} from '../model';
import { groupReferences, highest, runReferences, scaleOver } from './references';

/** Ends the unit of the RTT pane where base lines are drawn. */
export const BASE_MEANING = '; base: propagation and transmission of one packet';

/** Ends the unit of the queue's pane where the longest queue is drawn too. */
export const PEAK_MEANING = '; shaded: highest';

/** Drawn only if asked for: `PaneOptions`. */
const OPTIONAL = ['goodput_bps', 'ssthresh_bytes'];

/** The series that the core's table assigns to a pane. */
function drawnIn(id: PaneId, series: Readonly<Record<string, Metric>>): readonly string[] {
  return Object.entries(series).flatMap(([name, { pane }]) =>
    pane === id && !OPTIONAL.includes(name) ? [name] : [],
  );
}

/** What a link's panes read, and what each pane reads of its flows or groups. */
const QUEUE_METRICS = drawnIn('queue', linkSeriesMetrics);
/** What a link has only if it changes. A run that has none is asked all the same. */
const RATE_CHANGES = drawnIn('throughput', linkSeriesMetrics);
const DELAY_CHANGES = drawnIn('rtt', linkSeriesMetrics);
const LINK_METRICS: Record<PaneId, readonly string[]> = {
  throughput: RATE_CHANGES,
  rtt: DELAY_CHANGES,
  window: [],
  rates: RATE_CHANGES,
  queue: QUEUE_METRICS,
};
const FLOW_METRICS: Record<PaneId, readonly string[]> = {
  throughput: drawnIn('throughput', flowSeriesMetrics),
  rtt: drawnIn('rtt', flowSeriesMetrics),
  window: drawnIn('window', flowSeriesMetrics),
  rates: drawnIn('rates', flowSeriesMetrics),
  queue: [],
};

/** What all panes and the cursor's table read. */
export const METRICS: readonly string[] = [
  ...Object.values(FLOW_METRICS).flat(),
  'min_rtt_s',
  ...QUEUE_METRICS,
  ...RATE_CHANGES,
  ...DELAY_CHANGES,
  ...LIMIT_METRICS,
];

export interface PaneOptions {
  readonly curves: Curves;
  /** Payload instead of bytes on the wire. */
  readonly isGoodput: boolean;
  /** The slow-start threshold, where the algorithm has one. */
  readonly hasSsthresh: boolean;
  /** What lines of groups and their bands are, where they are not the mean and range of flows. */
  readonly bandText?: string;
}

const PLAIN: PaneOptions = { curves: 'flows', isGoodput: false, hasSsthresh: false };

/** Only what these panes draw: a thousand flows have no room for more. */
export function metricsOf(
  ids: readonly PaneId[],
  lanes: readonly LaneId[],
  options: PaneOptions,
): string[] {
  const rate = options.isGoodput ? 'goodput_bps' : 'throughput_bps';
  const wanted = ids.flatMap((id) => (id === 'throughput' ? [rate] : FLOW_METRICS[id]));
  const extra = options.hasSsthresh && ids.includes('window') ? ['ssthresh_bytes'] : [];
  const limits = lanes.includes('limits') ? LIMIT_METRICS : [];
  const ofLink = new Set(ids.flatMap((id) => LINK_METRICS[id]));
  return [...wanted, ...extra, ...limits, ...ofLink];
}

/** The panes of `runs`, the current one first; units and packet size are the current run's. */
export function buildPanes(
  ids: readonly PaneId[],
  runs: readonly StageRun[],
  options: PaneOptions = PLAIN,
): Pane[] {
  const [current] = runs;
  if (current === undefined) return [];
  return ids.map((id) => BUILDERS[id]({ runs, facts: current.facts, options }));
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

interface Parts {
  readonly runs: readonly StageRun[];
  readonly facts: StageFacts;
  readonly options: PaneOptions;
}

const BUILDERS: Record<PaneId, (parts: Parts) => Pane> = {
  throughput: throughputPane,
  rtt: rttPane,
  window: windowPane,
  rates: ratesPane,
  queue: queuePane,
};

/** The share of a packet that counts: all of it, or its payload. */
function payloadShare(facts: StageFacts, isGoodput: boolean): number {
  return isGoodput ? 1 - (facts.headerBytes ?? 0) / facts.packetBytes : 1;
}

function throughputPane({ runs, facts, options }: Parts): Pane {
  const { isGoodput, curves } = options;
  const { factor, unit } = readableRate(facts);
  const rate = isGoodput ? 'goodput_bps' : 'throughput_bps';
  const lines = subjectLines(runs, curves, {
    metric: rate,
    factor: 1 / factor,
    widthPx: WIDTH.rate,
    label: flowLabel,
  });
  const inUnit = (read: (facts: StageFacts) => number) => (each: StageFacts) =>
    (read(each) * payloadShare(each, isGoodput)) / factor;
  const capacityLabel = isGoodput ? 'capacity for payload' : 'capacity';
  const steady = runs.filter((run) => !hasChangingRate(run));
  const capacities = runReferences(
    steady,
    'solid',
    capacityLabel,
    inUnit(({ capacityBps }) => capacityBps),
  );
  const isUneven = ({ facts: { fairShares } }: StageRun) => fairShares !== undefined;
  const fair = runReferences(
    steady.filter((run) => !isUneven(run)),
    'dotted',
    'fair share',
    inUnit(({ fairShareBps }) => fairShareBps),
  );
  const moving = runs.filter(hasChangingRate).flatMap((run) => {
    const share = payloadShare(run.facts, isGoodput);
    const perFlow = run.facts.fairShareBps / run.facts.capacityBps;
    return [
      capacityLine(run, { id: 'capacity', label: capacityLabel, factor: share / factor }),
      ...(isUneven(run)
        ? []
        : [
            capacityLine(run, {
              id: 'fair share',
              label: null,
              factor: (share * perFlow) / factor,
            }),
          ]),
    ];
  });
  const due = runs.flatMap((run) =>
    fairShareLines(run, payloadShare(run.facts, isGoodput) / factor),
  );
  return {
    id: 'throughput',
    title: isGoodput ? 'Goodput' : 'Throughput',
    unit: withWindow(unit, { metric: rate, factor: 1 / factor }, lines, runs, options),
    shortUnit: unit,
    weight: 1.55,
    scale:
      moving.length > 0
        ? scaleOver([...lines, ...moving, ...due], fair)
        : rateScale([...lines, ...due], capacities, fair),
    lines: [...moving, ...due, ...lines],
    references: [...capacities, ...fair],
    decimals: lines.some((line) => highest(line) >= 100) ? 0 : 1,
  };
}

/** The unit in which what one flow gets reads best; with two flows that of the capacity. */
export function readableRate({ capacityBps, fairShareBps }: StageFacts) {
  return rateUnit(Math.min(capacityBps, 2 * fairShareBps));
}

/** With few flows the capacity ends the scale, as it bounds what they can get. */
function rateScale(
  lines: readonly PaneLine[],
  capacities: readonly PaneReference[],
  fair: readonly PaneReference[],
) {
  const tops = lines.map(highest);
  const curves = Math.max(0, ...tops, ...fair.map(({ value }) => value));
  const capacity = Math.max(0, ...capacities.map(({ value }) => value));
  // What was measured elsewhere may be far above this link: then its capacity is no end.
  const isFarAbove = curves > capacity * 1.6;
  if (curves === 0 || isFarAbove || capacity > curves * 2.2) {
    return scaleOver(lines, [...capacities, ...fair]);
  }
  // A little above the capacity, or half of its line would be cut off; a short bucket can hold one
  // packet more than the link sends in it.
  const [first] = capacities;
  return {
    max: Math.max(capacity, ...tops) * 1.01,
    ticks: scaleTo(first?.value ?? capacity, 4).ticks,
  };
}

function rttPane({ runs, options }: Parts): Pane {
  const { curves } = options;
  const lines = subjectLines(runs, curves, {
    metric: 'rtt_s',
    factor: 1e3,
    widthPx: WIDTH.rtt,
    label: flowLabel,
  });
  const bases = runs.filter(hasChangingDelay).flatMap(baseLines);
  const references = groupReferences(runs, (flow, run) => {
    const seconds = hasChangingDelay(run) && isOverLink(flow, run) ? null : baseSeconds(flow, run);
    return seconds === null
      ? null
      : { value: seconds * 1e3, label: `base ${short(seconds * 1e3)}` };
  });
  return {
    id: 'rtt',
    title: 'RTT',
    unit: `${withWindow('ms', { metric: 'rtt_s', factor: 1e3 }, lines, runs, options)}${BASE_MEANING}`,
    shortUnit: 'ms',
    weight: 1.1,
    scale: scaleOver([...lines, ...bases], references, Infinity),
    lines: [...bases, ...lines],
    references,
    decimals: 0,
  };
}

/** Where no line of the drawn link's changing rate says it. */
export function bdpReferences(runs: readonly StageRun[], factor: number): PaneReference[] {
  return groupReferences(runs, (flow, run) => {
    const bytes = hasChangingRate(run) && isOverLink(flow, run) ? null : bdpBytes(flow, run);
    return bytes === null ? null : { value: bytes * factor, label: `BDP ${short(bytes * factor)}` };
  });
}

function without(runs: readonly StageRun[], others: readonly StageRun[]): readonly StageRun[] {
  return runs.filter((run) => !others.includes(run));
}

function windowPane({ runs, facts, options }: Parts): Pane {
  const { curves, hasSsthresh } = options;
  const factor = 1 / facts.packetBytes;
  const current = runs.filter(({ role }) => role === 'current');
  const shared = { factor, widthPx: WIDTH.cwnd, label: null };
  // Areas over one another hide what they should show: few flows of one run have them.
  const hasAreas = current.every((run) => subjectsOf(run, curves).length <= 4);
  const areas =
    hasAreas && curves === 'flows'
      ? subjectLines(current, curves, { ...shared, metric: 'inflight_bytes', isArea: true })
      : [];
  const lines = subjectLines(runs, curves, { ...shared, metric: 'cwnd_bytes', label: flowLabel });
  const thresholds = hasSsthresh
    ? subjectLines(current, curves, { ...shared, metric: 'ssthresh_bytes', isDotted: true })
    : [];
  const bdps = runs.filter(hasChangingRate).flatMap((run) => bdpLines(run, factor));
  const references = bdpReferences(runs, factor);
  const drawn = areas.length > 0 ? 'cwnd line, inflight area' : 'cwnd';
  const words = `packets ${every('cwnd_bytes', runs)}: ${drawn}`;
  return {
    id: 'window',
    title: areas.length > 0 ? 'Window and inflight' : 'Window',
    unit:
      words +
      (curves === 'groups'
        ? `; ${options.bandText ?? groupWords(runs, 'cwnd_bytes', factor)}`
        : '') +
      (thresholds.some((line) => highest(line) > 0) ? '; slow-start threshold dotted' : ''),
    shortUnit: 'packets',
    weight: 1.35,
    scale: scaleOver([...areas, ...lines], references),
    lines: [...areas, ...bdps, ...thresholds, ...lines],
    references,
    decimals: 0,
  };
}

function ratesPane({ runs: all, facts, options: { curves } }: Parts): Pane {
  const runs = simulated(all);
  const { factor, unit } = readableRate(facts);
  const pacing = subjectLines(runs, curves, {
    metric: 'pacing_rate_bps',
    factor: 1 / factor,
    widthPx: WIDTH.cwnd,
    label: (flow, run) => flowLabel(`${flow} pacing rate`, run),
  });
  const current = runs.filter(({ role }) => role === 'current');
  const estimate = subjectLines(current, curves, {
    metric: 'bandwidth_estimate_bps',
    factor: 1 / factor,
    widthPx: WIDTH.cwnd,
    label: null,
    isDotted: true,
  });
  const moving = runs.filter(hasChangingRate);
  const capacities = moving.map((run) =>
    capacityLine(run, { id: 'capacity', label: 'capacity', factor: 1 / factor }),
  );
  const references = runReferences(
    without(runs, moving),
    'solid',
    'capacity',
    (each) => each.capacityBps / factor,
  );
  return {
    id: 'rates',
    title: 'Pacing and bandwidth estimate',
    unit: `${unit} ${every('pacing_rate_bps', runs)}: pacing rate line, estimate dotted`,
    shortUnit: unit,
    weight: 1.1,
    scale: scaleOver([...pacing, ...estimate, ...capacities], references),
    lines: [...capacities, ...pacing, ...estimate],
    references,
    decimals: 1,
  };
}

function queuePane({ runs: all, facts, options }: Parts): Pane {
  const runs = simulated(all);
  const factor = 1 / facts.packetBytes;
  const { bandText } = options;
  const lines = runs.flatMap((run) =>
    queueLines(run, factor, { isOneOfSeveral: runs.length > 1, hasBand: bandText !== undefined }),
  );
  const references = runReferences(runs, 'solid', 'buffer', ({ bufferBytes }) =>
    bufferBytes === null ? null : Math.floor(bufferBytes * factor),
  ).map((each) => ({ ...each, label: `${each.label} ${toShortest(each.value)}` }));
  const [current] = runs;
  const ticks = current === undefined ? [] : linkTicks(current.series);
  const shaded = runs.length > 1 ? '' : PEAK_MEANING;
  const more = bandText === undefined ? shaded : `; ${bandText}`;
  const unit = `packets, ${every('queue_bytes', runs)}${more}`;
  return {
    id: 'queue',
    title: 'Queue',
    unit: `${unit}${tickWords(ticks)}`,
    shortUnit: 'packets',
    weight: 0.95,
    scale: scaleOver(lines, references, 3.2),
    lines,
    references,
    ticks,
    decimals: 0,
  };
}

/** Runs with a link whose queue is known. */
function simulated(runs: readonly StageRun[]): readonly StageRun[] {
  return runs.filter(({ isMeasured }) => isMeasured !== true);
}

interface QueueStyle {
  readonly isOneOfSeveral: boolean;
  /** Lowest and highest are those of several seeds, not of the samples of a point. */
  readonly hasBand: boolean;
}

function queueLines(run: StageRun, factor: number, style: QueueStyle): PaneLine[] {
  const { isOneOfSeveral, hasBand } = style;
  const column = scaledColumn(run.series.link.queue_bytes, factor);
  const shared = {
    hue: 'ink',
    timeSeconds: run.series.timeSeconds,
    band: null,
    mark: null,
  } as const;
  const name = isOneOfSeveral ? run.label : 'mean';
  const mean: PaneLine = {
    ...shared,
    key: `${run.id}:queue`,
    style: styleOf(run),
    widthPx: WIDTH.queue,
    opacity: run.isPale ? PALE_OPACITY : 1,
    values: column.mean,
    band: hasBand && column.min && column.max ? { min: column.min, max: column.max } : null,
    isArea: false,
    label: name,
    name,
  };
  if (isOneOfSeveral || hasBand) return [mean];
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
    name: null,
  };
  return [area, mean];
}

/** What line and band of a group are, and how far the flows go that the band leaves out. */
function groupWords(runs: readonly StageRun[], metric: string, factor: number): string {
  const columns = runs.flatMap(({ series }) =>
    [...(series.groups?.values() ?? [])].flatMap((group) => group[metric] ?? []),
  );
  const lows = columns.flatMap(({ min }) => (min ?? []).filter((value) => value !== null));
  const highs = columns.flatMap(({ max }) => (max ?? []).filter((value) => value !== null));
  const words = 'line: mean of the flows, band: 10th to 90th percentile';
  if (lows.length === 0 || highs.length === 0) return words;
  const [lowest, highest] = [extent(lows)[0], extent(highs)[1]].map((value) =>
    short((value ?? 0) * factor),
  );
  return `${words}; single flows ${lowest} to ${highest}`;
}

interface Measured {
  readonly metric: SeriesName;
  /** From the series to the unit of the pane. */
  readonly factor: number;
}

function withWindow(
  unit: string,
  { metric, factor }: Measured,
  lines: readonly PaneLine[],
  runs: readonly StageRun[],
  { curves, bandText }: PaneOptions,
): string {
  const text = `${unit}, ${every(metric, runs)}`;
  if (!lines.some(({ band }) => band !== null)) return text;
  if (curves === 'groups' || bandText !== undefined)
    return `${text}; ${bandText ?? groupWords(runs, metric, factor)}`;
  const thinned = runs.find(({ series }) => series.bucketSamples > 1)?.series;
  if (thinned === undefined) return text;
  return `${text}; band: lowest to highest ${toShortest(thinned.sampleIntervalSeconds)} s`;
}

type SeriesName = keyof typeof flowSeriesMetrics | keyof typeof linkSeriesMetrics;

/** Of which time each point of a curve is. */
function every(metric: SeriesName, runs: readonly StageRun[]): string {
  const drawn: SeriesGrid[] = simulated(runs).map(({ series }) => series);
  const { aggregation } = { ...flowSeriesMetrics, ...linkSeriesMetrics }[metric];
  return everyText(kindOf(aggregation), drawn);
}

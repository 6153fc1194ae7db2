/** What a pane draws of a link that changes: curves where others have straight lines. Pure. */
import { scaledColumn } from '@/analysis/series/series';

import { PALE_OPACITY, styleOf } from './curves';
import type { PaneLine, StageFlow, StageGroup, StageRun } from '../model';

export function hasChangingRate({ series }: StageRun): boolean {
  return series.link.capacity_bps !== undefined;
}

export function hasChangingDelay(run: StageRun): boolean {
  return delayOf(run) !== undefined;
}

/** Beside PIE, whose `delay_s` is its controller's, the propagation delay has a longer name. */
function delayOf({ series: { link }, facts }: StageRun) {
  return facts.hasDelaySeries === false ? link.propagation_delay_s : link.delay_s;
}

interface CapacityLine {
  readonly id: 'capacity' | 'fair share';
  readonly label: string | null;
  readonly factor: number;
}

/** What a link whose rate changes could send in each interval, or a flow's fair share of it. */
export function capacityLine(run: StageRun, { id, label, factor }: CapacityLine): PaneLine {
  const isCapacity = id === 'capacity';
  return {
    key: `${run.id}:${id}`,
    hue: 'ink',
    style: isCapacity ? styleOf(run) : 'dotted',
    widthPx: 1,
    opacity: run.isPale ? PALE_OPACITY : 0.75,
    timeSeconds: run.series.timeSeconds,
    values: scaledColumn(run.series.link.capacity_bps, factor).mean,
    band: null,
    isArea: false,
    label,
    name: isCapacity ? (label ?? id) : id,
    mark: null,
  };
}

/** What a flow of each group is due, where that differs or changes; no line while it is nothing. */
export function fairShareLines(run: StageRun, factor: number): PaneLine[] {
  const { timeSeconds } = run.series;
  return (run.facts.fairShares ?? []).map(({ groupIndex, steps }, index) => ({
    ...dottedOf(run, groupIndex ?? 'ink'),
    key: `${run.id}:fair share:${index}`,
    values: timeSeconds.map((end, place) => {
      const middle = (end + (timeSeconds[place - 1] ?? 0)) / 2;
      const bps = steps.findLast(({ fromSeconds }) => fromSeconds <= middle)?.bps ?? 0;
      return bps === 0 ? null : bps * factor;
    }),
    label: 'fair share',
    name: 'fair share',
  }));
}

/** The base RTT of each flow or group while the propagation delay moves: its own at the start. */
export function baseLines(run: StageRun): PaneLine[] {
  const delays = scaledColumn(delayOf(run), 1).mean;
  const first = run.facts.delaySeconds ?? 0;
  return distinctOverLink(run).flatMap((subject, _, all) => {
    const base = baseSeconds(subject, run, true);
    if (base === null) return [];
    return {
      ...dottedOf(run, all.length > 1 ? subject.groupIndex : 'ink'),
      key: `${run.id}:base:${subject.groupIndex}`,
      values: delays.map((delay) => (delay === null ? null : (base + delay - first) * 1e3)),
      name: 'base RTT',
    };
  });
}

/**
 * Propagation, and the transmission of a packet and its ACK at each link, which belong to the least
 * RTT that can be measured. null: a delay changes; that of the drawn link may if `isDrawn`.
 */
export function baseSeconds(subject: Subject, run: StageRun, isDrawn = false): number | null {
  const { packetBytes, capacityBps } = run.facts;
  const { path } = subject;
  const drawn = drawnLink(run);
  const isLoose = path?.some((link) => !link.hasSteadyDelay && (link.index !== drawn || !isDrawn));
  if (isLoose === true || subject.hasSteadyReturnPath === false) return null;
  const rates = path?.map(({ fastestBps }) => fastestBps) ?? [capacityBps];
  const sends = rates.map((bps) => (bps === null ? 0 : (packetBytes * 8) / bps));
  const ackSeconds = subject.ackSeconds ?? 0;
  return sends.reduce((sum, each) => sum + each, subject.baseRttSeconds + ackSeconds);
}

/** One BDP of each path while the rate of the drawn link moves. */
export function bdpLines(run: StageRun, factor: number): PaneLine[] {
  const rates = scaledColumn(run.series.link.capacity_bps, 1).mean;
  return distinctOverLink(run).map((subject, _, all) => ({
    ...dottedOf(run, all.length > 1 ? subject.groupIndex : 'ink'),
    key: `${run.id}:bdp:${subject.groupIndex}`,
    values: rates.map((rate) => {
      const bytes = rate === null ? null : bdpBytes(subject, run, rate);
      return bytes === null ? null : bytes * factor;
    }),
    name: 'BDP',
  }));
}

/**
 * Of the slowest link of the path, while the drawn one sends at `drawnBps`; without it as the
 * scenario says. null: it changes, and by how much is not known here.
 */
export function bdpBytes(
  { path, bdpBytes: alone, baseRttSeconds }: Subject,
  run: StageRun,
  drawnBps: number | null = null,
): number | null {
  if (path === undefined) return drawnBps === null ? alone : (drawnBps / 8) * baseRttSeconds;
  const drawn = drawnBps === null ? null : drawnLink(run);
  if (path.some(({ index, hasSteadyRate }) => index !== drawn && !hasSteadyRate)) return null;
  const rates = path.map(({ index, rateBps, tokenBps }) =>
    Math.min((index === drawn ? drawnBps : null) ?? rateBps, tokenBps ?? Infinity),
  );
  return (Math.min(...rates) / 8) * baseRttSeconds;
}

type Subject = StageGroup | StageFlow;

const drawnLink = ({ facts: { links } }: StageRun) => links?.index ?? 0;

/** Whether its data passes the link that is drawn. */
export function isOverLink({ path }: Subject, run: StageRun): boolean {
  return path === undefined || path.some(({ index }) => index === drawnLink(run));
}

/** Groups or flows over the drawn link whose base RTTs or paths differ. */
function distinctOverLink(run: StageRun): readonly Subject[] {
  const subjects = [...(run.groups ?? run.flows)].filter((each) => isOverLink(each, run));
  const keyOf = ({ baseRttSeconds, path = [] }: Subject) =>
    [baseRttSeconds, ...path.map(({ index }) => index)].join();
  const keys = subjects.map(keyOf);
  return subjects.filter((_, place) => keys.indexOf(keys[place] ?? '') === place);
}

/** What a thin dotted line of a run looks like. */
function dottedOf(run: StageRun, hue: PaneLine['hue']) {
  return {
    hue,
    style: 'dotted',
    widthPx: 1,
    opacity: run.isPale ? PALE_OPACITY : 0.75,
    timeSeconds: run.series.timeSeconds,
    band: null,
    isArea: false,
    label: null,
    mark: null,
  } as const;
}

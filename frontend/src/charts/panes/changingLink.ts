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
  return distinctBases(run).map(({ groupIndex, baseRttSeconds }, _, all) => ({
    ...dottedOf(run, all.length > 1 ? groupIndex : 'ink'),
    key: `${run.id}:base:${groupIndex}`,
    values: delays.map((delay) => (delay === null ? null : (baseRttSeconds + delay - first) * 1e3)),
    name: 'base RTT',
  }));
}

/** One BDP of each base RTT while the rate moves. */
export function bdpLines(run: StageRun, factor: number): PaneLine[] {
  const rates = scaledColumn(run.series.link.capacity_bps, 1).mean;
  return distinctBases(run).map(({ groupIndex, baseRttSeconds }, _, all) => ({
    ...dottedOf(run, all.length > 1 ? groupIndex : 'ink'),
    key: `${run.id}:bdp:${groupIndex}`,
    values: rates.map((rate) => (rate === null ? null : (rate / 8) * baseRttSeconds * factor)),
    name: 'BDP',
  }));
}

/** Groups or flows of different base RTTs. */
function distinctBases(run: StageRun): readonly (StageGroup | StageFlow)[] {
  const subjects = [...(run.groups ?? run.flows)];
  return subjects.filter(
    ({ baseRttSeconds }, place) =>
      subjects.findIndex((other) => other.baseRttSeconds === baseRttSeconds) === place,
  );
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

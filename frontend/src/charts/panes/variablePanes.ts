/** Panes of chosen state variables: one for each unit, several variables in it. Pure. */
import { capital } from '@/analysis/series/fragments';
import { scaledColumn } from '@/analysis/series/series';
import { everyText, kindOf, type Kind } from '@/analysis/series/span';
import type { Metric } from '@/generated/metrics';
import { flowSeriesMetrics } from '@/generated/seriesMetrics';

import { hasChangingRate } from './changingLink';
import { PALE_OPACITY, subjectsOf, WIDTH } from './curves';
import type { Curves, LineStyle, Pane, PaneLine, StageFacts, StageFlow, StageRun } from '../model';
import { bdpReferences, readableRate } from './panes';
import { highest, runReferences, scaleOver } from './references';

export interface DrawnVariable {
  readonly metric: string;
  /** `inflight hi`. */
  readonly name: string;
  /** null: every flow or group that has a curve. */
  readonly flow: StageFlow | null;
  /** Of the queue of the link, which has no flow. */
  readonly isOfQueue?: boolean;
}

/** In one pane the style shows the variable, as the hue shows the flow. */
const STYLES: readonly LineStyle[] = ['solid', 'dotted', 'dashdot', 'longdash', 'longdashdot'];
const WEIGHT = 1.2;
const UNIT_WORD = /_(bps|s|bytes)$/;

type UnitWord = 'bytes' | 'bps' | 's' | 'plain';

interface Shown {
  /** Base units in one that is shown. */
  readonly perUnit: number;
  readonly unit: string;
}

/** Of the current run only: with two runs the style could not show both run and variable. */
export function variablePanes(
  variables: readonly DrawnVariable[],
  runs: readonly StageRun[],
  curves: Curves,
): Pane[] {
  const [run] = runs;
  if (run === undefined) return [];
  const units = [...new Set(variables.map(({ metric }) => unitWord(metric)))];
  return units.map((word) => {
    const members = variables.filter(({ metric }) => unitWord(metric) === word);
    return variablePane(word, members, run, { curves, isOneOfSeveral: runs.length > 1 });
  });
}

interface PaneParts {
  readonly curves: Curves;
  readonly isOneOfSeveral: boolean;
}

function variablePane(
  word: UnitWord,
  variables: readonly DrawnVariable[],
  run: StageRun,
  { curves, isOneOfSeveral }: PaneParts,
): Pane {
  const shown = shownUnit(word, run.facts);
  const names = [...new Set(variables.map(({ name }) => name))];
  const lines = variables.flatMap((variable) =>
    linesOf(variable, run, curves, {
      shown,
      style: STYLES[names.indexOf(variable.name) % STYLES.length] ?? 'solid',
    }),
  );
  const references = referencesOf(word, run, shown);
  const unit = shown.unit === '' ? '' : `${shown.unit}, `;
  const whose = isOneOfSeveral ? `; of ${run.label}` : '';
  const styled = names.map((name, index) => `${name} ${STYLE_WORDS[index % STYLES.length] ?? ''}`);
  return {
    id: `variables-${word}`,
    title: capital(names.join(', ')),
    unit:
      `${unit}${timeText(variables, run)}` +
      (names.length > 1 ? `: ${styled.join(', ')}` : '') +
      whose,
    shortUnit: shown.unit,
    weight: WEIGHT,
    scale: scaleOver(lines, references),
    lines,
    references,
    decimals: lines.some((line) => highest(line) >= 100) ? 0 : 2,
  };
}

/** Of which time the points are; of kinds that differ each is named. */
function timeText(variables: readonly DrawnVariable[], { series }: StageRun): string {
  const texts = new Map<string, string[]>();
  for (const { metric, name } of variables) {
    const text = everyText(kindOfVariable(metric), [series]);
    texts.set(text, [...new Set([...(texts.get(text) ?? []), name])]);
  }
  if (texts.size === 1) return [...texts.keys()].join('');
  return [...texts].map(([text, names]) => `${names.join(', ')} ${text}`).join('; ');
}

function kindOfVariable(metric: string): Kind {
  const known: Readonly<Record<string, Metric | undefined>> = flowSeriesMetrics;
  return kindOf(known[metric]?.aggregation);
}

const STYLE_WORDS = ['solid', 'dotted', 'dash-dotted', 'long-dashed', 'long-dash-dotted'];

interface LineParts {
  readonly shown: Shown;
  readonly style: LineStyle;
}

/** Flows whose algorithm has no such variable have no line. */
function linesOf(
  { metric, name, flow, isOfQueue = false }: DrawnVariable,
  run: StageRun,
  curves: Curves,
  { shown, style }: LineParts,
): PaneLine[] {
  if (isOfQueue) return queueLine(metric, name, run, { shown, style });
  return subjects(run, curves, flow).flatMap(({ key, groupIndex, flowIndex, label, columns }) => {
    const column = columns?.[metric];
    if (column === undefined) return [];
    const text = `${label} ${name}`;
    return [
      {
        key: `${run.id}:${key}:${metric}`,
        hue: groupIndex,
        style,
        widthPx: WIDTH.cwnd,
        opacity: run.isPale ? PALE_OPACITY : 1,
        timeSeconds: run.series.timeSeconds,
        values: scaledColumn(column, 1 / shown.perUnit).mean,
        band: null,
        isArea: false,
        label: text,
        name: text,
        mark: { groupIndex, flowIndex },
      } satisfies PaneLine,
    ];
  });
}

function queueLine(
  metric: string,
  name: string,
  run: StageRun,
  { shown, style }: LineParts,
): PaneLine[] {
  const column = run.series.link[metric];
  if (column === undefined) return [];
  return [
    {
      key: `${run.id}:queue:${metric}`,
      hue: 'ink',
      style,
      widthPx: WIDTH.queue,
      opacity: run.isPale ? PALE_OPACITY : 1,
      timeSeconds: run.series.timeSeconds,
      values: scaledColumn(column, 1 / shown.perUnit).mean,
      band: null,
      isArea: false,
      label: name,
      name,
      mark: null,
    },
  ];
}

function subjects(run: StageRun, curves: Curves, flow: StageFlow | null) {
  if (flow === null) return subjectsOf(run, curves);
  const { index, groupIndex, label } = flow;
  const columns = run.series.flows.get(index);
  return [{ key: String(index), groupIndex, flowIndex: index, label, columns }];
}

function shownUnit(word: UnitWord, facts: StageFacts): Shown {
  switch (word) {
    case 'bytes':
      return { perUnit: facts.packetBytes, unit: 'packets' };
    case 'bps': {
      const { factor, unit } = readableRate(facts);
      return { perUnit: factor, unit };
    }
    case 's':
      return { perUnit: 1e-3, unit: 'ms' };
    case 'plain':
      return { perUnit: 1, unit: '' };
  }
}

function referencesOf(word: UnitWord, run: StageRun, { perUnit }: Shown) {
  if (word === 'bytes') {
    return bdpReferences([run], 1 / perUnit);
  }
  // A rate that changes, and shares that differ, have lines of their own in another plot.
  if (word !== 'bps' || hasChangingRate(run)) return [];
  const even = run.facts.fairShares === undefined ? [run] : [];
  return [
    ...runReferences([run], 'solid', 'capacity', ({ capacityBps }) => capacityBps / perUnit),
    ...runReferences(even, 'dotted', 'fair share', ({ fairShareBps }) => fairShareBps / perUnit),
  ];
}

function unitWord(metric: string): UnitWord {
  return (UNIT_WORD.exec(metric)?.[1] ?? 'plain') as UnitWord;
}

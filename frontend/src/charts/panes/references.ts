/** Reference lines: what the scenario alone says of a pane. Pure. */
import { scaleFromZero, type Scale } from '@/analysis/axes/ticks';
import { largest } from '@/analysis/series/series';

import type {
  PaneLine,
  PaneReference,
  StageFacts,
  StageGroup,
  StageFlow,
  StageRun,
} from '../model';

/**
 * A reference so many times as high as the highest curve is not drawn but noted at the top: to
 * scale it would press the curves to the bottom.
 */
const FAR = 1.8;
const HEADROOM = 1.12;

/**
 * A reference of the link in ink. Runs that agree on it share one line; where they differ, each
 * line says whose it is.
 */
export function runReferences(
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
    label: isShared ? label : `${label}, ${run.label}`,
    ...otherThan(run, runs),
  }));
}

/** The current run comes first. */
function otherThan(run: StageRun, [current]: readonly StageRun[]) {
  return run === current ? {} : { isOther: true };
}

/** One reference per distinct value and hue: equal flows share theirs. null: it has none. */
export function groupReferences(
  runs: readonly StageRun[],
  reference: (
    flow: StageFlow | StageGroup,
    run: StageRun,
  ) => { value: number; label: string } | null,
): PaneReference[] {
  const found = new Map<string, PaneReference>();
  for (const run of runs) {
    for (const subject of [...run.flows, ...(run.groups ?? [])]) {
      const said = reference(subject, run);
      if (said === null) continue;
      const { value, label } = said;
      const key = `${subject.groupIndex}:${label}`;
      if (found.has(key)) continue;
      const looks = { hue: subject.groupIndex, style: 'dotted', ...otherThan(run, runs) } as const;
      found.set(key, { value, label, ...looks });
    }
  }
  return shared([...found.values()]);
}

/** Where every group has the same reference it is one, and of no group. */
function shared(references: PaneReference[]): PaneReference[] {
  const [first, ...others] = references;
  const isOne = others.length > 0 && others.every(({ label }) => label === first?.label);
  return first !== undefined && isOne ? [{ ...first, hue: 'ink' }] : references;
}

/** From zero to above the curves, and above those references that are not far away. */
export function scaleOver(
  lines: readonly PaneLine[],
  references: readonly PaneReference[],
  far = FAR,
): Scale {
  const curves = Math.max(0, ...lines.map(highest));
  const near = references.map(({ value }) => value);
  // Before the first sample there is nothing to make room for.
  const shown = curves === 0 ? near : near.filter((value) => value <= curves * far);
  return scaleFromZero(Math.max(curves, ...shown) * HEADROOM);
}

export function highest(line: PaneLine): number {
  return largest({ mean: line.values, max: line.band?.max }) ?? 0;
}

/** A reference that lies above the scale becomes a note, it is never dropped. */
export function isOffScale({ value }: PaneReference, scale: Scale): boolean {
  return value > scale.max * 1.0001;
}

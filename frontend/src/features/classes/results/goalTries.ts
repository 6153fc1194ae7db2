/** A class's tries at a goal, as points over the setting that was moved. Pure. */
import { t } from '@lingui/core/macro';

import { RATE_FIELD_UNIT, valueText } from '@/analysis/scenario/fields/fieldTexts';
import { toShortest } from '@/analysis/numbers/units';
import type { WallTry } from '@/api/classes/classTypes';
import type { Open } from '@/steps/openFields';
import { countOf } from '@/texts/counts';

export interface Try {
  /** As it is typed, or in bit/s. */
  readonly setting: number;
  readonly result: number;
  readonly holds: boolean;
}

export interface Tried {
  readonly term: string;
  readonly points: readonly Try[];
  readonly settingName: string;
  /** Behind numbers that have none of their own. */
  readonly unit: string;
  readonly settingText: (setting: number) => string;
}

/** Plots for more terms would be too small on a wall. */
const MOST_TERMS = 2;

/** One plot for each number that a goal is made of; none where not just one number is moved. */
export function triedPlots(
  tried: readonly Pick<WallTry, 'settings' | 'terms' | 'holds'>[],
  opens: readonly Open[],
): readonly Tried[] {
  const [open] = opens;
  if (open === undefined || opens.length > 1 || typeof open.given !== 'number') return [];
  const { field } = open;
  const isRate = field.unit === RATE_FIELD_UNIT;
  const factor = isRate ? 1 : field.factor;
  const unit = isRate ? '' : field.unit;
  const terms = [...new Set(tried.flatMap((each) => Object.keys(each.terms)))];
  return terms.slice(0, MOST_TERMS).map((term) => ({
    term,
    points: tried.flatMap(({ settings, terms: results, holds }) => {
      const setting = settings[open.path] ?? open.given;
      const result = results[term];
      if (typeof setting !== 'number' || result == null) return [];
      return [{ setting: setting / factor, result, holds }];
    }),
    settingName: unit === '' ? open.name : `${open.name}, ${unit}`,
    unit,
    settingText: isRate ? (bps: number) => valueText(field, bps) : toShortest,
  }));
}

/** `8 tries; 3 reached the goal, between 3 and 8 packets.`: others between these may have missed. */
export function triedWords({ points, unit, settingText }: Tried): string {
  const reached = points.filter(({ holds }) => holds).map(({ setting }) => setting);
  const count = countOf(points.length, 'try');
  if (reached.length === 0) return t`${count}; none reached the goal.`;
  const low = settingText(Math.min(...reached));
  const high = settingText(Math.max(...reached));
  const range = (
    low === high ? t`at ${low} ${unit}` : t`between ${low} and ${high} ${unit}`
  ).trim();
  return t`${count}; ${reached.length} reached the goal, ${range}.`;
}

/** An experiment in words: its one line, the names of its axes and of places on them. */
import { formatPercent, toShortest } from '@/analysis/numbers/units';
import { capital } from '@/analysis/series/fragments';

import { movesPath } from './axes';

export const seedCountText = (count: string) => (count === '1' ? '1 seed' : `${count} seeds`);

export const withUnit = (name: string, unit: string) => (unit === '' ? name : `${name}, ${unit}`);

interface NamedAxis {
  readonly label: string;
  readonly role: string | null;
  readonly unit: string;
  readonly points: readonly { readonly text: string }[];
}

/** The part of the base scenario that is in the line. */
interface NamedBase {
  readonly flows: readonly { readonly label: string }[];
  readonly loss: { readonly kind: string; readonly probability?: number | undefined };
}

interface WrittenBase {
  readonly flows?: readonly { readonly label?: string }[];
  readonly bottleneck?: { readonly loss?: NamedBase['loss'] };
}

/** The base scenario of a definition, which may omit defaults, without what an axis varies. */
export function namedBase(
  axes: readonly { readonly paths: readonly string[] }[],
  base: unknown,
): NamedBase {
  const { flows = [], bottleneck } = base as WrittenBase;
  const isVaried = (field: string) =>
    axes.some(({ paths }) => paths.some((path) => movesPath(path, field)));
  const hasLoss = !['kind', 'probability'].some((name) => isVaried(`bottleneck.loss.${name}`));
  return {
    flows: flows.map(({ label = '' }, index) => ({
      label: isVaried(`flows.${index}.label`) ? '' : label,
    })),
    loss: (hasLoss ? bottleneck?.loss : undefined) ?? { kind: 'none' },
  };
}

/**
 * `Elephant over mouse, 8 RTT ratios × 7 buffers × 20 seeds; loss 0.15%`. `isMost`: no cell has
 * more seeds, some may have fewer.
 */
export function experimentLine(
  axes: readonly NamedAxis[],
  seedCount: number,
  base: NamedBase,
  isMost = false,
): string {
  const parts = axes.map(({ label, points }) => `${points.length} ${plural(label, points.length)}`);
  const seeds = `${isMost ? 'up to ' : ''}${seedCountText(toShortest(seedCount))}`;
  const size = [...parts, seeds].join(' × ');
  const [first, second] = base.flows;
  const who =
    first !== undefined &&
    second !== undefined &&
    base.flows.length === 2 &&
    first.label &&
    second.label
      ? `${capital(`${first.label} over ${second.label}`)}, `
      : '';
  const { probability } = base.loss;
  const loss =
    probability !== undefined
      ? `; loss ${formatPercent(probability, 4).replace(/\.?0+%$/, '%')}`
      : '';
  return `${who}${size}${loss}`;
}

/** Labels are words of a person or of the schema; English makes most of them plural with an s. */
function plural(label: string, count: number): string {
  if (label === '') return count === 1 ? 'point' : 'points';
  const isShort = /^[A-Z]{2,}$/.test(label.split(' ')[0] ?? '');
  const word = isShort ? label : label.charAt(0).toLowerCase() + label.slice(1);
  if (count === 1 || /[^a-z]$/i.test(word) || word.endsWith('s')) return word;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** Texts without the unit that all of them end with. */
export function bareTexts({ points, unit }: Pick<NamedAxis, 'points' | 'unit'>): {
  readonly texts: readonly string[];
  readonly unit: string;
} {
  const texts = points.map(({ text }) => text);
  const end = ` ${unit}`;
  const hasUnit = unit !== '' && texts.length > 0 && texts.every((text) => text.endsWith(end));
  return hasUnit
    ? { texts: texts.map((text) => text.slice(0, -end.length)), unit }
    : { texts, unit: '' };
}

/** `RTT ratio 1.4, buffer 10 BDP`; without axes nothing. */
export function placeText(
  axes: readonly NamedAxis[],
  points: readonly number[],
  wanted: readonly number[],
): string {
  return wanted
    .flatMap((axis) => {
      const { label, points: all } = axes[axis] ?? { label: '', points: [] };
      const text = all[points[axis] ?? 0]?.text;
      return text === undefined ? [] : [`${label} ${text}`.trim()];
    })
    .map((text, index) => (index === 0 ? text : lowered(text)))
    .join(', ');
}

/** Within a line only names keep their capitals. */
function lowered(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** The name of an axis within a line. */
export function axisInLine(label: string): string {
  return lowered(label);
}

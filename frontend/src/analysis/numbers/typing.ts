/** What a number field shows for a value, and the value of what somebody typed into it. */
import type { Field } from '@/analysis/scenario/fields';

import { toTyped, toWire } from './decimal';

/** A value that is no number is shown as it is, so that it can be mended. */
export function showTyped(value: unknown, factor: number): string {
  if (typeof value === 'number') return toTyped(value, factor);
  return typeof value === 'string' ? value : '';
}

/**
 * The value of a text. Nothing typed is null or the default where the field has them. A text that
 * is no number becomes the value itself: the scenario is then wrong, and the check says where.
 */
export function readTyped(text: string, field: Field, factor: number): unknown {
  if (text.trim() !== '') return toWire(text, factor) ?? text;
  if (field.isNullable) return null;
  return field.fallback === undefined ? '' : undefined;
}

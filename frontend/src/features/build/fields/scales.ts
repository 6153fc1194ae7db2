/** Where sliders begin and end. A field may be set beyond them by typing, up to its own bounds. */
import type { SliderScale } from '@/analysis/axes/slider';
import { toTyped } from '@/analysis/numbers/decimal';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import type { Field } from '@/analysis/scenario/fields/fields';

export const DELAY_SCALE: SliderScale = { from: 1e-5, to: 1, isLog: true, hasZero: true };
export const RTT_SCALE: SliderScale = { from: 1e-3, to: 1, isLog: true };
export const DURATION_SCALE: SliderScale = { from: 1, to: 3600, isLog: true };
export const PACKET_SCALE: SliderScale = { from: 64, to: 9000, isLog: false };

/** By the unit of the buffer's size. */
export const BUFFER_SCALES: Readonly<Record<string, SliderScale>> = {
  bdp: { from: 0.1, to: 100, isLog: true },
  packets: { from: 1, to: 1e5, isLog: true },
  bytes: { from: 1e3, to: 1e8, isLog: true },
  seconds: { from: 1e-3, to: 10, isLog: true },
};

/** The time left out at the start is shorter than the simulated time. */
export function warmupScale(scenario: unknown): SliderScale {
  const duration = getAt(scenario, 'duration_s');
  return {
    from: 0,
    to: typeof duration === 'number' && duration > 0 ? duration : 60,
    isLog: false,
  };
}

const RARE_UP_TO = 0.1;

/** The slider of a field that is given no other: none unless its range is wide. */
export function scaleOf(field: Field): SliderScale | null {
  const { minimum, maximum, isLog } = field;
  if (!isLog || minimum === null || maximum === null) return null;
  if (minimum > 0) return { from: minimum, to: maximum, isLog };
  if (field.unit !== '%') return null;
  // A duration far below the whole is rarely set near it.
  const begins = field.start ?? field.fallback;
  const isRare = typeof begins === 'number' && begins < RARE_UP_TO;
  return { from: 1e-5, to: isRare ? RARE_UP_TO : maximum, isLog, hasZero: true };
}

const LONGEST_TICK = 5;
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A mark below a track: 10⁷ where all its zeros would not fit. */
export function tickText(value: number, factor: number): string {
  const plain = toTyped(value, factor);
  if (plain.length <= LONGEST_TICK) return plain;
  const [digits = '', exponent = ''] = Number(plain).toExponential().split('e');
  const power = `10${[...exponent].map(superscript).join('')}`;
  return digits === '1' ? power : `${digits}×${power}`;
}

function superscript(letter: string): string {
  if (letter === '-') return '⁻';
  return letter === '+' ? '' : (SUPERSCRIPT[Number(letter)] ?? '');
}

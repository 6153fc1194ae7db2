/** Where sliders begin and end. A field may be set beyond them by typing, up to its own bounds. */
import type { SliderScale } from '@/analysis/axes/slider';
import { getAt } from '@/analysis/scenario/fieldPath';
import type { Field } from '@/analysis/scenario/fields';

export const DELAY_SCALE: SliderScale = { from: 1e-5, to: 1, isLog: true, hasZero: true };
export const RTT_SCALE: SliderScale = { from: 1e-3, to: 1, isLog: true };
export const LOSS_SCALE: SliderScale = { from: 1e-5, to: 0.1, isLog: true, hasZero: true };
/** 1 / this is the mean length of a burst: from one packet on. */
export const BURST_END_SCALE: SliderScale = { from: 1e-3, to: 1, isLog: true };
export const DURATION_SCALE: SliderScale = { from: 1, to: 3600, isLog: true };
export const PACKET_SCALE: SliderScale = { from: 64, to: 9000, isLog: false };

/** By the unit of the buffer's size. */
export const BUFFER_SCALES: Readonly<Record<string, SliderScale>> = {
  bdp: { from: 0.1, to: 100, isLog: true },
  packets: { from: 1, to: 1e5, isLog: true },
  bytes: { from: 1e3, to: 1e8, isLog: true },
  seconds: { from: 1e-3, to: 10, isLog: true },
};

/** What is left out at the start is less than what is simulated. */
export function warmupScale(scenario: unknown): SliderScale {
  const duration = getAt(scenario, 'duration_s');
  return {
    from: 0,
    to: typeof duration === 'number' && duration > 0 ? duration : 60,
    isLog: false,
  };
}

/** The slider of a field that is given no other: none unless its range is wide. */
export function scaleOf(field: Field): SliderScale | null {
  const { minimum, maximum, isLog } = field;
  if (!isLog || minimum === null || maximum === null) return null;
  if (minimum > 0) return { from: minimum, to: maximum, isLog };
  return field.unit === '%' ? { ...LOSS_SCALE, to: maximum } : null;
}

/** A kind of loss starts with values that show its effect; its schema has no defaults for them. */
export const STARTING_LOSS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  bernoulli: { probability: 0.001 },
  gilbert_elliott: { good_to_bad_probability: 0.001, bad_to_good_probability: 0.1 },
};

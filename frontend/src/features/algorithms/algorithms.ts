/** The core's description of an algorithm, as text. */
import {
  ABSENT,
  formatSetRate,
  joinQuantity,
  toShortest,
  type Quantity,
} from '@/analysis/numbers/units';

type ParameterValue = boolean | number | string;

export interface Parameter {
  readonly name: string;
  readonly kind: 'boolean' | 'integer' | 'number' | 'choice';
  readonly default: ParameterValue;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly choices: readonly string[];
  readonly description: string;
  readonly source: string;
}

type Reading = (value: number) => Quantity;

const counted =
  (unit: string): Reading =>
  (value) => ({ value: toShortest(value), unit });

/** The unit is the last word of a name; the longer ending goes first. */
const UNITS: readonly (readonly [RegExp, Reading])[] = [
  [/_packets_per_s3$/, counted('packets/s³')],
  [/_s$/, durationOf],
  [/_bps$/, formatSetRate],
  [/_percent$/, counted('%')],
  [/_packets$/, counted('packets')],
  [/_bytes$/, counted('bytes')],
  [/_rounds$/, counted('rounds')],
  [/_acks$/, counted('ACKs')],
  [/_events$/, counted('events')],
];

function quantityOf(name: string, value: number): Quantity {
  const unit = UNITS.find(([ending]) => ending.test(name));
  // A number without a unit is given in full: some defaults are binary fractions.
  return unit === undefined ? { value: String(value), unit: '' } : unit[1](value);
}

function durationOf(seconds: number): Quantity {
  if (seconds !== 0 && seconds < 1e-3) return { value: toShortest(seconds * 1e6), unit: 'µs' };
  if (seconds !== 0 && seconds < 1) return { value: toShortest(seconds * 1e3), unit: 'ms' };
  return { value: toShortest(seconds), unit: 's' };
}

/** A value as people read it: 0.004 of `jiffy_s` is 4 ms. */
export function parameterValueText(name: string, value: ParameterValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value : joined(quantityOf(name, value));
}

function joined(quantity: Quantity): string {
  return quantity.unit === '%' ? `${quantity.value}%` : joinQuantity(quantity);
}

/** The range of a parameter: both bounds, or the choices. */
export function boundsText({ name, kind, minimum, maximum, choices }: Parameter): string {
  if (kind === 'boolean') return 'on, off';
  if (kind === 'choice') return choices.join(', ');
  if (minimum === null || maximum === null) return ABSENT;
  const least = quantityOf(name, minimum);
  const most = quantityOf(name, maximum);
  // A unit that both share is said once, and nothing is nothing in any unit.
  const isShared = minimum === 0 || least.unit === most.unit;
  return `${isShared ? least.value : joined(least)} to ${joined(most)}`;
}

/** Whether every word of the query is somewhere in the parameter. */
export function matchesParameter(parameter: Parameter, query: string): boolean {
  const { name, description, source, choices } = parameter;
  const text = [name, name.replace(/_/g, ' '), description, source, ...choices].join('\n');
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}

const FEWEST_TO_SHARE = 5;

/** The file or paper that most sources name first, worth saying once; empty if there is none. */
export function sharedSource(parameters: readonly Pick<Parameter, 'source'>[]): string {
  const counts = new Map<string, number>();
  for (const { source } of parameters) {
    const [first = '', ...rest] = source.split(', ');
    if (rest.length > 0) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most !== undefined && most[1] >= FEWEST_TO_SHARE ? most[0] : '';
}

/** A source without the part that is said once. */
export function shortSource(source: string, shared: string): string {
  const start = `${shared}, `;
  return shared !== '' && source.startsWith(start) ? source.slice(start.length) : source;
}

export interface Comparable {
  readonly parameters: readonly Parameter[];
  readonly metrics: readonly { readonly name: string }[];
  readonly phases: readonly string[];
}

interface BaseDifference {
  readonly addedParameters: readonly string[];
  /** A parameter of the base, with another default here. */
  readonly changedParameters: readonly string[];
  readonly removedParameters: readonly string[];
  readonly addedMetrics: readonly string[];
  readonly hasSamePhases: boolean;
}

/** How a variant differs from the algorithm that it varies. */
export function differenceFromBase(variant: Comparable, base: Comparable): BaseDifference {
  const own = new Map(variant.parameters.map(({ name, default: value }) => [name, value]));
  const old = new Map(base.parameters.map(({ name, default: value }) => [name, value]));
  const oldMetrics = new Set(base.metrics.map(({ name }) => name));
  const metrics = variant.metrics.map(({ name }) => name);
  return {
    addedParameters: [...own.keys()].filter((name) => !old.has(name)),
    changedParameters: [...own.keys()].filter(
      (name) => old.has(name) && old.get(name) !== own.get(name),
    ),
    removedParameters: [...old.keys()].filter((name) => !own.has(name)),
    addedMetrics: metrics.filter((name) => !oldMetrics.has(name)),
    hasSamePhases: variant.phases.join() === base.phases.join(),
  };
}

interface Fidelity {
  /** `exact` or `reconstruction`, the core's word. */
  readonly kind: string;
  /** Which claim, and why. */
  readonly of: string;
}

/** `exact: Linux reno` in its two parts. */
export function fidelityOf(text: string): Fidelity {
  const at = text.indexOf(':');
  if (at < 0) return { kind: text, of: '' };
  return { kind: text.slice(0, at), of: text.slice(at + 1).trim() };
}

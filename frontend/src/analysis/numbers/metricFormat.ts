/** How the numbers of one metric are written: all of them alike, so that they can be compared. */
import { ABSENT, rateUnit, toShortest } from './units';

export interface MetricNature {
  readonly name: string;
  /** The unit word of the data: `bps`, `s`, `bytes`, `packets`, `ratio`, or nothing. */
  readonly unit: string;
  /** The value that is fair; null where there is none. */
  readonly fair: number | null;
  readonly scale: 'linear' | 'logarithmic';
}

export interface MetricFormat {
  /** As people write it; empty for pure numbers. */
  readonly unit: string;
  /** The data's unit in one of the shown one. */
  readonly factor: number;
  readonly decimals: number;
}

const BYTE_UNITS: readonly (readonly [number, string])[] = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
  [1, 'B'],
];
const MILLISECONDS_BELOW_SECONDS = 2;

/** One format for all of `values`: unit and digits are those of the largest. */
export function metricFormat(
  metric: MetricNature,
  values: readonly (number | null)[],
): MetricFormat {
  const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  const { factor, unit } = unitOf(metric, largest);
  return { unit, factor, decimals: decimalsOf(largest / factor, metric) };
}

function unitOf({ name, unit, fair }: MetricNature, largest: number) {
  if (/^(bps|bit\/s)$/.test(unit)) return rateUnit(largest);
  if (unit === 's') {
    return largest < MILLISECONDS_BELOW_SECONDS
      ? { factor: 1e-3, unit: 'ms' }
      : { factor: 1, unit };
  }
  if (/^bytes?$/.test(unit)) {
    const [factor, word] = BYTE_UNITS.find(([size]) => largest >= size) ?? [1, 'B'];
    return { factor, unit: word };
  }
  // A share of a whole is read as percent; a ratio of two flows is not one.
  const isShare = fair === null && name.endsWith('_ratio') && !name.includes('/');
  if (isShare && largest <= 1) return { factor: 0.01, unit: '%' };
  return { factor: 1, unit: /^(ratio|index|count|1)$/.test(unit) ? '' : unit };
}

function decimalsOf(largest: number, { fair }: MetricNature): number {
  if (largest >= 100) return 0;
  if (largest >= 10) return 1;
  if (largest > 1 || fair === 1) return 2;
  return 3;
}

/** Differences of percentages are percentage points: half of 4% is 2 points less, and 50% less. */
export function differenceFormat(
  metric: MetricNature,
  values: readonly (number | null)[],
): MetricFormat {
  const format = metricFormat(metric, values);
  return format.unit === '%' ? { ...format, unit: 'points' } : format;
}

const MOST_FURTHER_DECIMALS = 2;

/** With as many further digits, two at most, as keep the ends of every interval distinct. */
export function intervalFormat(
  format: MetricFormat,
  lows: readonly (number | null)[],
  highs: readonly (number | null)[],
): MetricFormat {
  const widths = lows.map((low, index) => (highs[index] ?? NaN) - (low ?? NaN));
  const narrowest = Math.min(...widths.filter((width) => width > 0)) / format.factor;
  if (!Number.isFinite(narrowest)) return format;
  // To either side at least one of the last digit.
  const wanted = Math.ceil(-Math.log10(narrowest / 2));
  const most = format.decimals + MOST_FURTHER_DECIMALS;
  return { ...format, decimals: Math.min(Math.max(wanted, format.decimals), most) };
}

/** Digits only. A negative zero is none. */
export function formatNumber(value: number | null | undefined, format: MetricFormat): string {
  if (value == null || !Number.isFinite(value)) return ABSENT;
  const { factor, decimals } = format;
  const digits = (value / factor).toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
  return digits.replace('-', '−');
}

/** With its unit. */
export function formatValue(value: number | null | undefined, format: MetricFormat): string {
  const digits = formatNumber(value, format);
  if (format.unit === '' || digits === ABSENT) return digits;
  return format.unit === '%' ? `${digits}%` : `${digits} ${format.unit}`;
}

/** At a tick of an axis, whose unit stands in the title: no digit too many. */
export function formatTick(value: number, { factor }: MetricFormat): string {
  return toShortest(Number((value / factor).toPrecision(6))).replace('-', '−');
}

/** A difference: always with its sign. */
export function formatSigned(value: number | null | undefined, format: MetricFormat): string {
  const text = formatValue(value, format);
  return value != null && value > 0 && text !== ABSENT ? `+${text}` : text;
}

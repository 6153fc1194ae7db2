/**
 * How a number is shown: the one rule of the pages (docs/developing.md, "A number that is shown"),
 * and the twin of `backend/lab_model/english/numbers.py`. Nothing else formats numbers; ESLint
 * refuses `toFixed` and its kind elsewhere. Pure.
 */

const DIGITS = 3;
/** Of a mean. Packets are whole; a hundredth of one on average means nothing more. */
const LEAST_PACKETS = 0.01;
const LEAST_RATIO = 0.0005;
const MOST_RATIO = 0.9995;
/** Further digits are below the error of a double that was computed. */
const COMPUTED_DIGITS = 12;

/** Three significant digits, whole from 100 on, without zeros at the end: 6.1, 0.0267, 2,894. */
export function short(value: number): string {
  if (value === 0) return '0';
  if (Math.abs(value) >= 99.95) return aligned(value, 0);
  const decimals = DIGITS - 1 - Math.floor(Math.log10(Math.abs(value)));
  const text = value.toFixed(Math.min(decimals, 12)).replace(/\.?0+$/, '');
  return text === '-0' || text === '' ? '0' : text;
}

/** With `digits` significant digits where less is known than three: 0.5 of 0.503. */
export function rough(value: number, digits = 2): string {
  return short(significant(value, digits));
}

/** The number itself with so many significant digits: for further computation. */
export function significant(value: number, digits = COMPUTED_DIGITS): number {
  return Number(value.toPrecision(digits));
}

/**
 * With as many decimals as the other numbers of its row, column or curve, so that they can be
 * compared and do not jump while time passes.
 */
export function aligned(value: number, decimals: number): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

type Estimate = readonly [mean: number, low: number, high: number];

/**
 * A mean with three significant digits, and the ends of its interval with as many decimals.
 *
 * @param unit By how much they are divided to be shown.
 */
export function estimateTexts(estimate: Estimate, unit = 1): [string, string, string] {
  const size = significant(Math.abs(estimate[0] / unit), 3);
  const decimals = size === 0 ? 2 : Math.max(0, 2 - Math.floor(Math.log10(size)));
  const [mean, low, high] = estimate;
  const text = (value: number) => aligned(value / unit, decimals);
  return [text(mean), text(low), text(high)];
}

/** `76%`, a tenth below ten; `<0.1%` and `>99.9%` where rounding would say none or all. */
export function percent(ratio: number): string {
  if (ratio > 0 && ratio < LEAST_RATIO) return '<0.1%';
  if (ratio >= MOST_RATIO && ratio < 1) return '>99.9%';
  const isWhole = ratio === 0 || (ratio >= 0.0995 && ratio < 0.995) || ratio >= 1;
  const text = (ratio * 100).toFixed(isWhole ? 0 : 1);
  return `${text.replace(/\.0$/, '')}%`;
}

/** A mean number of packets, without the word: `14.3`, `less than 0.01`. */
export function amount(packets: number): string {
  if (packets > 0 && packets < LEAST_PACKETS) return `less than ${LEAST_PACKETS}`;
  return short(Number(packets.toFixed(2)));
}

/** `1 seed`, `1,200 seeds`. */
export function countOf(count: number, noun: string): string {
  return `${aligned(count, 0)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * A time of a sampled curve, without its unit: as many decimals as the samples are apart, so that
 * no digit says more than the data: 44 of samples of a second, 3.2 of tenths.
 */
export function sampledTime(seconds: number, intervalSeconds: number): string {
  return aligned(seconds, decimalsOfStep(intervalSeconds));
}

const MOST_TIME_DECIMALS = 6;

/** Decimals that keep two neighbours distinct which are `step` from one another. */
function decimalsOfStep(step: number): number {
  let decimals = 0;
  while (decimals < MOST_TIME_DECIMALS && !isWhole(step * 10 ** decimals)) decimals += 1;
  return decimals;
}

const isWhole = (value: number) => value > 0 && Math.abs(value - Math.round(value)) < 1e-6;

/** How far a run is, without its unit: a tenth of a second below ten, whole seconds after. */
export function elapsed(seconds: number): string {
  return seconds < 10 ? short(Number(seconds.toFixed(1))) : aligned(seconds, 0);
}

/** A coordinate of a drawing. No page shows it. */
export function coordinate(value: number, decimals = 1): string {
  return value.toFixed(decimals);
}

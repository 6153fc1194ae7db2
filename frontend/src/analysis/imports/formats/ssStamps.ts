/**
 * The time stamps that people write beside `ss`: what `date`, `ts`, `watch` and scripts print, on a
 * line of their own or before each line. Pure.
 */

export interface Stamp {
  readonly seconds: number;
  /** The origin of its count: only a time of day begins again at midnight. */
  readonly clock: 'epoch' | 'day' | 'relative';
  /** The smallest difference that it can show. */
  readonly step_s: number;
  /** It may be that of a place, whose clocks go back by an hour once a year. */
  readonly isLocal?: boolean;
  /** The name of its time zone; the difference of an ISO time is in its seconds already. */
  readonly zone?: string;
  /** A number without a unit, taken for seconds. */
  readonly isBare?: boolean;
}

interface Stamped {
  readonly stamp: Stamp | null;
  /** What follows the stamp in the line. */
  readonly rest: string;
}

const DAY_S = 86_400;
const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const CLOCK = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d+)?`;
const ISO = String.raw`\d{4}-\d\d-\d\d[T ]${CLOCK}(?:\s?Z|\s?[+-]\d\d:?\d\d)?`;
const MONTH_DAY = String.raw`[A-Z]\p{L}{2,3}\.?\s+\d{1,2}\s+${CLOCK}`;
/** In a system's log, between the stamp and the message: host, program and process. */
const LOGGED = /^\S+ [\w./-]+\[\d+\]:/;
const SPAN = /^[\s,;|\])}>=-]+/;

const AT_START = new RegExp(
  String.raw`^\s*[[({<#]*\s*(?:(${ISO})|(?:${MONTH_DAY})|(${CLOCK})|(${NUMBER}))(?=[\s,;|\])}>]|$)`,
  'u',
);
const BANNER = new RegExp(
  String.raw`^[\s#=*\-_[(<+~|]*(?:(?:time|timestamp|ts|t|at|date|epoch|now|elapsed|sample)\b)?\s*(?:\([a-z]+\))?\s*[:=@]?\s*[#=]*\s*(${NUMBER})\s*(ns|us|µs|ms|msec|s|sec|secs|seconds?|milliseconds?|microseconds?)?[\s#=*\-_\])>+~|:]*$`,
  'i',
);
const ISO_ANYWHERE = new RegExp(
  String.raw`(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)([.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?`,
);
const CLOCK_ANYWHERE = new RegExp(
  String.raw`(?<![\w:.])(\d{1,2}):(\d\d):(\d\d)([.,]\d+)?(?![\w:])(?:\s*([AaPp])\.?[Mm]\b)?`,
);
/** Behind the time of day of `date`. */
const ZONE = /^\s+([A-Z]{3,5}|[+-]\d\d:?\d\d)\b/;
const DENSE = new RegExp(
  [
    String.raw`^[[(]?((?:19|20)\d\d)[./_-]?(0[1-9]|1[0-2])[./_-]?([0-2]\d|3[01])[T\s_.:-]?`,
    String.raw`([01]\d|2[0-4])[.:_-]?([0-5]\d)[.:_-]?([0-6]\d)`,
    String.raw`((?:[.,]\d+)?(?:\s?Z|\s?[+-]\d\d:?\d\d)?)[\])]?$`,
  ].join(''),
);
const LOG_DATE = /^\[?(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d(?:\s?[+-]\d\d:?\d\d)?)\]?$/;
const EPOCH_ANYWHERE = /(?<=^|[\s=([@,])1\d{9}(?:\d{3}|\d{6}|\d{9})?(?:[.,]\d+)?(?=$|[\s)\],;])/g;
/** `Thu Jan  1 00:00:00 UTC 2026` and `Thu 01 Jan 2026 12:00:00 AM UTC`. */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MONTH = /\b(\d{1,2})\.?\s+([A-Za-z]{3})[a-z]*\.?\s+(\d{4})\b/;
const MONTH_DAY_YEAR = /\b([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2})\b.*\b(\d{4})\b/;

/** Of a line that says nothing but when it is. */
export function stampOf(line: string): Stamp | null {
  const row = line.trim();
  if (row === '' || row.length > 200) return null;
  if (/^-\d+(?:[.,]\d+)?$/.test(row)) {
    const { seconds, ...stamp } = numberStamp(row.slice(1), undefined);
    return { ...stamp, seconds: -seconds };
  }
  const dense = denseStamp(row);
  if (dense !== null) return dense;
  // What Linux has been up and idle for, in /proc/uptime.
  const up = /^(\d+\.\d\d) \d+\.\d\d$/.exec(row)?.[1];
  if (up !== undefined) return numberStamp(up, 's');
  return isoStamp(row) ?? clockStamp(row) ?? bannerStamp(row) ?? epochIn(row);
}

/** One number of the epoch, among any other words, as in `--- sample 3 at 1767225600.5 ---`. */
function epochIn(row: string): Stamp | null {
  const [found, another] = [...row.matchAll(EPOCH_ANYWHERE)];
  return found === undefined || another !== undefined ? null : numberStamp(found[0], undefined);
}

/** 2019.12.14_10.16.30 of phones, 20191214_101630 of files, 14/Dec/2019:10:16:30 of logs. */
function denseStamp(row: string): Stamp | null {
  const [, day = '', name = '', year = '', time] = LOG_DATE.exec(row) ?? [];
  const at = MONTHS.indexOf(name.toLowerCase()) + 1;
  if (time !== undefined && at > 0)
    return isoStamp(`${year}-${String(at).padStart(2, '0')}-${day} ${time}`);
  const found = DENSE.exec(row);
  if (found === null) return null;
  const [, years, months, days, hours, minutes, seconds, more = ''] = found;
  return isoStamp(`${years}-${months}-${days} ${hours}:${minutes}:${seconds}${more}`);
}

/** A stamp before something else in the same line. */
export function splitStamp(line: string): Stamped {
  const found = AT_START.exec(line);
  if (found === null) return { stamp: null, rest: line };
  const [whole, , , number] = found;
  const stamp =
    number === undefined ? (isoStamp(whole) ?? clockStamp(whole)) : numberStamp(number, undefined);
  return { stamp, rest: line.slice(whole.length).replace(SPAN, '').replace(LOGGED, '') };
}

function isoStamp(row: string): Stamp | null {
  const found = ISO_ANYWHERE.exec(row);
  if (found === null) return null;
  const [, day = '', clock = '', fraction = '', zone] = found;
  const at = Date.parse(`${day}T${clock}${zone ?? 'Z'}`);
  if (Number.isNaN(at)) return null;
  const local = zone === undefined ? { isLocal: true } : {};
  const seconds = at / 1000 + fractionOf(fraction);
  return { seconds, clock: 'epoch', step_s: stepOf(fraction), ...local };
}

function clockStamp(row: string): Stamp | null {
  const found = CLOCK_ANYWHERE.exec(row);
  if (found === null) return null;
  const [whole, hours = '', minutes = '', seconds = '', fraction = '', half] = found;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  const ofDay = hour * 3600 + Number(minutes) * 60 + Number(seconds) + fractionOf(fraction);
  const day_s = dateSeconds(row.replace(whole, ' '));
  const name = ZONE.exec(row.slice(found.index + whole.length))?.[1];
  const zone = { isLocal: true, ...(name === undefined ? {} : { zone: name }) };
  return day_s === null
    ? { seconds: ofDay, clock: 'day', step_s: stepOf(fraction), ...zone }
    : { seconds: day_s + ofDay, clock: 'epoch', step_s: stepOf(fraction), ...zone };
}

/** The day in the output of `date` in English; other languages keep the time of day only. */
function dateSeconds(row: string): number | null {
  const [, dayOne, monthOne, yearOne] = DAY_MONTH.exec(row) ?? [];
  const [, monthTwo, dayTwo, yearTwo] = MONTH_DAY_YEAR.exec(row) ?? [];
  // Between day and year may also stand a time zone, which is no month.
  const readings = [
    [dayOne, monthOne, yearOne],
    [dayTwo, monthTwo, yearTwo],
  ] as const;
  for (const [day, month, year] of readings) {
    const at = MONTHS.indexOf((month ?? '').toLowerCase());
    if (at >= 0) return Date.UTC(Number(year), at, Number(day)) / 1000;
  }
  return null;
}

function bannerStamp(row: string): Stamp | null {
  const found = BANNER.exec(row);
  return found?.[1] === undefined ? null : numberStamp(found[1], found[2]);
}

const PER_S: Readonly<Record<string, number>> = { n: 1e9, u: 1e6, µ: 1e6, m: 1e3, s: 1 };

/** Of the epoch by its length (`date +%s`, `+%s%3N`, `+%s%6N`, `+%s%N`), else since a start. */
function numberStamp(digits: string, unit: string | undefined): Stamp {
  const [whole = '', decimals = ''] = digits.replace(',', '.').split('.');
  const value = Number(`${whole}.${decimals}`);
  const isEpoch = { 9: 1, 10: 1, 13: 1e3, 16: 1e6, 19: 1e9 }[whole.length];
  const perSecond =
    isEpoch ??
    (unit === undefined
      ? 1
      : (PER_S[/^mic/i.test(unit) ? 'u' : (unit[0] ?? 's').toLowerCase()] ?? 1));
  const step_s = 10 ** -decimals.length / perSecond;
  // A double has no nanoseconds since 1970: the last digits are those of the seconds' part.
  const seconds =
    perSecond === 1e9
      ? Number(whole.slice(0, -9)) + Number(whole.slice(-9)) / 1e9
      : value / perSecond;
  if (isEpoch !== undefined) return { seconds, clock: 'epoch', step_s };
  return { seconds, clock: 'relative', step_s, isBare: unit === undefined };
}

function fractionOf(text: string): number {
  return text === '' ? 0 : Number(`0.${text.slice(1)}`);
}

function stepOf(fraction: string): number {
  return fraction === '' ? 1 : 10 ** -(fraction.length - 1);
}

const HOUR_S = 3600;
/** Of zones, too: some differ by half an hour. */
const SHIFTS_S = [0, HOUR_S / 2, HOUR_S, -HOUR_S / 2, -HOUR_S];
/** So soon after the stamp before it the same hour begins a second time. */
const SOON_S = 60;

/** Times one after another; `null` where they go back for no reason that clocks have. */
export class StampClock {
  /** What the last stamp says of the clock itself; null: nothing. */
  change: string | null = null;
  private shift_s = 0;
  private last: Stamp | null = null;

  next(stamp: Stamp): number | null {
    const before = this.last;
    this.change = null;
    this.last = stamp;
    if (before === null) return stamp.seconds;
    if (before.clock !== stamp.clock) return null;
    const shift_s = this.shiftOf(stamp, before);
    if (shift_s === null) return null;
    this.shift_s += shift_s;
    return stamp.seconds + this.shift_s;
  }

  /** What is to be added where a clock begins again: at midnight, or with another time zone. */
  private shiftOf(stamp: Stamp, before: Stamp): number | null {
    const later_s = stamp.seconds - before.seconds;
    const midnight_s = stamp.clock === 'day' && later_s < -DAY_S / 2 ? DAY_S : 0;
    if (stamp.zone !== before.zone && stamp.zone !== undefined && before.zone !== undefined) {
      this.change = `the time zone changes from ${before.zone} to ${stamp.zone}`;
      const shifts = SHIFTS_S.map((each) => each + midnight_s).filter(
        (each) => later_s + each >= 0,
      );
      return shifts.length === 0 ? null : Math.min(...shifts);
    }
    if (later_s + midnight_s >= 0) return midnight_s;
    const isAgain = later_s + HOUR_S >= 0 && later_s + HOUR_S <= SOON_S;
    // Numbers and ISO times with their difference know no summer time.
    if (!isAgain || stamp.isLocal !== true) return null;
    this.change = 'the clock goes back by an hour, as at the end of summer time';
    return HOUR_S;
  }
}

/**
 * Times that stand for several samples each, since the stamps are coarser than the samples: spread
 * evenly. Steps are alike where one step fits all stamps, else within each stamp.
 */
export function spread(stamps: readonly number[], step_s: number): number[] | null {
  const groups = groupsOf(stamps);
  if (groups.length === stamps.length) return null;
  return evenly(stamps, groups, step_s) ?? within(stamps, groups, step_s);
}

/** Where each stamp first stands. */
function groupsOf(stamps: readonly number[]): number[] {
  return stamps.flatMap((stamp, index) =>
    index === 0 || stamp !== stamps[index - 1] ? [index] : [],
  );
}

function evenly(stamps: readonly number[], groups: readonly number[], step_s: number) {
  const [, first] = groups;
  const last = groups.at(-1);
  if (first === undefined || last === undefined || last <= first) return null;
  const at = (index: number) => stamps[index] ?? 0;
  const each_s = (at(last) - at(first)) / (last - first);
  // The line lies anywhere where every sample is within its stamp: in the middle of these.
  let [low, high] = [-Infinity, Infinity];
  stamps.forEach((stamp, index) => {
    const line = index * each_s;
    low = Math.max(low, stamp - line);
    high = Math.min(high, stamp + step_s - line);
  });
  if (low > high + 1e-9) return null;
  const from = Number.isFinite(high) ? Math.min(low, high) : low;
  return stamps.map((_, index) => from + index * each_s);
}

function within(stamps: readonly number[], groups: readonly number[], step_s: number): number[] {
  const usual = stamps.length / groups.length;
  return groups.flatMap((start, group) => {
    const end = groups[group + 1] ?? stamps.length;
    const count = end - start;
    const isEdge = group === 0 || group === groups.length - 1;
    const each_s = step_s / (isEdge ? Math.max(count, usual) : count);
    // The log began somewhere within its first stamp: what there is of it is its end.
    const late_s = group === 0 ? step_s - count * each_s : 0;
    return Array.from(
      { length: count },
      (_, index) => (stamps[start] ?? 0) + late_s + index * each_s,
    );
  });
}

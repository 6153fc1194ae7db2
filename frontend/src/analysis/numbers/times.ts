/** Times as pages write them. */
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const WHOLE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** The time of today, the day and time of this year, else the day. */
export function whenText(iso: string, now: Date): string {
  const date = new Date(iso);
  if (date.toDateString() === now.toDateString()) return TIME.format(date);
  if (date.getFullYear() !== now.getFullYear()) return YEAR.format(date);
  return `${DAY.format(date)}, ${TIME.format(date)}`;
}

export function wholeTime(iso: string): string {
  return WHOLE.format(new Date(iso));
}

/** `7 December 2026`, for a time to come. */
export function dayText(iso: string): string {
  return LONG_DAY.format(new Date(iso));
}

/**
 * What the lab's clock says, as far as this page has heard: timers end by it, and a phone's own
 * clock may be minutes off.
 */
let aheadMs = 0;

/** `sentAt`: the lab's clock when it sent the answer that has just come. */
export function noteServerClock(sentAt: string | undefined): void {
  const said = Date.parse(sentAt ?? '');
  if (!Number.isNaN(said)) aheadMs = said - Date.now();
}

/** In milliseconds since 1970, as `Date.now()`. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

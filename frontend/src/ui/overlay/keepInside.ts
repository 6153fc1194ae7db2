const STOPS = 'a[href], button, input, select, textarea, summary';

/** For the Tab key: from the last control to the first and back, and no further. */
export function keepInside(event: React.KeyboardEvent<HTMLElement>): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)];
  const stops = controls.filter((control) => !control.matches(':disabled'));
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const isLeaving = event.shiftKey ? at <= 0 : at === stops.length - 1;
  if (!isLeaving) return;
  event.preventDefault();
  stops.at(event.shiftKey ? -1 : 0)?.focus();
}

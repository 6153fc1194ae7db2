/** Brings the field of a problem into sight and gives it the focus. */
const FOCUSABLE = 'input:not([type="range"]), select, textarea, button';

/** False: there is no place for this path or any of its parents on the page. */
export function goToField(page: HTMLElement, path: string): boolean {
  const place = placeOf(page, path);
  if (place === null) return false;
  // What is folded away is not laid out and cannot have the focus.
  for (let fold = place.closest('details'); fold !== null; fold = outer(fold)) fold.open = true;
  const invalid = place.querySelector<HTMLElement>('[aria-invalid]');
  (invalid ?? place.querySelector<HTMLElement>(FOCUSABLE))?.focus();
  place.scrollIntoView({ block: 'nearest' });
  return true;
}

function placeOf(page: HTMLElement, path: string): HTMLElement | null {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = CSS.escape(parts.slice(0, length).join('.'));
    const found = page.querySelector<HTMLElement>(`[data-path="${name}"]`);
    if (found !== null) return found;
  }
  return null;
}

function outer(fold: HTMLDetailsElement): HTMLDetailsElement | null {
  return fold.parentElement?.closest('details') ?? null;
}

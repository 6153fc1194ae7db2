const FOCUSABLE = 'input:not([type="range"]), select, textarea, button';

/**
 * Brings the field of a path, or of its nearest parent, into sight and gives it the focus. False:
 * the page has no place for this path or any of its parents.
 */
export function goToField(page: HTMLElement, path: string): boolean {
  const place = placeOf(page, path);
  if (place === null) return false;
  // What is folded away is not laid out and cannot have the focus.
  for (let fold = place.closest('details'); fold !== null;) {
    fold.open = true;
    fold = fold.parentElement?.closest('details') ?? null;
  }
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

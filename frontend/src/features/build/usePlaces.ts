import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { Problem } from '@/analysis/scenario/problems';
import type { CodeAreaHandle } from '@/ui/CodeArea';

import type { Tab } from './EditorHead';

/** Where things are on the page, in the form and in the text, and the way to a problem. */
export function usePlaces(tab: Tab) {
  const page = useRef<HTMLElement>(null);
  const code = useRef<CodeAreaHandle>(null);
  const [row, setRow] = useState(0);
  const goTo = ({ path, line }: Problem) => {
    if (tab === 'json') {
      if (line !== null) code.current?.goToLine(line);
      return;
    }
    const [, group] = /^flows\.(\d+)/.exec(path) ?? [];
    // The row may be on another page of rows: that has to be there before it can have the focus.
    if (group !== undefined) flushSync(() => setRow(Number(group)));
    if (page.current !== null) goToField(page.current, path);
  };
  return { page, code, row, setRow, goTo };
}

/** Brings the field of a problem into sight and gives it the focus. */
const FOCUSABLE = 'input:not([type="range"]), select, textarea, button';

/** False: there is no place for this path or any of its parents on the page. */
function goToField(page: HTMLElement, path: string): boolean {
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

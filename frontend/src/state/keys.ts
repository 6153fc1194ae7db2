import { useEffect, useRef } from 'react';

/** Single keys and what they do; they rest while a field is being typed into. */
type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

export function usePageKeys(keys: KeyMap): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isOwnKey(event.key, event.target)) return;
      const action = latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action(event);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Ctrl/Cmd-Z and, with shift or as Ctrl-Y, forth again; also while typing. */
export function useUndoKeys(back: () => void, forth: () => void): void {
  const latest = useRef({ back, forth });
  useEffect(() => {
    latest.current = { back, forth };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      // A dialog over the page has a text of its own.
      if (event.target instanceof Element && event.target.closest('dialog') !== null) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) latest.current.forth();
      else latest.current.back();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type))
  );
}

const PRESSED = 'button, a[href], summary, input, [role="button"]';
const MOVED =
  'input[type="radio"], [role="slider"], [role="separator"], [role="tab"], [role="region"][tabindex]';

/** Keys that mean something to the control in focus stay with it: space presses a button. */
function isOwnKey(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === ' ' || key === 'Enter') return target.closest(PRESSED) !== null;
  if (/^(Arrow|Home|End|Page)/.test(key)) return target.closest(MOVED) !== null;
  return false;
}

import { useEffect, useId, useRef, useState } from 'react';

import styles from './ui.module.css';

interface TermProps {
  readonly name: string;
  readonly definition: string;
  /** What the number is over, or how the data calls it. */
  readonly note?: string;
}

const WIDTH_PX = 316;
const MARGIN_PX = 8;

/** A word whose one definition is one click, or Enter, away. */
export function Term({ name, definition, note }: TermProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<React.CSSProperties | null>(null);
  const id = useId();
  const isOpen = place !== null;
  const toggle = () => setPlace(isOpen ? null : placeBelow(button.current));
  useDismiss(isOpen, button, () => setPlace(null));
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.term}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        {name}
      </button>
      {place !== null && (
        <span id={id} role="dialog" aria-label={name} className={styles.definition} style={place}>
          <b>{name}</b>
          <span>{definition}</span>
          {note !== undefined && <small>{note}</small>}
        </span>
      )}
    </>
  );
}

/** Below the word, or above it where there is no room, inside of the window. */
function placeBelow(element: HTMLElement | null): React.CSSProperties | null {
  const box = element?.getBoundingClientRect();
  if (box === undefined) return null;
  const left = Math.max(
    MARGIN_PX,
    Math.min(box.left, document.documentElement.clientWidth - WIDTH_PX - MARGIN_PX),
  );
  const isLow = box.bottom > window.innerHeight * 0.72;
  return isLow ? { left, bottom: window.innerHeight - box.top + 6 } : { left, top: box.bottom + 6 };
}

/** Escape, a click elsewhere and scrolling close it; the focus stays where it is. */
function useDismiss(
  isOpen: boolean,
  button: React.RefObject<HTMLButtonElement | null>,
  close: () => void,
): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = (event: PointerEvent) => {
      if (!button.current?.contains(event.target as Node)) latest.current();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Only this closes, not the sheet that it stands on.
      event.stopPropagation();
      latest.current();
    };
    const onScroll = () => latest.current();
    window.addEventListener('pointerdown', onPointerDown);
    window.addEventListener('keydown', onKeyDown, { capture: true });
    window.addEventListener('scroll', onScroll, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', onPointerDown);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      window.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [isOpen, button]);
}

import { useEffect, useEffectEvent, useId, useRef, type RefObject } from 'react';

import { Button } from '@/ui/Button';
import styles from './dialog.module.css';
import { Kbd } from '@/ui/Kbd';
import { keepInside } from './keepInside';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Closes it too, beside Escape. */
  readonly closingKey?: string;
  readonly isWide?: boolean;
  readonly children: React.ReactNode;
}

/**
 * A modal dialog of the browser's own: the page behind is out of reach, Escape closes it, the focus
 * goes back, and no style has to be inserted for it. The keys of the page rest meanwhile.
 */
export function Dialog({ title, onClose, closingKey, isWide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // Its `close` event comes a task later, for what the browser closes by itself: a sheet
  // that is opened again in between must not be closed by the event of the first time.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  useUnfocusedKeys(dialog, close);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        // A file picker inside fires the same event when no file was chosen.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        // The backdrop counts as the dialog itself; its content lies in the box below.
        if (event.target === event.currentTarget) close();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === closingKey) close();
        if (event.key === 'Tab') keepInside(event);
      }}
    >
      <div className={styles.box} tabIndex={-1}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <Button onClick={close} rightSection={<Kbd>Esc</Kbd>}>
            Close
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/**
 * The focus is nowhere once a button that has it is disabled. The keys then went to the page
 * behind, which kept Escape from the browser.
 */
function useUnfocusedKeys(dialog: RefObject<HTMLDialogElement | null>, close: () => void) {
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isFront = [...document.querySelectorAll('dialog[open]')].at(-1) === dialog.current;
      if (event.target !== document.body || !isFront) return;
      event.stopPropagation();
      dialog.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
      if (event.key === 'Escape') onEscape();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [dialog]);
}

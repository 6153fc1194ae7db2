import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';

import { Kbd } from './Kbd';
import styles from './sheet.module.css';

interface SheetProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

/**
 * What floats over a page until it is closed. The browser's own modal dialog: the page behind is
 * out of reach, Escape closes it, the focus goes back, and no style has to be inserted for it.
 */
export function Sheet({ title, closeLabel, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        // The backdrop counts as the dialog itself; what is in the sheet lies in the box below.
        if (event.target === event.currentTarget) close();
      }}
      // The keys of the page behind rest meanwhile.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.box}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <Button onClick={close} rightSection={<Kbd>Esc</Kbd>}>
            {closeLabel}
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

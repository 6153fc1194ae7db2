import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';

import { appText } from '@/messages/app';

import styles from './dialog.module.css';
import { Kbd } from './Kbd';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

/**
 * A modal dialog of the browser's own: the page behind is out of reach, Escape closes it, the focus
 * goes back, and no style has to be inserted for it. The keys of the page rest meanwhile.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        // The backdrop counts as the dialog itself; what is in it lies in the box below.
        if (event.target === event.currentTarget) dialog.current?.close();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.box}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <Button onClick={() => dialog.current?.close()} rightSection={<Kbd>Esc</Kbd>}>
            {appText.close}
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';

import { useCoreVersion } from '@/api/lab';
import { helpText, keyLists, metricDefinitions, type KeyList } from '@/messages/help';
import { Kbd } from '@/ui/Kbd';
import { Pill } from '@/ui/Pill';

import styles from './help.module.css';

/**
 * Keys by page and the meaning of the metrics. A modal dialog of the browser's own: the page behind
 * is out of reach, Escape closes it, the focus goes back, and no style has to be inserted for it.
 */
export function HelpSheet({ path, onClose }: { path: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  // The dialog tells when it has closed, on Escape too, and has given the focus back by then.
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
      onKeyDown={(event) => {
        // The keys of the page behind rest meanwhile.
        event.stopPropagation();
        if (event.key === '?') close();
        if (event.key === 'Tab') keepInside(event);
      }}
    >
      <div className={styles.box} tabIndex={-1}>
        <header className={styles.head}>
          <h2 id={titleId}>{helpText.title}</h2>
          <Button onClick={close} rightSection={<Kbd>Esc</Kbd>}>
            {helpText.close}
          </Button>
        </header>
        <div className={styles.columns}>
          <Keys path={path} />
          <section>
            <h3>{helpText.metricsTitle}</h3>
            <dl className={styles.metrics}>
              {metricDefinitions.map(({ name, text }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <About />
            <p>
              <Link to="/algorithms" onClick={close}>
                {helpText.more}
              </Link>
            </p>
          </section>
        </div>
      </div>
    </dialog>
  );
}

/** From the last control to the first and back, where the browser would go on to its own bar. */
function keepInside(event: React.KeyboardEvent<HTMLDialogElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const isLeaving = event.shiftKey ? at <= 0 : at === stops.length - 1;
  if (!isLeaving) return;
  event.preventDefault();
  stops.at(event.shiftKey ? -1 : 0)?.focus();
}

/** The keys of the page that is open come first. */
function Keys({ path }: { path: string }) {
  const isHere = (list: KeyList) => list.path?.test(path) === true;
  const lists = [...keyLists.filter(isHere), ...keyLists.filter((list) => !isHere(list))];
  return (
    <section>
      <h3>{helpText.keysTitle}</h3>
      <p className="small quiet">{helpText.keysNote}</p>
      {lists.map((list) => (
        <div key={list.page} className={styles.page}>
          <h4>
            {list.page} {isHere(list) && <Pill>{helpText.here}</Pill>}
          </h4>
          <dl>
            {list.keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((part) => (
                    <Kbd key={part}>{part}</Kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

function About() {
  const core = useCoreVersion();
  return (
    <div className={styles.about}>
      <h3>{helpText.aboutTitle}</h3>
      {helpText.about.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        {helpText.core}: {core === null ? helpText.coreUnknown : <code>{core}</code>}
      </p>
    </div>
  );
}

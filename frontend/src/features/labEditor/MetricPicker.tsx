import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState } from 'react';

import { metricChoices } from '@/analysis/labs/terms';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Popover } from '@/ui/Popover';

import styles from './picker.module.css';

interface MetricPickerProps {
  /** Of the scenario's flows. */
  readonly labels: readonly string[];
  /** Of the field that it belongs to. */
  readonly name: string;
  readonly onPick: (term: string) => void;
}

const MOST_SHOWN = 60;

/** All metrics that an expression may name, found by their words. */
export function MetricPicker({ labels, name, onPick }: MetricPickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      align="end"
      className={styles.box}
      target={
        <Button
          size="xs"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={t`Insert a metric: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t`Insert a metric`}
        </Button>
      }
    >
      <Choices
        labels={labels}
        onPick={(term) => {
          setOpen(false);
          onPick(term);
        }}
      />
    </Popover>
  );
}

function Choices({ labels, onPick }: Pick<MetricPickerProps, 'labels' | 'onPick'>) {
  const id = useId();
  const [find, setFind] = useState('');
  const list = useRef<HTMLUListElement>(null);
  // At the foot of the page the box hangs below it.
  useEffect(() => list.current?.scrollIntoView({ block: 'nearest' }), []);
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = metricChoices(labels).filter(({ term, title, of }) => {
    const text = `${term} ${title} ${of}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {t`Find a metric`}
      </label>
      <input
        id={id}
        placeholder={t`Find: rtt, goodput, queue …`}
        autoComplete="off"
        value={find}
        onChange={({ target }) => setFind(target.value)}
      />
      <p className="small faint" role="status">
        {found.length === 0
          ? t`No metric has these words.`
          : found.length > MOST_SHOWN
            ? t`${countOf(found.length, 'metric')}, the first ${MOST_SHOWN} below`
            : countOf(found.length, 'metric')}
      </p>
      <ul ref={list} className={styles.choices}>
        {found.slice(0, MOST_SHOWN).map(({ term, title, of, definition }) => (
          <li key={term}>
            <button type="button" title={definition} onClick={() => onPick(term)}>
              <span>
                {title} <span className="faint">{of}</span>
              </span>
              <code>{term}</code>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

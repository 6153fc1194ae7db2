import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState } from 'react';

import { listAt, textAt } from '@/analysis/labs/draft';
import { metricChoices, termsOf } from '@/analysis/labs/terms';
import { getAt } from '@/analysis/scenario/fields/fieldPath';
import { termTitle } from '@/steps/goalTerms';
import { countOf } from '@/texts/counts';
import { Button } from '@/ui/Button';
import { Popover } from '@/ui/overlay/Popover';

import { useDraftPlace } from '../editing';
import { describedBy, Labelled } from './fields';
import styles from './fields.module.css';
import metricPickerStyles from './picker.module.css';

interface ExpressionFieldProps {
  readonly path: string;
  readonly label: string;
  readonly hint?: React.ReactNode;
  /** The scenario whose flows it may name. */
  readonly scenario: unknown;
}

/** An expression over the metrics of a run, which are offered by name. */
export function ExpressionField({ path, label, hint, scenario }: ExpressionFieldProps) {
  const id = useId();
  const { value, problems, set } = useDraftPlace(path);
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const text = typeof value === 'string' ? value : '';
  const isBad = problems.length > 0;
  const insert = (term: string) => {
    const at = caret ?? text.length;
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const gap = before === '' || /[\s(]$/.test(before) ? '' : ' ';
    set(`${before}${gap}${term}${after}`);
    setCaret(at + gap.length + term.length);
    field.current?.focus();
  };
  const flows = listAt(scenario, 'flows').map((flow) => textAt(flow, 'label'));
  return (
    <Labelled {...{ id, path, label, hint, problems }}>
      <div className={styles.expression}>
        <textarea
          ref={field}
          id={id}
          rows={text.length > 70 ? 2 : 1}
          className={styles.code}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={isBad || undefined}
          aria-describedby={describedBy(id, isBad, hint !== undefined)}
          value={text}
          onChange={({ target }) => {
            // It is one line, whatever is pasted.
            set(target.value.replace(/\s*\n\s*/g, ' '));
            setCaret(target.selectionStart);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        />
        <MetricPicker labels={flows} name={label} onPick={insert} />
      </div>
      <Terms text={text} scenario={scenario} />
    </Labelled>
  );
}

/** The metrics of an expression in words, so that it can be read over. */
function Terms({ text, scenario }: { text: string; scenario: unknown }) {
  const terms = termsOf(text);
  if (terms.length === 0 || getAt(scenario, 'flows') === undefined) return null;
  return (
    <p className={styles.terms}>
      {terms.map((term) => (
        <span key={term}>
          <code>{term}</code> {termTitle(term)}
        </span>
      ))}
    </p>
  );
}

interface MetricPickerProps {
  /** Of the scenario's flows. */
  readonly labels: readonly string[];
  /** Of the field that it belongs to. */
  readonly name: string;
  readonly onPick: (term: string) => void;
}

const MOST_SHOWN = 60;

/** All metrics that an expression may name, found by their words. */
function MetricPicker({ labels, name, onPick }: MetricPickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      align="end"
      className={metricPickerStyles.box}
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
          ? t`No metric matches.`
          : found.length > MOST_SHOWN
            ? t`${countOf(found.length, 'metric')}, the first ${MOST_SHOWN} below`
            : countOf(found.length, 'metric')}
      </p>
      <ul ref={list} className={metricPickerStyles.choices}>
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

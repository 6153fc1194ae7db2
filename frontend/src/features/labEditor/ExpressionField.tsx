import { useId, useRef, useState } from 'react';

import { listAt, textAt } from '@/analysis/labs/draft';
import { termsOf } from '@/analysis/labs/terms';
import { getAt } from '@/analysis/scenario/fieldPath';
import { termTitle } from '@/steps/metricWords';

import { useDraftPlace } from './editing';
import styles from './fields.module.css';
import { describedBy, Labelled } from './fields';
import { MetricPicker } from './MetricPicker';

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

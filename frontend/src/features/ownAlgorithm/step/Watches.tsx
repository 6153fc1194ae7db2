import clsx from 'clsx';
import { useId, useState } from 'react';

import type { Step } from '@/core/steps';
import { Button } from '@/ui/Button';

import type { DebugText } from '../compiler/useCompiled';
import styles from './step.module.css';
import { watchText } from './stepTexts';

/** More would make every event slow. */
const MOST_WATCHES = 20;
const LONGEST = 500;

interface WatchesProps {
  readonly watches: readonly string[];
  /** What the last module was made of, which says what is wrong. */
  readonly debug: DebugText | null;
  /** Of the module that `valued` was made into. */
  readonly step: Step | null;
  readonly valued: DebugText | null;
  readonly onChange: (watches: readonly string[]) => void;
}

/** Expressions over the algorithm's own variables and functions, with their values in a step. */
export function Watches({ watches, debug, step, valued, onChange }: WatchesProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const add = () => {
    const watch = typed.trim();
    if (watch === '' || watches.length >= MOST_WATCHES) return;
    if (!watches.includes(watch)) onChange([...watches, watch]);
    setTyped('');
  };
  return (
    <section aria-label="Watches" className={styles.part}>
      <h3>Watches</h3>
      {watches.length > 0 && (
        <ul className={styles.watches}>
          {watches.map((watch) => {
            const problem = problemOf(debug, watch);
            const value = step?.watches[valued?.watches.indexOf(watch) ?? -1] ?? null;
            return (
              <li key={watch}>
                <code>{watch}</code>
                <span className={clsx(styles.value, problem === '' ? 'number' : styles.wrong)}>
                  {problem !== '' ? problem : value === null ? '' : watchText(value)}
                </span>
                <Button
                  size="compact"
                  aria-label={`Remove ${watch}`}
                  onClick={() => onChange(watches.filter((each) => each !== watch))}
                >
                  Remove
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <label htmlFor={`${id}-watch`} className="visually-hidden">
          An expression to watch
        </label>
        <input
          id={`${id}-watch`}
          className="touch-field"
          value={typed}
          maxLength={LONGEST}
          placeholder="cwnd * 2 > ssthresh"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" size="xs" disabled={watches.length >= MOST_WATCHES}>
          Watch
        </Button>
      </form>
    </section>
  );
}

function problemOf(debug: DebugText | null, watch: string): string {
  if (debug === null || !('bytes' in debug.compiled)) return '';
  return debug.compiled.watchProblems[debug.watches.indexOf(watch)] ?? '';
}

import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { Button } from '@/ui/Button';

import styles from './compare.module.css';
import { resolveLink, type ResolvedLink } from './resolveLink';

interface LinkFormProps {
  /** So many links are wanted. */
  readonly count: 1 | 2;
  readonly onResolved: (links: readonly ResolvedLink[]) => void;
}

/** Fields for links; each that cannot be compared says why below itself. */
export function LinkForm({ count, onResolved }: LinkFormProps) {
  const queryClient = useQueryClient();
  const id = useId();
  const [texts, setTexts] = useState<readonly string[]>(() => Array<string>(count).fill(''));
  const [errors, setErrors] = useState<readonly (string | null)[]>([]);
  const [isReading, setReading] = useState(false);
  const submit = async () => {
    setReading(true);
    const outcomes = await Promise.allSettled(texts.map((text) => resolveLink(queryClient, text)));
    setReading(false);
    setErrors(outcomes.map((outcome) => (outcome.status === 'rejected' ? why(outcome) : null)));
    const links = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    );
    if (links.length === texts.length) onResolved(links);
    else document.getElementById(`${id}-${firstBroken(outcomes)}`)?.focus();
  };
  return (
    <form
      className={styles.links}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {texts.map((text, place) => {
        const error = errors[place] ?? null;
        return (
          <div key={place}>
            <label htmlFor={`${id}-${place}`}>{`Link ${place + 1}`}</label>
            <input
              id={`${id}-${place}`}
              value={text}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              placeholder="an address of this lab: a run, a shared result, an experiment, a scenario"
              aria-invalid={error !== null || undefined}
              aria-describedby={error === null ? undefined : `${id}-${place}-why`}
              onChange={({ target }) => {
                setTexts(texts.map((old, at) => (at === place ? target.value : old)));
                setErrors(errors.map((old, at) => (at === place ? null : old)));
              }}
            />
            {error !== null && (
              <p id={`${id}-${place}-why`} role="alert" className={styles.wrong}>
                <b>{`Link ${place + 1} cannot be compared.`}</b> {error}
              </p>
            )}
          </div>
        );
      })}
      <Button type="submit" variant="filled" disabled={isReading}>
        {isReading ? 'Reading …' : count === 1 ? 'Add it' : 'Compare'}
      </Button>
    </form>
  );
}

function why({ reason }: PromiseRejectedResult): string {
  return reason instanceof Error ? reason.message : String(reason);
}

function firstBroken(outcomes: readonly PromiseSettledResult<unknown>[]): number {
  return outcomes.findIndex(({ status }) => status === 'rejected');
}

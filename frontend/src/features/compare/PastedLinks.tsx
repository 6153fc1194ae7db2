import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { changeRows } from '@/analysis/scenario/changes/changeRows';
import { useAlgorithmTitle, useScenarioSchema } from '@/api/catalog';
import type { Scenario } from '@/api/types';
import { useStartRuns } from '@/opening/startRuns';
import { type ComparedItem, MOST_ITEMS, withoutDoubles } from '@/state/compareUrl';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from './compare.module.css';
import { type ResolvedLink, resolveLink } from './resolveLink';

interface PastedLinksProps {
  readonly count: 1 | 2;
  /** The items compared so far. */
  readonly present: readonly ComparedItem[];
  readonly onItems: (items: readonly ComparedItem[]) => void;
}

/** Pasted links become items; a scenario without a result is compared by its settings, or run. */
export function PastedLinks({ count, present, onItems }: PastedLinksProps) {
  const [unrun, setUnrun] = useState<readonly ResolvedLink[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (links: readonly ResolvedLink[], more: readonly ComparedItem[]) => {
    const items = withoutDoubles(more);
    if (items.length + present.length > MOST_ITEMS)
      setProblem(`At most ${MOST_ITEMS} can be compared at once.`);
    else if (items.length < links.length) setProblem('Both links open the same result.');
    else onItems(items);
  };
  return (
    <>
      <LinkForm
        count={count}
        onResolved={(links) => {
          setProblem(null);
          const isUnrun = links.some((link) => link.unrun !== null);
          setUnrun(isUnrun ? links : null);
          if (!isUnrun)
            take(
              links,
              links.flatMap(({ items }) => items),
            );
        }}
      />
      {problem !== null && <p role="alert">{problem}</p>}
      {unrun !== null && (
        <UncomputedScenarios links={unrun} onItems={(items) => take(unrun, items)} />
      )}
    </>
  );
}

interface UncomputedScenariosProps {
  readonly links: readonly ResolvedLink[];
  readonly onItems: (items: readonly ComparedItem[]) => void;
}

/** Scenarios that no core has seen: their settings, and the way to results. */
function UncomputedScenarios({ links, onItems }: UncomputedScenariosProps) {
  const start = useStartRuns();
  const [before, after] = links.flatMap(({ scenario }) => scenario ?? []);
  const names = links.flatMap(({ unrun }) => (unrun === null ? [] : [nameOf(unrun.scenario)]));
  const run = () =>
    start.mutate(
      links.flatMap(({ unrun }) => (unrun === null ? [] : [{ ...unrun, name: null }])),
      {
        onSuccess: (made) => {
          const fresh = [...made];
          onItems(
            links.flatMap(({ items, unrun }): readonly ComparedItem[] => {
              const one = unrun === null ? undefined : fresh.shift();
              return one === undefined ? items : [{ kind: 'runs', ids: [one.id] }];
            }),
          );
        },
      },
    );
  return (
    <section className={styles.unrun}>
      <Note title="Only the settings can be compared so far">{`${names.join(', ')}: such a link contains a scenario, not a result. Nothing has been computed.`}</Note>
      {before !== undefined && after !== undefined && <Settings before={before} after={after} />}
      <Button variant="filled" disabled={start.isPending} onClick={run}>
        {start.isPending ? 'Starting …' : 'Run and compare'}
      </Button>
      {start.error !== null && <p role="alert">{start.error.message}</p>}
    </section>
  );
}

function Settings({ before, after }: { before: Scenario; after: Scenario }) {
  const rows = changeRows(before, after, useScenarioSchema().data, useAlgorithmTitle());
  if (rows.length === 0) return <p className="quiet">The scenarios are equal.</p>;
  const heads = [nameOf(before), nameOf(after)];
  const labels = heads[0] === heads[1] ? [`Link ${1}`, `Link ${2}`] : heads;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">{labels[0]}</th>
          <th scope="col">{labels[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, name, before: was, after: is }) => (
          <tr key={path}>
            <th scope="row">{name}</th>
            <td data-label={labels[0]}>{was}</td>
            <td data-label={labels[1]}>
              <b>{is}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function nameOf({ name }: Scenario): string {
  return name === '' ? 'unnamed scenario' : name;
}

interface LinkFormProps {
  /** So many links are wanted. */
  readonly count: 1 | 2;
  readonly onResolved: (links: readonly ResolvedLink[]) => void;
}

/** Fields for links; each that cannot be compared says why below itself. */
function LinkForm({ count, onResolved }: LinkFormProps) {
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

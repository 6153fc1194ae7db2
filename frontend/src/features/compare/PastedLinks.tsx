import { useState } from 'react';

import { changeRows } from '@/analysis/scenario/changeWords';
import { useAlgorithmTitle, useScenarioSchema } from '@/api/catalog';
import { useStartRuns } from '@/opening/startRuns';
import type { Scenario } from '@/api/types';
import { MOST_ITEMS, withoutDoubles, type ComparedItem } from '@/state/compareUrl';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from './compare.module.css';
import { LinkForm } from './LinkForm';
import type { ResolvedLink } from './resolveLink';

interface PastedLinksProps {
  readonly count: 1 | 2;
  /** What is compared already. */
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
    else if (items.length < links.length) setProblem('Both links lead to the same.');
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
      {unrun !== null && <Unrun links={unrun} onItems={(items) => take(unrun, items)} />}
    </>
  );
}

interface UnrunProps {
  readonly links: readonly ResolvedLink[];
  readonly onItems: (items: readonly ComparedItem[]) => void;
}

/** Scenarios that no core has seen: their settings, and the way to results. */
function Unrun({ links, onItems }: UnrunProps) {
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

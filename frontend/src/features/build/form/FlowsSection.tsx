import { useEffect, useRef } from 'react';

import { chosenNames, labelOf } from '@/analysis/scenario/groupNames';
import { useAlgorithmTitle } from '@/api/catalog';
import { usePageKeys } from '@/state/keys';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';

import styles from './flows.module.css';
import field from '../fields/field.module.css';
import { COLUMNS } from './FlowCells';
import { FlowRow } from './FlowRow';
import { isChoice, stateAt, useForm, type FormState } from '../fields/formContext';
import type { GroupEdits } from '../document/useGroups';

/** More rows than this on a page would make typing slow. */
const PAGE_ROWS = 25;
const NEW_GROUP = {
  label: '',
  count: 1,
  rtt_s: 0.05,
  algorithm: { name: 'cubic', parameters: {} },
};

interface FlowsSectionProps {
  readonly edits: GroupEdits;
  /** The row that must be in sight; the page of rows follows it. */
  readonly row: number;
  readonly onRow: (row: number) => void;
}

/** The column stands for all groups if one of them has something to choose. */
function hasTrafficChoice(form: FormState, groupCount: number): boolean {
  return Array.from({ length: groupCount }).some((_, index) => {
    const state = stateAt(form, `flows.${index}.traffic.kind`);
    return state !== null && isChoice(state);
  });
}

/** Groups of flows as rows. */
export function FlowsSection({ edits, row, onRow }: FlowsSectionProps) {
  const form = useForm();
  const { scenario, algorithms } = form;
  const groups: readonly unknown[] = Array.isArray(scenario.flows) ? scenario.flows : [];
  const { section, added } = useFocusOnAdded(groups.length);
  const add = () => {
    const last = groups.at(-1);
    const name = algorithms[0]?.name ?? NEW_GROUP.algorithm.name;
    const fresh = { ...NEW_GROUP, algorithm: { name, parameters: {} } };
    // Named after its algorithm until the user renames it.
    edits.insert(groups.length, relabelled(last ?? fresh, ''));
    onRow(groups.length);
    added.current = groups.length;
  };
  const isChosen = chosenNames(groups, useAlgorithmTitle());
  const first = pageStart(Math.min(row, groups.length - 1));
  const move = (from: number, to: number) => {
    if (to < 0 || to >= groups.length) return;
    edits.move(from, to);
    onRow(to);
  };
  usePageKeys({ n: add });
  const hasTraffic = hasTrafficChoice(form, groups.length);
  return (
    <section ref={section} data-traffic={hasTraffic || undefined}>
      <div className={field.heading}>
        <h2>Flows</h2>
        <span className="quiet">
          Each row is a group of identical flows. Each group keeps its colour on every page.
        </span>
      </div>
      <div className={styles.head} aria-hidden="true">
        <span />
        <span>{COLUMNS.name}</span>
        <span>{COLUMNS.count}</span>
        <span>{COLUMNS.algorithm}</span>
        <span>{COLUMNS.rtt}</span>
        <span>{COLUMNS.start}</span>
        {hasTraffic && <span>{COLUMNS.traffic}</span>}
        <span />
      </div>
      {groups.slice(first, first + PAGE_ROWS).map((group, offset) => (
        <FlowRow
          key={first + offset}
          index={first + offset}
          isOnly={groups.length === 1}
          hasTraffic={hasTraffic}
          onCopy={() => edits.insert(first + offset + 1, copyOf(group, isChosen[first + offset]))}
          onRemove={() => edits.remove(first + offset)}
          onMove={(steps) => move(first + offset, first + offset + steps)}
        />
      ))}
      {groups.length > PAGE_ROWS && <Pages first={first} count={groups.length} onFirst={onRow} />}
      <Button className={styles.add} onClick={add} rightSection={<Kbd>n</Kbd>}>
        Add flows
      </Button>
    </section>
  );
}

/** Added rows get the focus as a whole, so that the key that adds can be pressed again. */
function useFocusOnAdded(groupCount: number) {
  const section = useRef<HTMLElement>(null);
  const added = useRef<number | null>(null);
  useEffect(() => {
    if (added.current === null || added.current >= groupCount) return;
    section.current?.querySelector<HTMLElement>(`[data-path="flows.${added.current}"]`)?.focus();
    added.current = null;
  }, [groupCount]);
  return { section, added };
}

function pageStart(row: number): number {
  return Math.floor(Math.max(0, row) / PAGE_ROWS) * PAGE_ROWS;
}

interface PagesProps {
  readonly first: number;
  readonly count: number;
  readonly onFirst: (row: number) => void;
}

function Pages({ first, count, onFirst }: PagesProps) {
  const end = Math.min(first + PAGE_ROWS, count);
  return (
    <nav className={styles.pages} aria-label="Pages of flow groups">
      <Button size="xs" disabled={first === 0} onClick={() => onFirst(first - PAGE_ROWS)}>
        Previous
      </Button>
      <span className="quiet">{`${first + 1} to ${end} of ${count} groups`}</span>
      <Button size="xs" disabled={end === count} onClick={() => onFirst(end)}>
        Next
      </Button>
    </nav>
  );
}

/** A copy gets its own name: two equal names could not be distinguished. */
function copyOf(group: unknown, isChosen = false): unknown {
  return relabelled(group, isChosen ? `${labelOf(group)} copy` : '');
}

function relabelled(group: unknown, label: string): unknown {
  return typeof group === 'object' && group !== null ? { ...group, label } : NEW_GROUP;
}

import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { ComparedRead } from '@/api/experiments/comparisons';
import { StyleSample } from '@/charts/StyleSample';
import { MOST_ITEMS, SEED_COUNTS, type ComparedItem } from '@/state/compareUrl';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { countOf } from '@/analysis/numbers/shown';

import styles from './compare.module.css';
import { CurveChoices } from './CurveChoices';
import { lineStyles } from './lineStyles';
import type { Compared } from './useCompared';
import type { CompareViewState } from './useCompareView';
import { seedsText } from './seedTexts';
import { PastedLinks } from './PastedLinks';

const overSeedsWhy = (count: number, isChosen: boolean) => {
  if (isChosen) return 'All scenarios are compared over the same seeds.';
  return count > 1
    ? 'The chosen seeds. More seeds give narrower intervals.'
    : 'One seed is an anecdote. Several seeds give intervals.';
};

/** Those that are offered, and the one of an address that is not among them. */
function seedChoices(chosen: number | undefined): readonly number[] {
  const all = chosen === undefined ? [] : [chosen];
  return [...new Set([...SEED_COUNTS, ...all])].sort((one, other) => one - other);
}

interface ItemRailProps {
  readonly view: CompareViewState;
  readonly compared: Compared;
}

const PHONE = '(max-width: 760px)';

/** The compared items and how they are drawn; folded on a phone, so that the result comes first. */
export function ItemRail(props: ItemRailProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const { view, compared } = props;
  if (!isPhone) {
    return (
      <div className={styles.rail}>
        <Parts {...props} />
      </div>
    );
  }
  const names = view.items.map((_, place) => nameOf(compared, place)).join(', ');
  return (
    <details className={styles.rail} open={view.items.length < 2 || undefined}>
      <summary>
        <b>Compared:</b> {names}
      </summary>
      <Parts {...props} />
    </details>
  );
}

/** The items: how their lines look, which is the baseline, and over how many seeds. */
function Parts({ view, compared }: ItemRailProps) {
  const { items, baseline } = view;
  const styleOf = lineStyles(items.length, baseline);
  return (
    <>
      <section>
        <h2>
          Compared
          <span className="faint regular">{`${items.length} of ${MOST_ITEMS}`}</span>
        </h2>
        <ul className={styles.items}>
          {items.map((item, place) => (
            <li key={place} className={styles.item} data-baseline={place === baseline || undefined}>
              <StyleSample style={styleOf[place] ?? 'solid'} />
              <Name item={item} compared={compared} place={place} />
              <Actions view={view} place={place} name={nameOf(compared, place)} />
            </li>
          ))}
        </ul>
        <div className={styles.add}>
          <AddLink view={view} />
        </div>
        {hasSeveralBehaviours(compared) && (
          <p className={styles.warning}>
            Computed by cores of different behaviour versions: a difference may come from the core.
          </p>
        )}
      </section>
      {items.some(({ kind }) => kind === 'runs') && <OverSeeds view={view} compared={compared} />}
      <CurveChoices view={view} compared={compared} />
    </>
  );
}

function hasSeveralBehaviours({ comparison }: Compared): boolean {
  const behaviours = comparison?.items.flatMap(({ behaviour_version }) => behaviour_version ?? []);
  return new Set(behaviours).size > 1;
}

function nameOf({ labels, own }: Compared, place: number): string {
  return labels[place] ?? own[place]?.[0]?.name ?? `number ${place + 1}`;
}

interface NameProps {
  readonly item: ComparedItem;
  readonly compared: Compared;
  readonly place: number;
}

function Name({ item, compared, place }: NameProps) {
  const read = compared.comparison?.items[place];
  const isMixed = hasSeveralBehaviours(compared);
  return (
    <div>
      <b>
        {item.kind === 'runs' ? (
          <Link to="/runs/$id" params={{ id: item.ids[0] ?? '' }}>
            {nameOf(compared, place)}
          </Link>
        ) : (
          <Link
            to="/experiments/$id"
            params={{ id: item.experimentId }}
            {...(read?.cell == null ? {} : { search: { cell: read.cell.cell_index } as never })}
          >
            {nameOf(compared, place)}
          </Link>
        )}
      </b>
      {read !== undefined && <small>{factsOf(read)}</small>}
      {isMixed && read?.core_version != null && <small>{`core ${read.core_version}`}</small>}
    </div>
  );
}

function factsOf({ label, cell, seeds, seed_count }: ComparedRead): string {
  const of = cell === null ? label : `cell of ${cell.experiment_name}`;
  return [of, seedsText(seeds, seed_count)].filter((part) => part !== '').join(', ');
}

interface ActionsProps {
  readonly view: CompareViewState;
  readonly place: number;
  readonly name: string;
}

function Actions({ view, place, name }: ActionsProps) {
  const { items, baseline, change, move, remove } = view;
  return (
    <span className={styles.acts}>
      {place === baseline ? (
        <em>baseline</em>
      ) : (
        <button
          type="button"
          className="ui-link"
          aria-label={`As baseline: ${name}`}
          onClick={() => change({ baseline: place === 0 ? undefined : place })}
        >
          As baseline
        </button>
      )}
      <button
        type="button"
        className="ui-link"
        disabled={place === 0}
        aria-label={`Move ${name} up`}
        onClick={() => move(place, -1)}
      >
        Up
      </button>
      <button
        type="button"
        className="ui-link"
        disabled={place === items.length - 1}
        aria-label={`Move ${name} down`}
        onClick={() => move(place, 1)}
      >
        Down
      </button>
      <button
        type="button"
        className="ui-link"
        aria-label={`Remove ${name}`}
        onClick={() => remove(place)}
      >
        Remove
      </button>
    </span>
  );
}

function OverSeeds({ view: { view, change }, compared }: ItemRailProps) {
  const counts = compared.own.map((runs) => runs.length).filter((count) => count > 0);
  const least = view.seeds ?? Math.min(...counts);
  return (
    <section>
      <h2>
        <label htmlFor="over-seeds">Over seeds</label>
      </h2>
      <select
        id="over-seeds"
        value={view.seeds ?? 1}
        onChange={({ target }) => change({ seeds: Number(target.value), full: undefined })}
      >
        <option value={1}>as they are</option>
        {seedChoices(view.seeds).map((count) => (
          <option key={count} value={count}>
            {countOf(count, 'seed')}
          </option>
        ))}
      </select>
      <p className="small faint">{overSeedsWhy(least, view.seeds !== undefined)}</p>
    </section>
  );
}

/** One more link for a comparison that is there. */
function AddLink({ view: { items, add } }: { view: CompareViewState }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        fullWidth
        disabled={items.length >= MOST_ITEMS}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Add a link
      </Button>
      {isOpen && (
        <Dialog title="Add a link" onClose={() => setOpen(false)}>
          <PastedLinks
            count={1}
            present={items}
            onItems={(more) => {
              setOpen(false);
              add(more);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

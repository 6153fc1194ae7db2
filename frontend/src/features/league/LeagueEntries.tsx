import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';

import { digestOf, shortModuleName } from '@/analysis/scenario/modules';
import {
  type LeagueModule,
  useEnterLeague,
  useLeagueEntries,
  useWithdraw,
} from '@/api/algorithms/leagueEntries';
import { useModule, useMyModules } from '@/api/algorithms/modules';
import { hasServer } from '@/api/http/transport';
import { Button } from '@/ui/Button';
import { ModuleChoice } from '@/ui/fields/ModuleChoice';
import { Note } from '@/ui/Note';

import styles from './league.module.css';

/** Modules that take part, with how far each is, and a form that enters another. */
export function LeagueEntries() {
  const { data, error, refetch } = useLeagueEntries();
  if (!hasServer()) return null;
  return (
    <section className={styles.part} id="entries" aria-labelledby="entries-title">
      <h2 id="entries-title">Entries</h2>
      <p className="quiet">
        Algorithms that users wrote, as WebAssembly modules with their sources. Each runs under 20
        seeds that the server draws when it is entered, so that none can be tuned to them. They are
        shown when it is done, so that anyone can compute it again. The same module entered again
        gets the same seeds.
      </p>
      {error !== null && (
        <Note
          tone="bad"
          title="The entries could not be loaded"
          action={{ label: 'Try again', onClick: () => void refetch() }}
        />
      )}
      {data?.length === 0 && <p>No module has been entered yet.</p>}
      {data !== undefined && data.length > 0 && (
        <ul aria-label="Entries of the league">
          {data.map((entry) => (
            <Entry key={entry.sha256} entry={entry} />
          ))}
        </ul>
      )}
      {data !== undefined && <EnterForm entered={data} />}
    </section>
  );
}

function Entry({ entry }: { readonly entry: LeagueModule }) {
  const withdraw = useWithdraw();
  const { title, author, name, licence, experiment_id: experimentId } = entry;
  return (
    <li className={styles.entry}>
      <p className={styles.addedOne}>
        <b>{author === '' ? title : `${title}, ${author}`}</b>
        <span role="status">{stateText(entry)}</span>
        {experimentId !== null && (
          <Link to="/experiments/$id" params={{ id: experimentId }}>
            Its runs
          </Link>
        )}
        {entry.is_mine && (
          <Button
            size="compact"
            disabled={withdraw.isPending}
            aria-label={`Withdraw ${title}, ${shortModuleName(name)}`}
            onClick={() => withdraw.mutate(entry.sha256)}
          >
            Withdraw
          </Button>
        )}
      </p>
      {entry.reasons.map((reason) => (
        <p key={reason} className="small">
          {reason}
        </p>
      ))}
      {withdraw.error !== null && (
        <Note tone="bad" title="The entry was not withdrawn">
          {withdraw.error.message}
        </Note>
      )}
      <Source entry={entry} label={`${shortModuleName(name)}, ${licence}: source`} />
    </li>
  );
}

function Source({ entry, label }: { readonly entry: LeagueModule; readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useModule(isOpen ? entry.name : null);
  return (
    <details className="ui-fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{label}</summary>
      <p className="small">
        <code>{entry.build_line}</code>
      </p>
      {error !== null && <p className="small">The source could not be loaded.</p>}
      {data !== undefined && (
        // It scrolls, so that keys reach it.
        <pre className={styles.source} tabIndex={0} aria-label={`Source of ${entry.title}`}>
          {data.source_text}
        </pre>
      )}
      <a href={`/api/algorithms/modules/${entry.sha256}/file`} download>
        Download the module
      </a>
    </details>
  );
}

function EnterForm({ entered }: { readonly entered: readonly LeagueModule[] }) {
  const id = useId();
  const mine = useMyModules().data;
  const enter = useEnterLeague();
  const [chosen, setChosen] = useState('');
  const [author, setAuthor] = useState('');
  // An outdated one is entered again.
  const standing = new Set(
    entered.filter(({ state }) => state !== 'outdated').map(({ name }) => name),
  );
  const free = mine?.filter(({ name }) => !standing.has(name)) ?? [];
  const module = free.find(({ name }) => name === chosen) ?? free[0];
  return (
    <>
      {module === undefined ? (
        <p className="small quiet">
          To enter one, store it first, with its source, build command and licence:{' '}
          <Link to="/algorithms/write">write an algorithm</Link> or{' '}
          <Link to="/algorithms" hash="your-algorithm">
            store a file
          </Link>
          .
        </p>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            enter.mutate({ sha256: digestOf(module.name), author });
          }}
        >
          <ModuleChoice
            label="Your module"
            modules={free}
            value={module.name}
            className={styles.field}
            onChange={setChosen}
          />
          <label htmlFor={`${id}-author`}>Author, shown to everyone (optional)</label>
          <input
            id={`${id}-author`}
            className={styles.field}
            maxLength={80}
            value={author}
            onChange={({ target }) => setAuthor(target.value)}
          />
          <Button type="submit" variant="filled" disabled={enter.isPending}>
            {enter.isPending ? 'Entering' : `Enter ${module.description.title}`}
          </Button>
        </form>
      )}
      {enter.error !== null && (
        <Note tone="bad" title="The module was not entered">
          {enter.error.message}
        </Note>
      )}
    </>
  );
}

/** How far an entry is, in words. */
function stateText(entry: LeagueModule): string {
  const { state, unit_count: all, finished_unit_count: done, failed_unit_count: failed } = entry;
  switch (state) {
    case 'waiting':
      return `waits for a worker, ${all} runs to compute`;
    case 'running':
      return `${done + failed} of ${all} runs computed`;
    case 'paused':
      return `paused by the lab at ${done + failed} of ${all} runs`;
    case 'failed':
      return `failed: ${failed} of ${all} runs gave no numbers, so that it has no place`;
    case 'outdated':
      return 'computed by an older core: enter it again for a place';
    case 'done':
      return `${all} runs, seeds ${seedsText(entry)}`;
  }
}

function seedsText({ first_seed: first, seed_count: count }: LeagueModule): string {
  return first === null ? 'not shown' : `${first} to ${first + count - 1}`;
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { whenText } from '@/analysis/numbers/times';
import { usePresets } from '@/api/catalog';
import { useRunList } from '@/api/work';
import { useDrafts } from '@/state/drafts';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';

import styles from './canvas.module.css';

const MOST_OWN = 6;

/** The canvas while it is empty: what the experiment begins with. */
export function CanvasBase() {
  return (
    <main className={styles.choice}>
      <header className={styles.intro}>
        <h1>New experiment</h1>
        <p className="quiet">
          Choose a scenario and what to vary, check the number of runs, then start them.
        </p>
      </header>
      <OwnScenarios />
      <KnownCases />
    </main>
  );
}

/** A scenario without anything in it, and those of this browser. */
function OwnScenarios() {
  const drafts = useDrafts().slice(0, MOST_OWN);
  const runs = useRunList({ search: '', status: 'done', sort: 'newest' }).data?.pages[0]?.items;
  const now = new Date();
  return (
    <section aria-labelledby="own-bases">
      <h2 id="own-bases">Blank, or your own</h2>
      <ul className={styles.bases}>
        <li>
          <Link to="/experiments/new" search={{ draft: 'new' }}>
            <b>Blank</b>
            <small className="quiet small">
              One CUBIC flow on 10 Mbit/s, everything else still open
            </small>
          </Link>
        </li>
        {drafts.map(({ id, name, updatedAt }) => (
          <li key={id}>
            <Link to="/experiments/new" search={{ draft: id }}>
              <b>{name === '' ? 'Draft without a name' : name}</b>
              <small className="quiet small">{`draft, ${whenText(updatedAt, now)}`}</small>
            </Link>
          </li>
        ))}
        {runs?.slice(0, MOST_OWN).map(({ id, name, created_at }) => (
          <li key={id}>
            <Link to="/experiments/new" search={{ run: id }}>
              <b>{name === '' ? 'Run without a name' : name}</b>
              <small className="quiet small">{`run, ${whenText(created_at, now)}`}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Cases that are known, each with its variants. */
function KnownCases() {
  const presets = usePresets();
  const [find, setFind] = useState('');
  const words = find.toLowerCase().split(/\s+/);
  const found = presets.data?.filter(({ title, setting, variants }) => {
    const text = [title, setting, ...variants.map((each) => each.title)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <section aria-labelledby="known-bases" aria-busy={presets.isPending}>
      <div className={styles.knownHead}>
        <h2 id="known-bases">A known case</h2>
        <input
          type="search"
          aria-label="Find a case"
          placeholder="name or algorithm"
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
      </div>
      {presets.error !== null && (
        <NotLoaded
          what="The known cases"
          error={presets.error}
          onRetry={() => void presets.refetch()}
        />
      )}
      {found?.length === 0 && (
        <Note title="No case matches." action={{ label: 'Show all', onClick: () => setFind('') }} />
      )}
      <ul className={styles.bases}>
        {found?.map(({ id, title, setting, variants }) => (
          <li key={id}>
            <span className={styles.case}>
              <b>{title}</b>
              <small className="quiet small">{setting}</small>
              <span className={styles.variants}>
                {variants.map((variant, index) => (
                  <Link
                    key={variant.title}
                    to="/experiments/new"
                    search={{ preset: id, variant: index }}
                    aria-label={`Begin with ${title}, ${variant.title}`}
                  >
                    {variant.title}
                  </Link>
                ))}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

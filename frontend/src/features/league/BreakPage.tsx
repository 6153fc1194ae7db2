import { Link, useNavigate, useSearch as useAddress } from '@tanstack/react-router';

import {
  isOpen,
  useMySearches,
  type CounterexampleSearch,
  type SearchGoal,
} from '@/api/algorithms/counterexamples';
import { Note } from '@/ui/Note';

import { AskForm } from './BreakForm';
import styles from './league.module.css';
import { SearchPart } from './BreakFound';

/** The simplest situation in which something goes badly, searched by the workers. */
export function BreakPage() {
  const { search, a, b } = useAddress({ from: '/break' });
  const navigate = useNavigate({ from: '/break' });
  const show = (id: string) => void navigate({ search: { search: id } });
  return (
    <main className="page-list">
      <h1>Break it</h1>
      <p className="quiet">
        Searches for the simplest situation in which something goes badly: two groups of flows share
        one link, and thirteen of its settings are varied. The situation found is then simplified as
        far as possible towards the plain one, and confirmed with twelve fresh seeds.
      </p>
      {search !== undefined && <SearchPart key={search} id={search} />}
      <section className={styles.part} aria-labelledby="ask">
        <h2 id="ask">{search === undefined ? 'What to search' : 'Another search'}</h2>
        <AskForm first={a} second={b} onStarted={show} />
      </section>
      <MySearches shown={search} />
    </main>
  );
}

const STATUS: Readonly<Record<CounterexampleSearch['status'], string>> = {
  queued: 'waits',
  running: 'searches',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

function MySearches({ shown }: { readonly shown: string | undefined }) {
  const { data, error, refetch } = useMySearches();
  const others = data?.filter(({ id }) => id !== shown) ?? [];
  if (error === null && others.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="my-searches">
      <h2 id="my-searches">Your searches</h2>
      {error !== null && (
        <Note
          tone="bad"
          title="Your searches could not be loaded"
          action={{ label: 'Try again', onClick: () => void refetch() }}
        />
      )}
      <ul>
        {others.map((each) => (
          <li key={each.id}>
            <Link to="/break" search={{ search: each.id }}>
              {titleOf(each)}
            </Link>
            {`, ${STATUS[each.status]}${isOpen(each) ? ` (${each.tried_count} tried)` : ''}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The search and its result. */
const SOUGHT: Readonly<Record<SearchGoal, string>> = {
  starve: 'Starvation',
  idle: 'Idle link',
  queue: 'Standing queue',
  change: 'Most different',
};

function titleOf({ question, titles }: CounterexampleSearch): string {
  const [first = '', second = '', after] = titles;
  if (after !== undefined) return `${SOUGHT.change}: ${first} and ${after}, against ${second}`;
  return `${SOUGHT[question.goal]}: ${first} against ${second}`;
}

import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';

import { firstPageText, leagueText, reasonText } from '@/analysis/numbers/pairStanding';
import {
  isComputing,
  useLeague,
  usePairStanding,
  type Evaluation,
  type League,
  type Ranking,
} from '@/api/algorithms/evaluations';
import { isModule } from '@/analysis/scenario/modules';
import { ProblemError } from '@/api/http/problem';
import { ReadingNote } from '@/readings/ReadingNote';
import { addedIds, MOST_ADDED, type LeagueView } from '@/state/leagueUrl';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/fields/Checkbox';
import { Note } from '@/ui/Note';
import { PageFailure } from '@/ui/PageFailure';

import { AddAlgorithm } from './AddAlgorithm';
import styles from './league.module.css';
import { RobustnessTable } from './RobustnessTable';
import { LeagueEntries } from './LeagueEntries';
import { RankingTable } from './RankingTable';
import { leadersText, numberText, PLACES_RULE } from './rankingTexts';

/** Every algorithm in the same situations, ranked number by number. */
export function LeaguePage() {
  const view = useSearch({ from: '/league' });
  const added = addedIds(view.with);
  const { data, error, refetch, isPlaceholderData } = useLeague(
    added,
    view.in,
    view.alone !== true,
  );
  if (error !== null && data === undefined)
    return (
      <PageFailure
        title="The league could not be loaded"
        detail={error instanceof ProblemError ? error.detail : undefined}
        onRetry={() => void refetch()}
      />
    );
  return (
    <main className="page-list" aria-busy={data === undefined || isPlaceholderData}>
      <h1>RTT-fairness league</h1>
      {data !== undefined && <Standing league={data} view={view} added={added} />}
    </main>
  );
}

interface StandingProps {
  readonly league: League;
  readonly view: LeagueView;
  readonly added: readonly string[];
}

function Standing({ league, view, added }: StandingProps) {
  const navigate = useNavigate({ from: '/league' });
  const show = (change: Partial<LeagueView>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), resetScroll: false, replace: true });
  const ranking = league.rankings.find(({ id }) => id === view.by) ?? league.rankings[0];
  if (ranking === undefined) return <Note title="The league has no rankings." />;
  const hasEntries = league.entries.some(({ key }) => isModule(key));
  return (
    <>
      <p className={styles.lead}>{leadersText(league, ranking)}</p>
      <p className="quiet">
        {`Every algorithm runs in the same situations with ${hasEntries ? '' : 'the same '}${league.seed_count} seeds. `}
        {PLACES_RULE}
      </p>
      <FirstPage />
      <div className={styles.choices}>
        <RankingChoice league={league} chosen={ranking.id} onChoose={(id) => show({ by: id })} />
        <SituationChoice
          league={league}
          ranking={ranking}
          chosen={view.in}
          onChoose={(id) => show({ in: id })}
        />
        {(hasEntries || view.alone === true) && (
          <Checkbox
            label="with entries"
            checked={view.alone !== true}
            onChange={(isWith) => show({ alone: isWith ? undefined : true })}
          />
        )}
      </div>
      <RankingTable league={league} chosen={ranking} onChoose={(id) => show({ by: id })} />
      <ReadingNote within={league.entries.map(({ algorithm }) => algorithm)} />
      <p className="small quiet">{ranking.asks}</p>
      <p className="small quiet">{numberText(ranking, hasEntries)}</p>
      <RobustnessTable league={league} ranking={ranking} />
      <LeagueEntries />
      <section className={styles.part}>
        <h2>Add an algorithm</h2>
        {league.added.map((each) => (
          <AddedOne
            key={each.experiment_id}
            evaluation={each}
            onRemove={() => {
              const rest = added.filter((id) => id !== each.experiment_id);
              show({ with: rest.length === 0 ? undefined : rest.join('.') });
            }}
          />
        ))}
        {added.length < MOST_ADDED ? (
          <AddAlgorithm onAdded={(id) => show({ with: [...added, id].join('.') })} />
        ) : (
          <p className="small quiet">{`At most ${MOST_ADDED} can be added; remove one first.`}</p>
        )}
      </section>
      <section className={styles.part}>
        <h2>The situations</h2>
        <dl className={styles.situations}>
          {league.situations.map(({ id, title, sentence }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd className="label">{sentence}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

interface RankingChoiceProps {
  readonly league: League;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function RankingChoice({ league, chosen, onChoose }: RankingChoiceProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>Ranked by</label>
      <select
        id={id}
        className={styles.field}
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
      >
        {league.rankings.map((ranking) => (
          <option key={ranking.id} value={ranking.id}>
            {ranking.title}
          </option>
        ))}
      </select>
    </>
  );
}

/** The two algorithms that the first page compares. */
const FIRST_PAGE = ['bbr2', 'fairtt'] as const;

/** Why the first page and this ranking say different things of the same algorithms. */
function FirstPage() {
  const { data } = usePairStanding(...FIRST_PAGE);
  const text = data === undefined ? '' : firstPageText(data);
  if (data === undefined || text === '') return null;
  return (
    <p className="quiet">
      {`${text} ${leagueText(data)} ${reasonText(data)} `}
      <Link to="/">First page</Link>
    </p>
  );
}

interface SituationChoiceProps {
  readonly league: League;
  readonly ranking: Ranking;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

const ALL = 'all';

function SituationChoice({ league, ranking, chosen, onChoose }: SituationChoiceProps) {
  const id = useId();
  const own = league.situations.filter((each) => ranking.own_situation_ids.includes(each.id));
  return (
    <>
      <label htmlFor={id}>over</label>
      <select
        id={id}
        className={styles.field}
        value={chosen ?? ALL}
        onChange={(event) => onChoose(event.target.value === ALL ? undefined : event.target.value)}
      >
        <option value={ALL}>
          {own.length === 1 ? '1 situation' : `all ${own.length} situations`}
        </option>
        {own.map((situation) => (
          <option key={situation.id} value={situation.id}>
            {situation.title}
          </option>
        ))}
      </select>
    </>
  );
}

interface AddedOneProps {
  readonly evaluation: Evaluation;
  readonly onRemove: () => void;
}

/** How far an added algorithm is; its experiment and its card. */
function AddedOne({ evaluation, onRemove }: AddedOneProps) {
  const { experiment_id, title, finished_unit_count, unit_count } = evaluation;
  return (
    <p className={styles.addedOne}>
      <b>{title}</b>
      <span role="status">
        {isComputing(evaluation)
          ? `${finished_unit_count} of ${unit_count} runs computed`
          : `${finished_unit_count} runs`}
      </span>
      <Link to="/evaluations/$id" params={{ id: experiment_id }}>
        Report card
      </Link>
      <Link to="/experiments/$id" params={{ id: experiment_id }}>
        Experiment
      </Link>
      <Button size="compact" onClick={onRemove} aria-label={`Remove ${title}`}>
        Remove
      </Button>
    </p>
  );
}

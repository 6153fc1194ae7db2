import { Link, useNavigate } from '@tanstack/react-router';

import { scenarioFragment } from '@/analysis/links/scenarioLink';
import {
  isOpen,
  useCancelSearch,
  useSearch,
  type CounterexampleSearch,
  type FoundSituation,
} from '@/api/algorithms/counterexamples';
import { countOf } from '@/analysis/numbers/shown';
import type { Scenario } from '@/api/types';
import { useOpenRuns } from '@/opening/startRuns';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import styles from './league.module.css';

/** How far a search is, and what it found. */
export function SearchPart({ id }: { readonly id: string }) {
  const { data, error, refetch } = useSearch(id);
  if (error !== null && data === undefined)
    return (
      <Note
        tone="bad"
        title="The search could not be loaded"
        action={{ label: 'Try again', onClick: () => void refetch() }}
      >
        {error.message}
      </Note>
    );
  if (data === undefined) return <p role="status">Loading</p>;
  const [first, second, after] = data.titles;
  const who = after === undefined ? `A is ${first}` : `A is ${first} before and ${after} after`;
  return (
    <section className={styles.part} aria-labelledby="found">
      <h2 id="found">{isOpen(data) ? 'Searching' : 'What was found'}</h2>
      <p>{`${who}, B is ${second}.`}</p>
      <Progress search={data} />
      {data.error !== null && (
        <Note tone="bad" title="The search failed">
          {data.error}
        </Note>
      )}
      {data.sentence !== null && <p className={styles.sentence}>{data.sentence}</p>}
      {data.failed_count > 0 && (
        <Note
          tone="warn"
          title={`${data.failed_count} of ${countOf(data.run_count, 'run')} failed`}
        >
          {`Their situations count as not found. The last of them: ${data.failure}`}
        </Note>
      )}
      {data.situation !== null && <Situation search={data} situation={data.situation} />}
    </section>
  );
}

function Progress({ search }: { readonly search: CounterexampleSearch }) {
  const cancel = useCancelSearch();
  const { status, tried_count: tried, run_count: runs, question } = search;
  const ran = countOf(runs, 'run');
  const counted = `${tried} of at most ${countOf(question.tries, 'situation')} tried, ${ran}.`;
  if (status === 'cancelled') return <p role="status">{`Cancelled. ${counted}`}</p>;
  if (!isOpen(search))
    return <p role="status">{`${countOf(tried, 'situation')} tried, ${ran}.`}</p>;
  return (
    <>
      <p>
        <progress
          className={styles.progress}
          max={question.tries}
          value={Math.min(tried, question.tries)}
          aria-label="Situations tried"
        />
      </p>
      <p role="status">
        {status === 'queued' && runs === 0 ? 'Waits for a worker.' : counted} You can close this
        page: the search continues, and this address shows it.
      </p>
      {search.is_mine && (
        <Button disabled={cancel.isPending} onClick={() => cancel.mutate(search.id)}>
          Cancel the search
        </Button>
      )}
      {cancel.error !== null && (
        <Note tone="bad" title="The search was not cancelled">
          {cancel.error.message}
        </Note>
      )}
    </>
  );
}

interface SituationProps {
  readonly search: CounterexampleSearch;
  readonly situation: FoundSituation;
}

function Situation({ search, situation }: SituationProps) {
  const { settings, seeds, why } = situation;
  return (
    <>
      {settings.length > 0 && (
        <table className={`row-names ${styles.found}`}>
          <caption className="visually-hidden">
            Settings that differ from the plain situation
          </caption>
          <thead>
            <tr>
              <th scope="col">In this situation</th>
              <th scope="col">In the plain one</th>
            </tr>
          </thead>
          <tbody>
            {settings.map(({ setting, text, plain_text }) => (
              <tr key={setting}>
                <th scope="row">{text}</th>
                <td>{plain_text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <OpenSituation search={search} situation={situation} />
      {why.map(({ flow, sentences }) => (
        <div key={flow} className={styles.why}>
          <h3>{`Why, ${flow}`}</h3>
          <ol>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ol>
        </div>
      ))}
      <p className="small quiet">
        {`The number is the geometric mean over ${seeds.length} seeds that no step of the search has seen, with its 95% interval; it is confirmed where the whole interval lies beyond the threshold. `}
        {why.length > 0 && `The causes are those with seed ${seeds[0]}. `}
        {`Core ${search.core_version}, behaviour ${search.behaviour_version}. The search is kept for 30 days; its scenario opens from any link for good.`}
      </p>
    </>
  );
}

/** The situation as a run, and in the builder; of a change, before and after. */
function OpenSituation({ search, situation }: SituationProps) {
  const runs = useOpenRuns();
  const navigate = useNavigate();
  const seed = situation.seeds[0] ?? 1;
  const found = situation.scenario as unknown as Scenario;
  const isChange = search.question.goal === 'change';
  const sides = isChange
    ? [
        { word: ' (before)', scenario: withFirst(found, search.question.first) },
        { word: ' (after)', scenario: found },
      ]
    : [{ word: '', scenario: found }];
  return (
    <>
      <p className="row middle wraps">
        {sides.map(({ word, scenario }) => (
          <span key={word} className="row middle">
            <Button
              disabled={runs.isPending}
              onClick={() =>
                runs.mutate([{ scenario, seed, name: null }], {
                  onSuccess: ([run]) => {
                    if (run !== undefined)
                      void navigate({ to: '/runs/$id', params: { id: run.id }, search: {} });
                  },
                })
              }
            >
              {`Open as a run${word}`}
            </Button>
            <Link
              to="/build"
              hash={scenarioFragment({ content: { ...scenario }, seed }).slice(1)}
              preload={false}
            >
              {`Open in the builder${word}`}
            </Link>
          </span>
        ))}
      </p>
      {runs.error !== null && (
        <Note tone="bad" title="The run was not started">
          {runs.error.message}
        </Note>
      )}
    </>
  );
}

type Choice = CounterexampleSearch['question']['first'];

function withFirst(scenario: Scenario, algorithm: Choice): Scenario {
  const [first, ...others] = scenario.flows;
  return first === undefined
    ? scenario
    : { ...scenario, flows: [{ ...first, algorithm }, ...others] };
}

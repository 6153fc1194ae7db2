import { Link, useParams } from '@tanstack/react-router';

import { firstPageText, leagueText, placesText, reasonText } from '@/analysis/numbers/pairStanding';
import { isModule } from '@/analysis/scenario/modules';
import { useAlgorithms } from '@/api/catalog';
import { usePairStanding } from '@/api/algorithms/evaluations';
import type { Algorithm } from '@/api/types';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';
import { inFamilies } from '@/ui/fields/families';
import { PageFailure } from '@/ui/PageFailure';

import styles from './algorithms.module.css';
import { AlgorithmMarks } from './AlgorithmMarks';
import { Bbr2Witness } from './Bbr2Witness';
import { Bbr3Witness } from './Bbr3Witness';
import { BesideForm } from './BesideForm';
import { FairttReadings } from './FairttReadings';
import { LiveComparison } from './LiveComparison';
import { ParameterTable } from './ParameterTable';
import { ModulePage } from './ModulePage';
import { StateMachineView } from './StateMachineView';
import { fidelityOf, differenceFromBase } from './algorithms';

/** One congestion control: what it is, its states, what can be set, and a run beside another. */
export function AlgorithmPage() {
  const { name } = useParams({ from: '/algorithms/$name' });
  return isModule(name) ? <ModulePage key={name} name={name} /> : <CoreAlgorithm name={name} />;
}

function CoreAlgorithm({ name }: { readonly name: string }) {
  const { data, error, refetch } = useAlgorithms();
  const algorithm = data?.find((other) => other.name === name);
  usePageTitle(algorithm?.title ?? 'Algorithms');
  if (error !== null)
    return (
      <PageFailure
        title="The list of algorithms could not be loaded"
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <main className="page-list" aria-busy="true" />;
  if (algorithm === undefined) return <UnknownAlgorithm name={name} />;
  // Another algorithm starts with a filter and a drawing of its own.
  return <Description key={name} algorithm={algorithm} all={data} />;
}

interface DescriptionProps {
  readonly algorithm: Algorithm;
  readonly all: readonly Algorithm[];
}

function Description({ algorithm, all }: DescriptionProps) {
  const base = all.find(({ name }) => name === algorithm.base);
  return (
    <main className={styles.page}>
      <Others all={all} />
      <div className={styles.stage}>
        <header>
          <h1>{algorithm.title}</h1>
          <AlgorithmMarks algorithm={algorithm} />
          <p className={styles.lead}>{algorithm.summary}</p>
          <p>
            <Link to="/algorithms/$name/report" params={{ name: algorithm.name }}>
              Report card
            </Link>
            {': every situation of RFC 9743 that can be run here. '}
            <Link to="/league">League</Link>
            {': its rank among all algorithms. '}
            <Link {...{ to: '/break', search: { a: algorithm.name } }}>Break it</Link>
            {': the simplest situation in which it starves another.'}
          </p>
          <InLeague algorithm={algorithm} />
        </header>
        <LiveComparison algorithm={algorithm} all={all} />
        {algorithm.may_use_oracle && (
          <Note tone="warn" title="Some settings use an oracle">
            They give it knowledge that no real sender has, such as the minimum RTTs of all other
            flows. They show what the idea could achieve with that knowledge, not what can be
            deployed. The description of each such setting says so.
          </Note>
        )}
        {algorithm.name === 'fairtt' && <FairttReadings algorithm={algorithm} />}
        <StateMachineView algorithm={algorithm} />
        {algorithm.name === 'bbr2' && <Bbr2Witness />}
        {algorithm.name === 'bbr3' && <Bbr3Witness />}
      </div>
      <aside className={styles.rail} aria-label="What it is">
        <AlgorithmFacts algorithm={algorithm} base={base} />
        <BesideForm algorithm={algorithm} all={all} />
        {base !== undefined && <BaseDifferences algorithm={algorithm} base={base} />}
        <section>
          <h2>What it reports</h2>
          <p className="small quiet">
            Sampled in every run, in addition to cwnd, inflight and RTT.
          </p>
          <dl className={styles.metrics}>
            {algorithm.metrics.map(({ name, description }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </section>
      </aside>
      {/* The longest part: below everything else on a phone, beside the rail elsewhere. */}
      <div className={styles.parameters}>
        <ParameterTable algorithm={algorithm} base={base} />
      </div>
    </main>
  );
}

/** Which of the two that the page compares is fairer where: one case is not all. */
function InLeague({ algorithm: { name, demonstration } }: { algorithm: Algorithm }) {
  const { data } = usePairStanding(demonstration.beside, name);
  if (data === undefined) return null;
  return (
    <p className="quiet">
      {[firstPageText(data), leagueText(data), reasonText(data), placesText(data)].join(' ')}
    </p>
  );
}

function UnknownAlgorithm({ name }: { name: string }) {
  return (
    <main className="page-list">
      <Note title={`There is no algorithm “${name}”`}>
        The core of this lab does not have it. It may have been renamed.{' '}
        <Link to="/algorithms">All algorithms</Link>
      </Note>
    </main>
  );
}

/** Every other page of this kind, in families. */
function Others({ all }: { readonly all: readonly Algorithm[] }) {
  return (
    <nav className={styles.others} aria-label="All algorithms">
      <Link to="/algorithms" activeOptions={{ exact: true }}>
        All algorithms
      </Link>
      {inFamilies(all).map(({ title, members }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          {members.map((each) => (
            <Link key={each.name} to="/algorithms/$name" params={{ name: each.name }}>
              {each.title}
            </Link>
          ))}
        </section>
      ))}
    </nav>
  );
}

interface AlgorithmFactsProps {
  readonly algorithm: Algorithm;
  readonly base: Algorithm | undefined;
}

/** The specification that it implements, with its source, and the algorithm it is a variant of. */
function AlgorithmFacts({ algorithm, base }: AlgorithmFactsProps) {
  const { kind, of } = fidelityOf(algorithm.fidelity);
  return (
    <section>
      <h2>What it is</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Based on</dt>
          <dd>
            <b>{kind}</b>
            {of !== '' && <>: {of}</>}
          </dd>
        </div>
        {algorithm.assumptions.length > 0 && (
          <div>
            <dt>Assumed</dt>
            <dd>
              <ul className={styles.assumed}>
                {algorithm.assumptions.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        <div>
          <dt>Source</dt>
          <dd>{algorithm.source}</dd>
        </div>
        {base !== undefined && (
          <div>
            <dt>Variant of</dt>
            <dd>
              <Link to="/algorithms/$name" params={{ name: base.name }}>
                {base.title}
              </Link>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

interface BaseDifferencesProps {
  readonly algorithm: Algorithm;
  readonly base: Algorithm;
}

/** A variant as its difference from what it varies. */
function BaseDifferences({ algorithm, base }: BaseDifferencesProps) {
  const difference = differenceFromBase(algorithm, base);
  const lists = [
    [
      `${difference.addedParameters.length} ${difference.addedParameters.length === 1 ? 'parameter' : 'parameters'} of its own`,
      difference.addedParameters,
    ],
    ['Other defaults', difference.changedParameters],
    ['Not used', difference.removedParameters],
    ['Additional metrics', difference.addedMetrics],
  ] as const;
  return (
    <section>
      <h2>{`Differences from ${base.title}`}</h2>
      <dl className={styles.metrics}>
        {lists
          .filter(([, names]) => names.length > 0)
          .map(([title, names]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd className={styles.names}>
                {names.map((name) => (
                  <code key={name}>{name}</code>
                ))}
              </dd>
            </div>
          ))}
      </dl>
      <p className="small quiet">
        {difference.hasSamePhases ? 'States and transitions are the same.' : 'The states differ.'}
      </p>
    </section>
  );
}

import clsx from 'clsx';
import { Fragment, useMemo } from 'react';

import { haveEqualShares, hasSteadyRate } from '@/charts/panes/shares';
import { BOTTLENECK_ID } from '@/analysis/scenario/network/links';
import type { GroupShare } from '@/analysis/series/sentence';
import { formatPercent, toShortest } from '@/analysis/numbers/units';
import { useDerived } from '@/api/runs/scenarios';
import { isOver, type Derived, type Run, type Scenario } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { useShownRuns } from '@/state/shownRuns';
import { Balance } from '@/ui/Balance';

import { Completions } from './Completions';
import { Losses } from './Losses';
import { useMayAsk } from '@/opening/curvesFirst';
import { Differences } from '../comparison/Differences';
import { OverSeeds } from './OverSeeds';
import styles from '../run.module.css';
import { PacketChoice } from './PacketChoice';
import { isPartial } from '../partial';
import { Phenomena } from '../why/Phenomena';
import { RttParts } from '../why/RttParts';
import { ResultSentence, sharesOf, windowAndSeed } from './ResultSentence';
import { SummaryTable } from './SummaryTable';
import { useShownFlows } from '../state/tableFlows';
import type { PlotChoice, RunsBeside, TimeView } from '../view/useRunView';
import { WhatIf } from '../whatIf/WhatIf';
import { Why } from '../why/Why';

interface MeaningRailProps {
  /** The current run, its baseline, and others. */
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  /** Each run has plots of its own, all lines of which are solid. */
  readonly isSide: boolean;
  /** Over which seeds the runs are compared. */
  readonly beside: Pick<RunsBeside, 'seedCount'>;
  readonly plots: PlotChoice;
  readonly time: TimeView;
  readonly onData: (view: 'summary') => void;
  /** The state at the clock: it moves, so it stands where it is seen. */
  readonly children: React.ReactNode;
}

/** The meaning of the curves: a sentence, shares, differences, and the whole-run numbers. */
export function MeaningRail(props: MeaningRailProps) {
  const { runs, labels, isSide, plots, time, onData, children } = props;
  const { seedCount } = props.beside;
  const isOne = runs.length === 1;
  return (
    <>
      {seedCount !== null && <OverSeeds {...{ runs, labels, seedCount }} />}
      {runs.map((run, index) => (
        <RunSentence
          key={run.id}
          run={run}
          title={isOne ? 'What is seen' : (labels[index] ?? '')}
          role={isOne ? '' : roleText(index, isSide)}
        />
      ))}
      <AllDifferences {...{ runs, labels, seedCount }} />
      {!isOne && children}
      {runs.map((run, index) => (
        <Fragment key={run.id}>
          <Summary run={run} label={isOne ? null : (labels[index] ?? '')} onData={onData} />
          <Losses run={run} />
          <Completions run={run} />
          {isOne && children}
          <Why run={run} />
          <RttParts run={run} />
          <Phenomena run={run} />
          <WhatIf run={run} />
          <PacketChoice run={run} plots={plots} time={time} />
        </Fragment>
      ))}
    </>
  );
}

/** Every run against the baseline, the current one first. */
function AllDifferences({
  runs,
  labels,
  seedCount,
}: Pick<MeaningRailProps, 'runs' | 'labels'> & Pick<RunsBeside, 'seedCount'>) {
  const [, baseline] = runs;
  if (baseline === undefined) return null;
  return runs.map((run, index) =>
    run === baseline ? null : (
      <Differences
        key={run.id}
        run={run}
        baseline={baseline}
        label={labels[index] ?? ''}
        baselineLabel={labels[1] ?? ''}
        seedCount={seedCount}
      />
    ),
  );
}

function roleText(index: number, isSide: boolean): string {
  if (index > 1) return '';
  if (isSide) return index === 1 ? 'baseline' : '';
  return index === 1 ? 'baseline, dashed' : 'solid';
}

interface RunSentenceProps {
  readonly run: Run;
  readonly title: string;
  readonly role: string;
}

function RunSentence({ run, title, role }: RunSentenceProps) {
  const { result } = run;
  const mayAsk = useMayAsk();
  const [derived = null] = useDerived(
    useMemo(() => [run], [run]),
    mayAsk,
  );
  // The page of a link has the sentences at its top.
  const isAbove = useShownRuns() !== null;
  return (
    <section>
      <h2>
        {title} {role !== '' && <span>{role}</span>}
      </h2>
      {result === null ? (
        <p className="quiet">{noNumbersText(run)}</p>
      ) : (
        <>
          {!isAbove && <ResultSentence result={result} />}
          <p className="small faint">{windowAndSeed(result)}</p>
          <Shares groups={withFairShares(sharesOf(result), run.scenario, derived)} />
        </>
      )}
    </section>
  );
}

/** The notch of the bar stands where the groups' fair shares meet, once these are known. */
function withFairShares(
  groups: readonly GroupShare[],
  scenario: Scenario,
  derived: Derived | null,
): SharePart[] {
  const due = groups.map(
    ({ groupIndex, flowCount }) =>
      flowCount * (derived?.groups[groupIndex]?.fair_share_bps ?? Number.NaN),
  );
  const total = due.reduce((sum, each) => sum + each, 0);
  if (derived === null || !(total > 0)) {
    const isKnown = derived === null && haveEqualShares(scenario);
    return groups.map((group) => ({ ...group, fairShare: isKnown ? group.fairShare : null }));
  }
  return groups.map((group, index) => ({ ...group, fairShare: (due[index] ?? 0) / total }));
}

/** Why there are no numbers, or when they come. The end of a run is known before its result is. */
function noNumbersText(run: Run): string {
  const { status } = run;
  const end = status === 'failed' ? 'failed' : 'was cancelled';
  if (status === 'done') return 'The run has ended. Its summary is loading.';
  if (!isOver(status)) {
    return 'The summary appears when the run ends.';
  }
  return isPartial(run)
    ? `There is no summary: the run ${end} before its end.`
    : `There is no summary: the run ${end}.`;
}

interface SummaryProps {
  readonly run: Run;
  /** null: there is only one. */
  readonly label: string | null;
  readonly onData: (view: 'summary') => void;
}

function Summary({ run, label, onData }: SummaryProps) {
  const shown = useShownFlows(run.scenario);
  const { result } = run;
  if (result === null) return null;
  const indices = new Set(shown.map(({ index }) => index));
  const { start_s, end_s } = result.window;
  const window = `${toShortest(start_s)} to ${toShortest(end_s)} s`;
  return (
    <section>
      <h2>
        {label === null ? 'Summary' : `Summary, ${label}`}
        <span>
          {window}, seed {result.seed}
        </span>
      </h2>
      <SummaryTable
        result={result}
        flows={result.flows.filter(({ flow_index }) => indices.has(flow_index))}
        changingLinks={changingLinks(run.scenario)}
      />
      <p className={styles.stateFoot}>
        <span />
        <button type="button" onClick={() => onData('summary')}>
          All flows and numbers
        </button>
      </p>
    </section>
  );
}

function changingLinks({ bottleneck, links }: Scenario): ReadonlySet<string> {
  const all = [{ ...bottleneck, id: BOTTLENECK_ID }, ...links];
  return new Set(all.flatMap((link) => (hasSteadyRate({ bottleneck: link }) ? [] : [link.id])));
}

type SharePart = Omit<GroupShare, 'fairShare'> & { readonly fairShare: number | null };

function Shares({ groups }: { groups: readonly SharePart[] }) {
  const [first] = groups;
  const last = groups.at(-1);
  if (first === undefined || last === undefined || groups.length < 2) return null;
  const side = (group: SharePart) => (
    <b className={clsx('hue-text', hueClass(group.groupIndex))}>{formatPercent(group.share)}</b>
  );
  return (
    <div className={styles.shares}>
      {side(first)}
      <Balance
        parts={groups.map(({ label, groupIndex, share, fairShare }) => ({
          label,
          hueClass: hueClass(groupIndex),
          share,
          fairShare,
        }))}
      />
      {side(last)}
    </div>
  );
}

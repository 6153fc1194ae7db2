import clsx from 'clsx';
import { Fragment } from 'react';

import { groupLabel } from '@/analysis/describe';
import { describeResult, groupShares, type GroupShare } from '@/analysis/sentence';
import { formatPercent, toShortest } from '@/analysis/units';
import { isOver, type Run, type RunResult } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { runText } from '@/messages/run';
import { Balance } from '@/ui/Balance';

import styles from './run.module.css';
import { PacketChoice } from './PacketChoice';
import { Phenomena } from './Phenomena';
import { SummaryTable } from './SummaryTable';
import { Why } from './Why';

interface MeaningRailProps {
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  /** Each run has plots of its own, all lines of which are solid. */
  readonly isSide: boolean;
}

/** What the curves mean: one sentence, who gets what, and the whole-run numbers. */
export function MeaningRail({ runs, labels, isSide }: MeaningRailProps) {
  return (
    <>
      {runs.map((run, index) => (
        <Fragment key={run.id}>
          <Meaning run={run} label={runs.length > 1 ? (labels[index] ?? '') : null}>
            {roleText(index > 0, isSide)}
          </Meaning>
          <Why run={run} />
          <Phenomena run={run} />
          <PacketChoice run={run} />
        </Fragment>
      ))}
    </>
  );
}

function roleText(isBaseline: boolean, isSide: boolean): string {
  if (isSide) return isBaseline ? runText.baseline : '';
  return isBaseline ? runText.baselineDashed : runText.solid;
}

interface MeaningProps {
  readonly run: Run;
  /** null: there is only one. */
  readonly label: string | null;
  readonly children: React.ReactNode;
}

function Meaning({ run, label, children }: MeaningProps) {
  const { result } = run;
  return (
    <section>
      <h2>
        {label ?? runText.seen} {label !== null && <span>{children}</span>}
      </h2>
      {result === null ? (
        <p className="quiet">{isOver(run.status) ? runText.noResult : runText.notYet}</p>
      ) : (
        <>
          <Sentence result={result} />
          <Shares groups={sharesOf(result)} />
          <SummaryTable result={result} />
        </>
      )}
    </section>
  );
}

function Sentence({ result }: { result: RunResult }) {
  const { start_s, end_s } = result.window;
  const fragments = describeResult({
    groups: sharesOf(result),
    throughputRatio: result.summary.throughput_ratio,
    jainIndex: result.summary.jain_index,
    utilisationRatio: result.summary.utilisation_ratio,
  });
  return (
    <>
      <p className={styles.sentence}>
        {fragments.map(({ text, isStrong, group }, index) =>
          isStrong === true ? (
            <b
              key={index}
              className={group === undefined ? undefined : clsx('hue-text', hueClass(group))}
            >
              {text}
            </b>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}
      </p>
      <p className="small faint">
        {runText.seenOver(runText.window(toShortest(start_s), toShortest(end_s)), result.seed)}
      </p>
    </>
  );
}

function Shares({ groups }: { groups: readonly GroupShare[] }) {
  const [first] = groups;
  const last = groups.at(-1);
  if (first === undefined || last === undefined || groups.length < 2) return null;
  const side = (group: GroupShare) => (
    <b className={clsx('hue-text', hueClass(group.groupIndex))}>{formatPercent(group.share, 0)}</b>
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

function sharesOf(result: RunResult): GroupShare[] {
  return groupShares(
    result.flows.map((flow) => ({
      groupIndex: flow.group_index,
      label: groupLabel(flow.label, flow.group_index),
      throughputBps: flow.throughput_bps,
      meanQueueBytes: flow.mean_queue_bytes,
    })),
  );
}

/** What was seen in the result of a run, in a sentence, and what that sentence is over. */
import clsx from 'clsx';

import { toShortest } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { describeResult, groupShares, type GroupShare } from '@/analysis/series/sentence';
import type { RunResult } from '@/api/types';
import { hueClass } from '@/charts/palette';

import styles from './run.module.css';

interface ResultSentenceProps {
  readonly result: RunResult;
  /** Of which of several runs. */
  readonly name?: string;
}

export function ResultSentence({ result, name }: ResultSentenceProps) {
  const fragments = describeResult({
    groups: sharesOf(result),
    throughputRatio: result.summary.throughput_ratio,
    jainIndex: result.summary.jain_index,
    utilisationRatio: result.summary.utilisation_ratio,
  });
  return (
    <p className={styles.sentence}>
      {name !== undefined && `${name}: `}
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
  );
}

/** `0 to 60 s, wire bytes, seed 7`: what the sentence and the shares are over. */
export function windowAndSeed({ window: { start_s, end_s }, seed }: RunResult): string {
  return `${toShortest(start_s)} to ${toShortest(end_s)} s, wire bytes, seed ${seed}`;
}

export function sharesOf(result: RunResult): GroupShare[] {
  return groupShares(
    result.flows.map((flow) => ({
      groupIndex: flow.group_index,
      label: groupLabel(flow.label, flow.group_index),
      throughputBps: flow.throughput_bps,
      meanQueueBytes: flow.mean_queue_bytes,
    })),
  );
}

/** The result of a run in a sentence, and the window that it is over. */
import clsx from 'clsx';
import { extent } from 'd3-array';

import { toShortest } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { BOTTLENECK_ID } from '@/analysis/scenario/network/links';
import {
  describeResult,
  groupShares,
  type BusyLink,
  type GroupShare,
} from '@/analysis/series/sentence';
import type { RunResult } from '@/api/types';
import { hueClass } from '@/charts/palette';

import styles from '../run.module.css';

interface ResultSentenceProps {
  readonly result: RunResult;
  /** The name of the run, where there are several. */
  readonly name?: string;
}

export function ResultSentence({ result, name }: ResultSentenceProps) {
  const fragments = describeResult({
    groups: sharesOf(result),
    throughputRatio: result.summary.throughput_ratio,
    jainIndex: result.summary.jain_index,
    busiest: busiestLink(result),
    hasOneQueue: (result.links ?? []).length < 2,
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

/** Groups with equal labels are distinguished by their numbers: `CUBIC #2`. */
function distinctLabel(labels: ReadonlyMap<number, string>, groupIndex: number): string {
  const own = labels.get(groupIndex) ?? '';
  const isShared = [...labels].some(([group, label]) => group !== groupIndex && label === own);
  return isShared ? `${own} #${groupIndex + 1}` : own;
}

/** Flows whose active times differ by more of the window than this were not all there. */
const UNEVEN_RATIO = 0.05;

/** `0 to 60 s, wire bytes, seed 7`: what the sentence and the shares are over. */
export function windowAndSeed({ window: { start_s, end_s }, flows, seed }: RunResult): string {
  const [least = 0, most = 0] = extent(flows, ({ active_s }) => active_s);
  const isUneven = most - least > UNEVEN_RATIO * (end_s - start_s);
  const active = isUneven ? ', each flow while it is active' : '';
  return `${toShortest(start_s)} to ${toShortest(end_s)} s${active}, wire bytes, seed ${seed}`;
}

type LinkRead = NonNullable<RunResult['links']>[number];

const busyRatio = ({ summary }: LinkRead) => summary.utilisation_ratio ?? 0;

/** Of several links the one with the highest utilization. */
function busiestLink({ links, summary: { utilisation_ratio } }: RunResult): BusyLink {
  const [busiest] = [...(links ?? [])].sort((a, b) => busyRatio(b) - busyRatio(a));
  if (busiest === undefined) return { name: 'the link', ratio: utilisation_ratio };
  const { id, summary } = busiest;
  const name = id === BOTTLENECK_ID ? 'the bottleneck' : `the link ${id}`;
  return { name, ratio: summary.utilisation_ratio };
}

export function sharesOf(result: RunResult): GroupShare[] {
  const labels = new Map(
    result.flows.map(({ group_index, label }) => [group_index, groupLabel(label, group_index)]),
  );
  return groupShares(
    result.flows.map((flow) => ({
      groupIndex: flow.group_index,
      label: distinctLabel(labels, flow.group_index),
      throughputBps: flow.throughput_bps,
      meanQueueBytes: flow.mean_queue_bytes,
      activeSeconds: flow.active_s,
    })),
  );
}

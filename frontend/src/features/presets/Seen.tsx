import clsx from 'clsx';

import { formatTimes, toShortest } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { describeComparison, type ComparedFlow } from '@/analysis/series/comparison';
import type { Scenario } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { Term } from '@/ui/Term';

import { batchNumbers, doneSeeds, isWhole, type Batch, type BatchNumbers } from './batch';
import styles from './first.module.css';
import { SEED_COUNT, type Setting } from './setting';
import type { Comparison } from './useComparison';
import { rttWords, settingWords } from './words';

interface SeenProps {
  readonly comparison: Comparison;
  readonly base: Scenario;
  readonly setting: Setting;
  readonly titleOf: (algorithm: string) => string;
}

/** What is seen, in one sentence, and what it was seen with. */
export function Seen({ comparison, base, setting, titleOf }: SeenProps) {
  const { shown, isStale } = comparison;
  const numbers = shown === null ? null : batchNumbers(shown);
  const [baseline, other] = setting.algorithms;
  return (
    <>
      {/* Busy while seeds come in: a screen reader hears the sentence once, when it stands. */}
      <p
        className={styles.sentence}
        aria-live="polite"
        aria-busy={shown === null || isStale || !isWhole(shown)}
      >
        {shown === null || numbers === null ? (
          beforeNumbers(titleOf(baseline), titleOf(other), comparison)
        ) : (
          <Sentence batch={shown} numbers={numbers} base={base} titleOf={titleOf} />
        )}
      </p>
      <p className={styles.how}>
        {isStale && 'Before the change: '}
        {settingWords(shown?.setting ?? setting, base)}{' '}
        {shown !== null && numbers !== null && (
          <>
            {seedsText(numbers)} {intervalsText(numbers)}
            {pairedText(numbers, shown, titleOf)}
            {missingText(shown, numbers)}{' '}
          </>
        )}
        {progressText(comparison)}
        <Term
          name="What is this ratio?"
          definition="Throughput of the first flow divided by that of the second, each the mean of the run after its warm-up. Throughput is what arrives at the receiver, including headers and retransmissions. Over several seeds it is the geometric mean; its 95% interval is Student’s t of the logarithms, turned back."
        />
      </p>
    </>
  );
}

function beforeNumbers(baseline: string, other: string, { shown, error }: Comparison): string {
  const isComputing = error === null && shown === null;
  return isComputing
    ? `${baseline} beside ${other}: seed 1 is computed.`
    : `${baseline} beside ${other}.`;
}

interface SentenceProps {
  readonly batch: Batch;
  readonly numbers: BatchNumbers;
  readonly base: Scenario;
  readonly titleOf: (algorithm: string) => string;
}

function Sentence({ batch, numbers, base, titleOf }: SentenceProps) {
  const [baseline, other] = batch.setting.algorithms;
  const fragments = describeComparison({
    flows: [flowWords(base, 0, batch.setting), flowWords(base, 1, batch.setting)],
    baseline: { title: titleOf(baseline), ratio: numbers.baseline },
    other: { title: titleOf(other), ratio: numbers.other },
    paired: numbers.paired,
  });
  return fragments.map(({ text, isStrong, group }, index) => {
    const className = group === undefined ? undefined : clsx('hue-text', hueClass(group));
    return isStrong === true ? (
      <b key={index} className={className}>
        {text}
      </b>
    ) : (
      <span key={index} className={className}>
        {text}
      </span>
    );
  });
}

function flowWords(base: Scenario, index: 0 | 1, setting: Setting): ComparedFlow {
  const flow = base.flows[index];
  const milliseconds = index === 0 ? setting.elephantRttMs : (flow?.rtt_s ?? 0) * 1e3;
  return { label: groupLabel(flow?.label ?? '', index), rtt: unbroken(rttWords(milliseconds)) };
}

/** A number stays on one line with its unit. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

function seedsText({ pairs }: BatchNumbers): string {
  const { length } = pairs;
  const seeds =
    length < SEED_COUNT
      ? `${length} of ${SEED_COUNT} seeds`
      : length === 1
        ? '1 seed'
        : `${length} seeds`;
  return `Mean of ${seeds}, both algorithms meet the same luck.`;
}

/** Nothing for one seed: it has no interval. */
function intervalsText({ baseline, other }: BatchNumbers): string {
  const [first, second] = [baseline, other].map(({ interval }) =>
    interval === null ? null : `${formatTimes(interval[0])} to ${formatTimes(interval[1])}`,
  );
  return first == null || second == null ? '' : `95% intervals ${first} and ${second}. `;
}

function pairedText(
  { paired }: BatchNumbers,
  { setting }: Batch,
  titleOf: (algorithm: string) => string,
): string {
  if (paired.interval === null) return '';
  const [baseline, other] = setting.algorithms;
  const [low, high] = paired.interval.map(formatTimes);
  return `Seed by seed, ${titleOf(other)} has ${formatTimes(paired.mean)} times the ratio of ${titleOf(baseline)} (${low ?? ''} to ${high ?? ''}).`;
}

function missingText(batch: Batch, { pairs }: BatchNumbers): string {
  const missing = doneSeeds(batch).length - pairs.length;
  return missing === 0
    ? ''
    : ` ${
        missing === 1
          ? '1 seed has no ratio, because a flow got nothing.'
          : `${missing} seeds have no ratio, because a flow got nothing.`
      }`;
}

/** How far the first runs are; nothing when there are curves to look at. */
function progressText({ underWay }: Comparison): string {
  const open = underWay.filter(({ status }) => status === 'queued' || status === 'running');
  const slowest = [...open].sort((a, b) => a.progress.simulated_s - b.progress.simulated_s)[0];
  if (slowest === undefined) return '';
  if (slowest.status === 'queued') return 'Waiting for a worker. ';
  const { simulated_s, duration_s } = slowest.progress;
  return `${simulated_s.toFixed(0)} s of ${toShortest(duration_s)} s simulated. `;
}

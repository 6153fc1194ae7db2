import clsx from 'clsx';

import { formatTimes, toShortest } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { describeComparison, type ComparedFlow } from '@/analysis/series/comparison';
import type { Scenario } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { firstText } from '@/messages/first';
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
        {isStale && `${firstText.before} `}
        {settingWords(shown?.setting ?? setting, base)}{' '}
        {shown !== null && numbers !== null && (
          <>
            {seedsText(numbers)} {intervalsText(numbers)}
            {pairedText(numbers, shown, titleOf)}
            {missingText(shown, numbers)}{' '}
          </>
        )}
        {progressText(comparison)}
        <Term name={firstText.whatRatio} definition={firstText.ratioDefinition} />
      </p>
    </>
  );
}

function beforeNumbers(baseline: string, other: string, { shown, error }: Comparison): string {
  const isComputing = error === null && shown === null;
  return isComputing ? firstText.first(baseline, other) : firstText.pair(baseline, other);
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
    length < SEED_COUNT ? firstText.seedsOf(length, SEED_COUNT) : firstText.seeds(length);
  return firstText.mean(seeds);
}

/** Nothing for one seed: it has no interval. */
function intervalsText({ baseline, other }: BatchNumbers): string {
  const [first, second] = [baseline, other].map(({ interval }) =>
    interval === null
      ? null
      : firstText.ratioTo(formatTimes(interval[0]), formatTimes(interval[1])),
  );
  return first == null || second == null ? '' : `${firstText.intervals(first, second)} `;
}

function pairedText(
  { paired }: BatchNumbers,
  { setting }: Batch,
  titleOf: (algorithm: string) => string,
): string {
  if (paired.interval === null) return '';
  const [baseline, other] = setting.algorithms;
  const [low, high] = paired.interval.map(formatTimes);
  return firstText.pairedBySeed(
    titleOf(other),
    titleOf(baseline),
    formatTimes(paired.mean),
    low ?? '',
    high ?? '',
  );
}

function missingText(batch: Batch, { pairs }: BatchNumbers): string {
  const missing = doneSeeds(batch).length - pairs.length;
  return missing === 0 ? '' : ` ${firstText.noRatio(missing)}`;
}

/** How far the first runs are; nothing when there are curves to look at. */
function progressText({ underWay }: Comparison): string {
  const open = underWay.filter(({ status }) => status === 'queued' || status === 'running');
  const slowest = [...open].sort((a, b) => a.progress.simulated_s - b.progress.simulated_s)[0];
  if (slowest === undefined) return '';
  if (slowest.status === 'queued') return `${firstText.waiting} `;
  const { simulated_s, duration_s } = slowest.progress;
  return `${firstText.simulated(simulated_s.toFixed(0), toShortest(duration_s))} `;
}

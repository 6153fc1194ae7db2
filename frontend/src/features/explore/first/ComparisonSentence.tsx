import clsx from 'clsx';

import { formatTimes, formatTimesRange, toShortest } from '@/analysis/numbers/units';
import { countOf, elapsed } from '@/analysis/numbers/shown';
import { groupLabel } from '@/analysis/scenario/describe';
import { describeComparison, describeFew, type ComparedFlow } from '@/analysis/series/comparison';
import type { Scenario } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { Term } from '@/ui/Term';

import { batchNumbers, isWhole, seedCount, type Batch, type BatchNumbers } from './batch';
import styles from './first.module.css';
import { averagedOf, SEED_COUNT, type Comparable, type Setting } from './setting';
import { ratioOfCurves } from '../sharesOverTime';
import type { Comparison } from './useComparison';
import { rttWords, settingWords, windowWords } from './settingTexts';

/** So many seeds are needed before an interval says more than that there are few of them. */
const TELLING_SEEDS = 5;

interface ComparisonSentenceProps {
  readonly comparison: Comparison;
  readonly comparable: Comparable;
  readonly setting: Setting;
  readonly titleOf: (algorithm: string) => string;
}

/** The result in one sentence, and its seeds and core: the room of both is reserved at once. */
export function ComparisonSentence({
  comparison,
  comparable,
  setting,
  titleOf,
}: ComparisonSentenceProps) {
  const { base } = comparable;
  const { shown } = comparison;
  const numbers = shown === null ? null : batchNumbers(shown);
  const averaged = averagedOf(comparable, shown?.setting ?? setting);
  // A first look that still grows has said nothing that a moved control could outdate.
  const isStale = comparison.isStale && numbers !== null;
  const isEnough = shown !== null && numbers !== null && isTelling(shown, numbers);
  return (
    <>
      {/* Busy while seeds come in: a screen reader hears the sentence once, when it stands. */}
      <p
        className={styles.sentence}
        data-pale={isStale || undefined}
        aria-live="polite"
        aria-busy={shown === null || isStale || !isWhole(shown)}
      >
        {isEnough ? (
          <Sentence {...{ numbers, averaged, base, titleOf }} batch={shown} />
        ) : shown !== null && numbers !== null ? (
          <Sentence {...{ numbers, averaged, base, titleOf }} batch={shown} isFew />
        ) : (
          beforeNumbers(shown, setting, comparison.error, titleOf)
        )}
      </p>
      <p className={styles.how}>
        {isStale && <b>Previous setting: </b>}
        {settingWords(isStale ? (shown?.setting ?? setting) : setting, base)}{' '}
        {isEnough && isWhole(shown) && (
          <>
            {`Mean of ${countOf(numbers.pairs.length, 'seed')}, the same for both algorithms.`}{' '}
            {intervalsText(numbers)}
            {pairedText(numbers, shown, titleOf)}
            {missingText(numbers)} {lateText(shown, averaged, titleOf)}
          </>
        )}
        {isEnough && !isWhole(shown) && '95% intervals over the seeds so far. '}
        {!isEnough && numbers !== null && shown !== null && fewText(shown, averaged)}
        {progressText(comparison, base.duration_s)}
        <Term
          name="What is this ratio?"
          definition="Throughput of the first flow divided by that of the second, each the mean over the time that the bar on the time axis marks. Throughput is what arrives at the receiver, including headers and retransmissions. Over several seeds it is the geometric mean; its 95% interval is Student’s t on the logarithms, transformed back. The bars below the curves show the same mean as shares; the curves are means of all seeds at each second, within a band from the lowest seed to the highest."
        />
      </p>
    </>
  );
}

/** All seeds, or enough of them for a range. */
function isTelling(batch: Batch, { pairs }: BatchNumbers): boolean {
  return isWhole(batch) || pairs.length >= TELLING_SEEDS;
}

function beforeNumbers(
  shown: Batch | null,
  setting: Setting,
  error: Error | null,
  titleOf: (algorithm: string) => string,
): string {
  const [baseline, other] = setting.algorithms;
  const pair = `${titleOf(baseline)} against ${titleOf(other)}`;
  if (error !== null) return `${pair}.`;
  return shown !== null && shown.setting === setting && isWhole(shown)
    ? `${pair}: no seed has a ratio, because a flow got nothing.`
    : `${pair}: not enough seeds yet.`;
}

interface SentenceProps {
  readonly batch: Batch;
  readonly numbers: BatchNumbers;
  /** The part of the runs that they are means of: start and end, s. */
  readonly averaged: readonly [number, number];
  readonly base: Scenario;
  readonly titleOf: (algorithm: string) => string;
  /** Only what these seeds gave is said. */
  readonly isFew?: boolean;
}

function Sentence({ batch, numbers, averaged, base, titleOf, isFew = false }: SentenceProps) {
  const [baseline, other] = batch.setting.algorithms;
  const compared = {
    flows: [flowWords(base, 0, batch.setting), flowWords(base, 1, batch.setting)],
    baseline: { title: titleOf(baseline), ratio: numbers.baseline },
    other: { title: titleOf(other), ratio: numbers.other },
  } as const;
  const fragments = isFew
    ? describeFew({ ...compared, sample: sampleWords(batch) })
    : describeComparison({
        ...compared,
        paired: numbers.paired,
        window: windowWords(averaged),
        isPartial: !isWhole(batch),
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

/** `one seed`, `3 seeds`: how many the numbers are over. */
function sampleWords(batch: Batch): string {
  const count = seedCount(batch);
  return count === 1 ? 'one seed' : `${count} seeds`;
}

/** The limits of few seeds, and which part of the runs the means are over. */
function fewText(batch: Batch, averaged: readonly [number, number]): string {
  if (seedCount(batch) === 1)
    return `A first look at one seed: means ${windowWords(averaged)}; other seeds may differ. `;
  return `Means ${windowWords(averaged)}; too few seeds for an interval. `;
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

function intervalsText({ baseline, other }: BatchNumbers): string {
  const [first, second] = [baseline, other].map(({ interval }) =>
    interval === null ? null : formatTimesRange(interval),
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
  return `Paired by seed, ${titleOf(other)}’s ratio is ${formatTimes(paired.mean)} times ${titleOf(baseline)}’s (${formatTimesRange(paired.interval)}).`;
}

/** Means of whole runs have the start-up in them: then the state that it led to is said, too. */
function lateText(
  { setting, together }: Batch,
  [from, to]: readonly [number, number],
  titleOf: (algorithm: string) => string,
): string {
  if (from > 0) return '';
  const [first, second] = together?.arms.map((arm) => ratioOfCurves(arm, to / 2)) ?? [];
  if (first == null || second == null) return '';
  const [baseline, other] = setting.algorithms.map(titleOf);
  return `These are means of whole runs, start-up included; over the last ${toShortest(to / 2)} s the curves’ ratios are ${formatTimes(first)} (${baseline ?? ''}) and ${formatTimes(second)} (${other ?? ''}). `;
}

function missingText({ pairs }: BatchNumbers): string {
  const missing = SEED_COUNT - pairs.length;
  if (missing === 0) return '';
  const seeds = missing === 1 ? '1 seed has' : `${missing} seeds have`;
  return ` ${seeds} no ratio, because a flow got nothing.`;
}

/** How far the seeds of the current setting are, in an order that never goes back. */
function progressText(
  { shown, isStale, underWay, firstSeed, error }: Comparison,
  durationSeconds: number,
): string {
  if (error !== null) return '';
  const count = shown === null || isStale ? 0 : seedCount(shown);
  if (count === SEED_COUNT) return '';
  if (count > 0) return `${count} of ${SEED_COUNT} seeds. `;
  const looked = shown?.growingSeconds ?? null;
  if (firstSeed !== null || looked !== null) {
    const seconds = Math.max(firstSeed?.simulatedSeconds ?? 0, isStale ? 0 : (looked ?? 0));
    return `First seed: ${elapsed(seconds)} s of ${toShortest(durationSeconds)} s simulated. `;
  }
  return underWay.length > 0 ? 'Waiting for a worker. ' : 'Computing your setting. ';
}

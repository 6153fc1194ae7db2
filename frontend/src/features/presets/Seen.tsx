import { Link } from '@tanstack/react-router';
import clsx from 'clsx';

import { leagueText, placesText, reasonText } from '@/analysis/numbers/pairStanding';
import { formatTimes, toShortest } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { describeComparison, type ComparedFlow } from '@/analysis/series/comparison';
import { usePairStanding } from '@/api/evaluations';
import type { Scenario } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { Term } from '@/ui/Term';

import { batchNumbers, isWhole, seedCount, type Batch, type BatchNumbers } from './batch';
import styles from './first.module.css';
import { SEED_COUNT, type Setting } from './setting';
import type { Comparison } from './useComparison';
import { rttWords, settingWords } from './words';

/** So many seeds are needed before an interval says more than that there are few of them. */
export const TELLING_SEEDS = 5;

interface SeenProps {
  readonly comparison: Comparison;
  readonly base: Scenario;
  readonly setting: Setting;
  readonly titleOf: (algorithm: string) => string;
}

/** What is seen, in one sentence, and what it was seen with: both have their room at once. */
export function Seen({ comparison, base, setting, titleOf }: SeenProps) {
  const { shown, isStale } = comparison;
  const numbers = shown === null ? null : batchNumbers(shown);
  const isTold = shown !== null && numbers !== null && isTelling(shown, numbers);
  return (
    <>
      {/* Busy while seeds come in: a screen reader hears the sentence once, when it stands. */}
      <p
        className={styles.sentence}
        aria-live="polite"
        aria-busy={shown === null || isStale || !isWhole(shown)}
      >
        {isTold ? (
          <Sentence batch={shown} numbers={numbers} base={base} titleOf={titleOf} />
        ) : (
          beforeNumbers(shown, setting, comparison.error, titleOf)
        )}
      </p>
      <p className={styles.how}>
        {isStale && <b>Before the change: </b>}
        {settingWords(shown?.setting ?? setting, base)}{' '}
        {isTold && isWhole(shown) && (
          <>
            {`Mean of ${numbers.pairs.length} seeds, both algorithms meet the same luck.`}{' '}
            {intervalsText(numbers)}
            {pairedText(numbers, shown, titleOf)}
            {missingText(numbers)}{' '}
          </>
        )}
        {isTold && !isWhole(shown) && '95% intervals of the seeds so far. '}
        {progressText(comparison)}
        <Term
          name="What is this ratio?"
          definition="Throughput of the first flow divided by that of the second, each the mean of the run after its warm-up. Throughput is what arrives at the receiver, including headers and retransmissions. Over several seeds it is the geometric mean; its 95% interval is Student’s t of the logarithms, turned back. The bars below the curves show the same mean as shares; the curves are means of all seeds at each second, within a band from the lowest seed to the highest."
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
  const [baseline, other] = (shown?.setting ?? setting).algorithms;
  const pair = `${titleOf(baseline)} beside ${titleOf(other)}`;
  if (error !== null) return `${pair}.`;
  const count = shown === null ? 0 : seedCount(shown);
  return count === SEED_COUNT
    ? `${pair}: no seed has a ratio, because a flow got nothing.`
    : `${pair}: too few seeds yet to say what they show.`;
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

function missingText({ pairs }: BatchNumbers): string {
  const missing = SEED_COUNT - pairs.length;
  if (missing === 0) return '';
  const seeds = missing === 1 ? '1 seed has' : `${missing} seeds have`;
  return ` ${seeds} no ratio, because a flow got nothing.`;
}

/** How far the seeds of the current setting are; nothing when all are there. */
function progressText({ shown, isStale, underWay, error }: Comparison): string {
  if (error !== null) return '';
  const count = shown === null || isStale ? 0 : seedCount(shown);
  if (count === SEED_COUNT) return '';
  const isQueued = underWay.length > 0 && underWay.every(({ status }) => status === 'queued');
  if (count === 0 && isQueued) return 'Waiting for a worker. ';
  const slowest = [...underWay].sort((a, b) => a.progress.simulated_s - b.progress.simulated_s)[0];
  if (count === 0 && slowest !== undefined) {
    const { simulated_s, duration_s } = slowest.progress;
    return `First seed: ${simulated_s.toFixed(0)} s of ${toShortest(duration_s)} s simulated. `;
  }
  return `${count} of ${SEED_COUNT} seeds. `;
}

interface ElsewhereProps {
  /** The baseline and the other one. */
  readonly algorithms: readonly [string, string];
}

/** One setting is not all: where else the two were compared, and how that came out. */
export function Elsewhere({ algorithms: [baseline, other] }: ElsewhereProps) {
  const { data } = usePairStanding(baseline, other);
  return (
    <p className={styles.elsewhere}>
      {data !== undefined && (
        <>
          {`One setting is not all. ${leagueText(data)} ${reasonText(data)} ${placesText(data)} `}
          <Link to="/league">League</Link>
        </>
      )}
    </p>
  );
}

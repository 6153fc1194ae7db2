import { countVerdicts } from '@/analysis/papers/verdicts';
import { digitsOf, intervalText } from '@/analysis/papers/numbers';
import type { PaperRow } from '@/analysis/papers/types';

import styles from './paper.module.css';
import { usePaperContext } from './paperContext';
import { Sentence } from './Sentence';
import { VerdictTally } from './findings/VerdictMark';

/** The answer in one sentence, then the verdicts counted: both follow what one has chosen. */
export function Headline() {
  const { paper, isDefault, follow } = usePaperContext();
  const rows = paper.figures.flatMap((figure) => figure.rows);
  if (isDefault) {
    return (
      <>
        <p className={styles.summary}>
          <Sentence parts={paper.answer} />
        </p>
        <VerdictTally counts={paper.verdicts} />
        <p className={styles.more}>
          <Sentence parts={paper.summary} />
        </p>
      </>
    );
  }
  const followed = rows.map(follow).filter(({ isFollowed }) => isFollowed);
  const left = rows.length - followed.length;
  return (
    <>
      <p className={styles.summary}>
        <Chosen rows={followed.map(({ row }) => row)} />
      </p>
      <VerdictTally counts={countVerdicts(followed.map(({ row }) => row.verdict))} />
      {left > 0 && (
        <p className="small quiet">
          {`${left} of ${rows.length} numbers were not computed for your choices and are not counted.`}
        </p>
      )}
    </>
  );
}

const DIRECTIONS: Readonly<Record<string, string>> = {
  within: 'FaiRTT is nearer to equal shares than BBRv2',
  outside: 'FaiRTT is further from equal shares than BBRv2',
};

/** The main claim under the choices. */
function Chosen({ rows }: { rows: readonly PaperRow[] }) {
  const { combination } = usePaperContext();
  const fairer = rows.find(({ id }) => id === 'fairer-main');
  const ratio = rows.find(({ id }) => id === '3a-ratio-fairtt');
  const begin = `With your choices (${combination.text}) `;
  if (fairer?.estimate == null || ratio?.estimate == null)
    return `${begin}the main case was not computed.`;
  const interval = intervalText(fairer.estimate, fairer.shown);
  return (
    <>
      {begin}
      {DIRECTIONS[fairer.verdict] ??
        'the seeds do not show whether FaiRTT is nearer to equal shares than BBRv2'}
      : its distance from them is <b>{digitsOf(fairer.estimate.mean, fairer.shown)}</b> times
      BBRv2’s{interval === null ? '' : ` (${interval})`}
      {fairer.tally !== null && (
        <>
          , it is nearer in <b>{fairer.tally.count}</b> of <b>{fairer.tally.seed_count}</b> seeds
        </>
      )}
      , and its elephant gets <b>{digitsOf(ratio.estimate.mean, ratio.shown)}</b> times as much as
      the mouse.
    </>
  );
}

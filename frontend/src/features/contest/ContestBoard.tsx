import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import clsx from 'clsx';

import type { Axis } from '@/analysis/axes/scale';
import { linearAxis } from '@/analysis/axes/value';
import { aligned } from '@/analysis/numbers/shown';
import type { Contest, ContestRow } from '@/api/classes/contest';
import { AxisTicks, IntervalStrip } from '@/charts/strips/IntervalStrip';

import styles from './contest.module.css';
import { comparedText, middleText, PARTS, personText, placeText, scoreText } from './contestTexts';

const AXIS_PX = 220;
const TICK_GAP_PX = 60;

interface ContestBoardProps {
  readonly contest: Contest;
  /** Whether parts and comparisons stand beside the score: a wall has no room for them. */
  readonly hasParts: boolean;
}

/** Students by their best entry; without a significant difference they share a place. */
export function ContestBoard({ contest: { rows, state }, hasParts }: ContestBoardProps) {
  if (rows.length === 0) return null;
  const axis = linearAxis(
    [0, 1, ...rows.map(({ score }) => score.high ?? score.score)],
    AXIS_PX,
    TICK_GAP_PX,
  );
  return (
    <div className={styles.scroll} role="group" tabIndex={0} aria-label={t`Board of the contest`}>
      <table className={clsx('row-names', styles.table)}>
        <caption className="visually-hidden">
          {state === 'done' ? t`Places` : t`Places so far, of judged entries`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t`Place`}</th>
            <th scope="col">{t`Entry`}</th>
            <th scope="col" className={styles.drawn}>
              <AxisHead axis={axis} />
            </th>
            <th scope="col" className={styles.value}>
              {t`Score`}
            </th>
            {hasParts &&
              PARTS.map((part) => (
                <th key={part} scope="col" className={styles.value}>
                  {part}
                </th>
              ))}
            {hasParts && <th scope="col">{t`Place by`}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={index} row={row} axis={axis} hasParts={hasParts} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly row: ContestRow;
  readonly axis: Axis;
  readonly hasParts: boolean;
}

function Row({ row, axis, hasParts }: RowProps) {
  const { title, student, is_mine, score } = row;
  return (
    <tr data-mine={is_mine || undefined} data-first={row.place === 1 || undefined}>
      <td className={styles.place}>{placeText(row)}</td>
      <th scope="row" className="breaks">
        {title}
        {is_mine && <small>{` ${t`yours`}`}</small>}
        {student !== null && <small>{` ${personText(student)}`}</small>}
      </th>
      <td className={styles.drawn}>
        <IntervalStrip
          axis={axis}
          mean={score.score}
          low={score.low}
          high={score.high}
          text={scoreText(score)}
        />
      </td>
      <td className={styles.value}>{middleText(score.score)}</td>
      {hasParts &&
        PARTS.map((part) => (
          <td key={part} className={styles.value}>
            {aligned(score.parts[part], 2)}
          </td>
        ))}
      {hasParts && <td className={styles.compared}>{comparedText(row)}</td>}
    </tr>
  );
}

function AxisHead({ axis }: { readonly axis: Axis }) {
  return (
    <>
      <span>
        <Trans>
          95% interval <small>right is better, 1 is CUBIC</small>
        </Trans>
      </span>
      <AxisTicks axis={axis} />
    </>
  );
}

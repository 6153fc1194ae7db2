import { t } from '@lingui/core/macro';
import { median } from 'd3-array';

import { linearAxis, logarithmicAxis } from '@/analysis/axes/value';
import { toDigits, toShortest } from '@/analysis/numbers/units';
import { DotStrip, type StripMark } from '@/charts/strips/DotStrip';
import { countOf } from '@/texts/counts';

import styles from './board.module.css';
import type { AnswersOfClass } from './classCurves';
import { LargeCounts } from './LargeCounts';

interface NumberBoardProps {
  readonly title: string;
  readonly unit: string;
  /** An answer is right within this part of the truth. */
  readonly toleranceRatio: number;
  readonly board: AnswersOfClass;
  readonly isTruthShown: boolean;
  readonly truthLabel: string;
}

const TICK_PX = 70;
/** Guesses that differ by more are shown by their orders of magnitude. */
const FAR_FACTOR = 50;

/** A square for each number of the class, its median, and the truth. */
export function NumberBoard(props: NumberBoardProps) {
  const { title, unit, toleranceRatio, board, isTruthShown, truthLabel } = props;
  const truth = isTruthShown ? (board.truth.number ?? null) : null;
  const values = board.answers.flatMap(({ answer }) =>
    typeof answer === 'number' ? [answer] : [],
  );
  const middle = median(values);
  if (values.length === 0 || middle === undefined) {
    return <p className="quiet">{t`No one has answered yet.`}</p>;
  }
  const quantity = (value: number) => `${toDigits(value)}${unit === '' ? '' : ` ${unit}`}`;
  const band: readonly [number, number] | null =
    truth === null
      ? null
      : [truth - Math.abs(truth) * toleranceRatio, truth + Math.abs(truth) * toleranceRatio];
  const marks: StripMark[] = [
    { value: middle, label: t`class median ${quantity(middle)}`, style: 'dashed' },
    ...(truth === null
      ? []
      : [{ value: truth, label: `${truthLabel} ${quantity(truth)}`, style: 'solid' } as const]),
  ];
  const all = [...values, ...marks.map(({ value }) => value)];
  const isFar = Math.min(...all) > 0 && Math.max(...all) / Math.min(...all) > FAR_FACTOR;
  const axisOf = (lengthPx: number) =>
    isFar ? logarithmicAxis(all, lengthPx, TICK_PX) : linearAxis(all, lengthPx, TICK_PX);
  const tally = band === null ? [] : sides(values, band);
  const said = [
    t`${title}: ${countOf(values.length, 'answer')} from ${quantity(Math.min(...values))} to ${quantity(Math.max(...values))}`,
    ...marks.map(({ label }) => label),
    ...tally.map(({ label, count }) => `${count} ${label}`),
  ].join('; ');
  return (
    <div className={styles.board}>
      {tally.length > 0 && <LargeCounts entries={tally} />}
      <DotStrip
        values={values}
        marks={marks}
        band={band}
        axisOf={axisOf}
        tick={toShortest}
        title={unit === '' ? title : `${title}, ${unit}`}
        label={`${said}.`}
      />
      {band !== null && (
        <p className="small quiet">{t`Shaded: within ${toShortest(toleranceRatio * 100)}% of ${truthLabel}, which counts as right.`}</p>
      )}
    </div>
  );
}

function sides(values: readonly number[], [low, high]: readonly [number, number]) {
  const below = values.filter((value) => value < low).length;
  const above = values.filter((value) => value > high).length;
  return [
    { label: t`too low`, count: below },
    { label: 'right', count: values.length - below - above },
    { label: t`too high`, count: above },
  ];
}

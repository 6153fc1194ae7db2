import { Link } from '@tanstack/react-router';
import clsx from 'clsx';

import type { Axis } from '@/analysis/axes/scale';
import { linearAxis } from '@/analysis/axes/value';
import { aligned, estimateTexts } from '@/analysis/numbers/shown';
import { ABSENT } from '@/analysis/numbers/units';
import { isModule } from '@/analysis/scenario/modules';
import { useAlgorithms } from '@/api/catalog';
import type { League, RankedRow, Ranking } from '@/api/algorithms/evaluations';
import { AxisTicks, IntervalStrip } from '@/charts/strips/IntervalStrip';

import styles from './league.module.css';
import { placeText } from './rankingTexts';

const AXIS_PX = 300;
const TICK_GAP_PX = 60;

interface RankingTableProps {
  readonly league: League;
  /** By which the rows are sorted, with its means and intervals. */
  readonly chosen: Ranking;
  readonly onChoose: (id: string) => void;
}

/** A row for each algorithm: the chosen ranking drawn, of the others the places. */
export function RankingTable({ league, chosen, onChoose }: RankingTableProps) {
  const axis = axisOf(chosen);
  const unit = chosen.display_unit === '' ? '' : `, ${chosen.display_unit}`;
  const algorithms = useAlgorithms().data ?? [];
  const reconstructed = new Set(
    algorithms
      .filter(({ fidelity }) => fidelity.startsWith('reconstruction'))
      .map(({ name }) => name),
  );
  return (
    <div className={styles.scroll}>
      <table className={clsx('row-names', styles.table)}>
        <caption className="visually-hidden">{`${chosen.title}: ${chosen.asks}`}</caption>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Algorithm</th>
            <th scope="col" className={styles.drawn}>
              <AxisHead axis={axis} title={`${chosen.label}${unit}`} better={chosen.better} />
            </th>
            <th scope="col" className={styles.value}>
              Mean
            </th>
            {league.rankings.map(({ id, title }) => (
              <th key={id} scope="col" className={styles.other}>
                <button type="button" aria-pressed={id === chosen.id} onClick={() => onChoose(id)}>
                  {title}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chosen.rows.map((row) => (
            <tr
              key={row.key}
              data-added={row.key.startsWith('with-') || isModule(row.key) || undefined}
            >
              <td className={styles.place}>{placeText(row, chosen)}</td>
              <th scope="row">
                <Name league={league} row={row} isReconstruction={reconstructed.has(row.key)} />
              </th>
              <td className={styles.drawn}>
                <Interval row={row} axis={axis} factor={chosen.per_display_unit} />
              </td>
              <td className={styles.value}>{valueText(row.mean, chosen)}</td>
              {league.rankings.map((ranking) => (
                <td
                  key={ranking.id}
                  className={styles.other}
                  data-chosen={ranking.id === chosen.id || undefined}
                >
                  <PlaceIn ranking={ranking} of={row.key} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NameProps {
  readonly league: League;
  readonly row: RankedRow;
  readonly isReconstruction: boolean;
}

function Name({ league, row, isReconstruction }: NameProps) {
  const entry = league.entries.find(({ key }) => key === row.key);
  if (entry === undefined) return row.key;
  if (isModule(row.key))
    return (
      <>
        <a href="#entries">{entry.title}</a>
        <small> entry</small>
      </>
    );
  return (
    <>
      <Link to="/algorithms/$name" params={{ name: entry.algorithm.name }}>
        {entry.title}
      </Link>
      {isReconstruction && <small> reconstruction</small>}
    </>
  );
}

function PlaceIn({ ranking, of }: { ranking: Ranking; of: string }) {
  const row = ranking.rows.find(({ key }) => key === of);
  return row === undefined ? ABSENT : placeText(row, ranking);
}

/** All with as many decimals: three significant digits of those within a tenth of the largest. */
function valueText(value: number | null, { rows, per_display_unit: factor }: Ranking): string {
  if (value === null) return ABSENT;
  const sizes = rows.map(({ mean }) => Math.abs(mean ?? 0) / factor);
  const most = Math.max(...sizes);
  const least = Math.min(...sizes.filter((size) => size > 0 && size >= most / 10));
  const decimals = Number.isFinite(least) ? 2 - Math.floor(Math.log10(least)) : 0;
  return aligned(value / factor, Math.max(0, decimals));
}

function axisOf(ranking: Ranking): Axis {
  const ends = ranking.rows.flatMap(({ mean, low, high }) => [mean, low, high]);
  const known = ends.flatMap((end) => (end === null ? [] : [end / ranking.per_display_unit]));
  return linearAxis(known.length === 0 ? [0, 1] : known, AXIS_PX, TICK_GAP_PX);
}

interface AxisHeadProps {
  readonly axis: Axis;
  readonly title: string;
  readonly better: Ranking['better'];
}

function AxisHead({ axis, title, better }: AxisHeadProps) {
  return (
    <>
      <span>
        {title} <small>{better === 'higher' ? 'right is better' : 'left is better'}</small>
      </span>
      <AxisTicks axis={axis} />
    </>
  );
}

interface IntervalProps {
  readonly row: RankedRow;
  readonly axis: Axis;
  readonly factor: number;
}

function Interval({ row, axis, factor }: IntervalProps) {
  const { mean, low, high } = row;
  const on = (value: number | null) => (value === null ? null : value / factor);
  return (
    <IntervalStrip
      axis={axis}
      mean={on(mean)}
      low={on(low)}
      high={on(high)}
      text={intervalText(row, factor)}
    />
  );
}

function intervalText({ mean, low, high }: RankedRow, factor: number): string {
  if (mean === null) return 'no result yet';
  const [middle, least, most] = estimateTexts([mean, low ?? mean, high ?? mean], factor);
  return low === null || high === null ? middle : `95% interval ${least} to ${most}`;
}

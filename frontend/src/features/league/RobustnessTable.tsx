import { ABSENT } from '@/analysis/numbers/units';
import type { League, RankedRow, Ranking } from '@/api/algorithms/evaluations';

import styles from './league.module.css';
import { endsText, placeText, pText, tauText } from './rankingTexts';

interface RobustnessTableProps {
  readonly league: League;
  readonly ranking: Ranking;
}

/** The situations that decided each place, and the places with other seeds and situations. */
export function RobustnessTable({ league, ranking }: RobustnessTableProps) {
  const titles = new Map(league.entries.map(({ key, title }) => [key, title]));
  const titleOf = (key: string | null) => (key === null ? ABSENT : (titles.get(key) ?? key));
  return (
    <details className="ui-fold">
      <summary>What decided these places, and how firm they are</summary>
      <p className="small">{tauText(league, ranking)}</p>
      <div className={styles.scroll}>
        <table className="row-names">
          <caption className="visually-hidden">{`${ranking.title}: how firm the places are`}</caption>
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Algorithm</th>
              <th scope="col">Compared with</th>
              <th scope="col" className={styles.value}>
                p
              </th>
              <th scope="col" className={styles.value}>
                Rank, 95%
              </th>
              <th scope="col" className={styles.value}>
                One situation out
              </th>
            </tr>
          </thead>
          <tbody>
            {ranking.rows.map((row) => (
              <FirmRow
                key={row.key}
                row={row}
                ranking={ranking}
                title={titleOf(row.key)}
                against={titleOf(row.against)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className="small quiet">
        p: of the paired t test over the seeds, after Holm’s correction for all pairs; the place is
        shared where it is above 0.05. Rank, 95%: by mean, with seeds and situations drawn again
        1,000 times. One situation out: best and worst place when each situation is left out in
        turn.
      </p>
    </details>
  );
}

interface FirmRowProps {
  readonly row: RankedRow;
  readonly ranking: Ranking;
  readonly title: string;
  readonly against: string;
}

function FirmRow({ row, ranking, title, against }: FirmRowProps) {
  return (
    <tr>
      <td>{placeText(row, ranking)}</td>
      <th scope="row">{title}</th>
      <td>{against}</td>
      <td className={styles.value}>{pText(row.p)}</td>
      <td className={styles.value}>{endsText(row.rank_low, row.rank_high)}</td>
      <td className={styles.value}>{endsText(row.best_place_without, row.worst_place_without)}</td>
    </tr>
  );
}

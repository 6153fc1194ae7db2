import { t } from '@lingui/core/macro';
import clsx from 'clsx';

import {
  formatMilliseconds,
  formatPercent,
  formatRate,
  joinQuantity,
  toDigits,
} from '@/analysis/numbers/units';
import type { RunResult } from '@/api/types';

import styles from './run.module.css';

interface RunNumbersProps {
  readonly result: RunResult;
  readonly packetBytes: number;
}

/** The few numbers that the texts of labs ask about: of each flow, and of the link. */
export function RunNumbers({ result, packetBytes }: RunNumbersProps) {
  const { summary, flows } = result;
  const queue = summary.mean_queue_bytes;
  const packets =
    queue === null ? '' : t`, queue ${toDigits(queue / packetBytes)} packets on average`;
  return (
    <div className={styles.scroll} role="region" aria-label={t`Numbers`} tabIndex={0}>
      <table className={clsx('row-names', styles.table)}>
        <caption>
          {t`Link busy ${formatPercent(summary.utilisation_ratio)} of the time${packets}.`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t`Flow`}</th>
            <th scope="col" className="number">
              {t`Throughput`}
            </th>
            <th scope="col" className="number">
              {t`RTT, mean`}
            </th>
            <th scope="col" className="number">
              {t`Retransmitted`}
            </th>
          </tr>
        </thead>
        <tbody>
          {flows.map((flow) => (
            <tr key={flow.flow_index}>
              <th scope="row">{flow.label}</th>
              <td className="number">{joinQuantity(formatRate(flow.throughput_bps))}</td>
              <td className="number">{joinQuantity(formatMilliseconds(flow.mean_rtt_s, 1))}</td>
              <td className="number">{formatPercent(flow.retransmit_ratio)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

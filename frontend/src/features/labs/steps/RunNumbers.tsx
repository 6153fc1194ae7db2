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
import { hasSteadyRate, type WithDemands } from '@/charts/panes/shares';

import styles from './run.module.css';

interface RunNumbersProps {
  readonly result: RunResult;
  readonly scenario: WithDemands & { readonly packet_bytes: number };
}

/** The few numbers that the texts of labs ask about: of each flow, and of the link. */
export function RunNumbers({ result, scenario }: RunNumbersProps) {
  const { summary, flows } = result;
  const queue = summary.mean_queue_bytes;
  const packets =
    queue === null ? '' : t`, queue ${toDigits(queue / scenario.packet_bytes)} packets on average`;
  const used = formatPercent(summary.utilisation_ratio);
  return (
    <div className={styles.scroll} role="region" aria-label={t`Numbers`} tabIndex={0}>
      <table className={clsx('row-names', styles.table)}>
        <caption>
          {hasSteadyRate(scenario)
            ? t`Link busy ${used} of the time${packets}.`
            : t`The link sends ${used} of its capacity${packets}.`}
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

import { type Estimate, estimateNetwork } from '@/analysis/imports/estimate/estimate';
import { rangeText } from '@/analysis/imports/report';
import type { MeasuredTrace } from '@/analysis/imports/types';

import styles from './files.module.css';

/** The flows whose base RTTs are listed; more are as good as unreadable. */
const MOST_FLOWS = 8;

type Row = readonly [name: string, estimate: Estimate, factor: number, unit: string];

/** The network that a measurement came from, as far as its own values settle it. */
export function NetworkPart({ trace }: { trace: MeasuredTrace }) {
  const network = estimateNetwork(trace);
  const several = network.base_rtt_s.length > 1;
  const rows: readonly Row[] = [
    ['Rate', network.rate_bps, 1e-6, 'Mbit/s'],
    ...network.base_rtt_s
      .slice(0, MOST_FLOWS)
      .map(({ label, estimate }): Row => [
        several ? `Base RTT, ${label}` : 'Base RTT',
        estimate,
        1e3,
        'ms',
      ]),
    ['Buffer', network.buffer_bytes, 1e-3, 'kB'],
    ['Loss', network.loss_ratio, 100, '%'],
    ['Traffic of others', network.cross_traffic_ratio, 100, '%'],
  ];
  return (
    <section>
      <h3>What network was this?</h3>
      <dl className={styles.network}>
        {rows.map(([name, estimate, factor, unit]) => (
          <div key={name} className={styles.estimate}>
            <dt>{name}</dt>
            <dd>{rangeText(estimate, factor, unit)}</dd>
            <dd className="small faint">{estimate.why}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

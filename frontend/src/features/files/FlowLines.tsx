import { summaryOf } from '@/analysis/imports/report';
import type { MeasuredTrace } from '@/analysis/imports/types';

import styles from './files.module.css';

const MOST_FLOWS = 20;

/** Each flow of a measurement in a line: how long, how fast, how far. */
export function FlowLines({ trace: { flows } }: { trace: MeasuredTrace }) {
  return (
    <ul className={styles.flows}>
      {flows.slice(0, MOST_FLOWS).map((flow, at) => {
        const { duration_s, mean_throughput_bps, mean_rtt_s, retransmitted_packets } =
          summaryOf(flow);
        const parts = [
          `${digits(duration_s)} s`,
          mean_throughput_bps === null ? null : `${digits(mean_throughput_bps / 1e6)} Mbit/s`,
          mean_rtt_s === null ? null : `${digits(mean_rtt_s * 1e3)} ms mean RTT`,
          retransmitted_packets === null ? null : `${retransmitted_packets} retransmitted`,
        ];
        return (
          <li key={at}>
            <b>{flow.label}</b>{' '}
            {flow.algorithm !== null && <span className="quiet">{flow.algorithm} </span>}
            {parts.filter((part) => part !== null).join(', ')}
          </li>
        );
      })}
      {flows.length > MOST_FLOWS && <li>{`and ${flows.length - MOST_FLOWS} more flows`}</li>}
    </ul>
  );
}

function digits(value: number): string {
  return String(Number(value.toPrecision(4)));
}

import clsx from 'clsx';

import { intervalAt, phaseName } from '@/analysis/phases';
import { bucketAt, valueAt, type Columns } from '@/analysis/series';
import { ABSENT, formatMilliseconds, formatRate, toDigits, type Quantity } from '@/analysis/units';
import { hueClass } from '@/charts/palette';
import type { StageFlow, StageRun } from '@/charts/model';
import { runText } from '@/messages/run';
import { useCursor } from '@/state/cursor';
import { Kbd } from '@/ui/Kbd';

import styles from './run.module.css';

const MOST_COLUMNS = 3;

interface StateTableProps {
  readonly run: StageRun;
  readonly packetBytes: number;
}

type Read = (metric: string) => number | null;

/** Every flow's state at the cursor, or at the newest sample where there is no cursor. */
export function StateTable({ run, packetBytes }: StateTableProps) {
  const { timeSeconds, isFrozen } = useCursor();
  const { series } = run;
  const time = Math.min(timeSeconds ?? run.simulatedSeconds, run.simulatedSeconds);
  const index = bucketAt(series.timeSeconds, time);
  if (index < 0) return null;
  const flows = run.flows.slice(0, MOST_COLUMNS);
  return (
    <section>
      <h2>
        {runText.stateAt(time.toFixed(1))}
        <span>
          {isFrozen ? <b>■ {runText.frozen}</b> : runText.freeze} <Kbd>f</Kbd>
        </span>
      </h2>
      <table className={styles.numbers}>
        <thead>
          <tr>
            <th />
            {flows.map((flow) => (
              <th
                key={flow.index}
                scope="col"
                className={clsx('number', 'hue-text', hueClass(flow.groupIndex))}
              >
                {flow.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{runText.phase}</th>
            {flows.map((flow) => (
              <td key={flow.index} className="number">
                {phaseAt(run, flow, time)}
              </td>
            ))}
          </tr>
          {stateRows(packetBytes).map(([name, format]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {flows.map((flow) => (
                <StateCell
                  key={flow.index}
                  quantity={format(reader(series.flows.get(flow.index), index))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function StateCell({ quantity }: { quantity: Quantity }) {
  return (
    <td className="number">
      {quantity.value} <small>{quantity.unit}</small>
    </td>
  );
}

function stateRows(packetBytes: number): [string, (read: Read) => Quantity][] {
  const packets = (bytes: number | null): Quantity =>
    bytes === null
      ? { value: ABSENT, unit: '' }
      : { value: toDigits(bytes / packetBytes), unit: 'pkt' };
  return [
    [runText.throughputState, (read) => formatRate(read('throughput_bps'))],
    [runText.cwnd, (read) => packets(read('cwnd_bytes'))],
    [runText.inflight, (read) => packets(read('inflight_bytes'))],
    [runText.rtt, (read) => formatMilliseconds(read('rtt_s'), 1)],
    [runText.minRtt, (read) => formatMilliseconds(read('min_rtt_s'), 1)],
    [runText.bandwidth, (read) => formatRate(read('bandwidth_estimate_bps'))],
    [runText.pacing, (read) => formatRate(read('pacing_rate_bps'))],
  ];
}

function reader(columns: Columns | undefined, index: number): Read {
  return (metric) => valueAt(columns?.[metric]?.mean, index);
}

function phaseAt(run: StageRun, flow: StageFlow, timeSeconds: number): string {
  const own = run.phases.filter(({ flowIndex }) => flowIndex === flow.index);
  const phase = intervalAt(own, timeSeconds)?.phase;
  return phase === undefined ? ABSENT : phaseName(phase);
}

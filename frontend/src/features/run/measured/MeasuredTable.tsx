import { groupNumbers, traceNumbers, type FlowNumbers } from '@/analysis/imports/measured';
import { toShortest } from '@/analysis/numbers/units';
import type { Run } from '@/api/types';
import { hueClass } from '@/charts/palette';
import type { PlacedTrace } from '@/state/measured';

import styles from './measured.module.css';

interface MeasuredTableProps {
  readonly run: Run;
  readonly placed: PlacedTrace;
  /** Of the groups of the run. */
  readonly names: readonly string[];
}

/** The same metrics of what was measured and what was simulated, flow by flow. */
export function MeasuredTable({ run, placed, names }: MeasuredTableProps) {
  const { result, scenario } = run;
  const window = result?.window ?? { start_s: scenario.warmup_s, end_s: scenario.duration_s };
  const measured = traceNumbers(placed, [window.start_s, window.end_s]);
  return (
    <section>
      <h3>Beside the simulation</h3>
      <div className={styles.scroll} role="region" aria-label="Beside the simulation" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Flow</th>
              <td />
              {COLUMNS.map(([title]) => (
                <th key={title} scope="col" className="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {placed.trace.flows.flatMap(({ label }, index) => {
              const group = placed.groups[index];
              const own = measured[index];
              if (group == null || own == null) return [];
              const beside = result === null ? null : groupNumbers(result.flows, group);
              return [
                <tr key={`${index}m`}>
                  <th scope="row">{label}</th>
                  <td>measured</td>
                  <Numbers of={own} />
                </tr>,
                <tr key={`${index}s`} className={hueClass(group)}>
                  <th scope="row" className="hue-text">
                    {names[group]}
                  </th>
                  <td>simulated</td>
                  <Numbers of={beside} />
                </tr>,
              ];
            })}
          </tbody>
        </table>
      </div>
      <p className="small faint">
        {`From ${toShortest(window.start_s)} to ${toShortest(window.end_s)} s of the simulation. Measured rates are payload, so the goodput of ` +
          'the simulation is beside them: the mean of one flow of the group over its window.'}
      </p>
    </section>
  );
}

const COLUMNS: readonly (readonly [string, (numbers: FlowNumbers) => string | null])[] = [
  ['Goodput, Mbit/s', ({ throughput_bps }) => digits(throughput_bps, 1e-6, 2)],
  ['Share', ({ share }) => (share === null ? null : `${(share * 100).toFixed(1)}%`)],
  ['Mean RTT, ms', ({ mean_rtt_s }) => digits(mean_rtt_s, 1e3, 1)],
  ['Retransmitted packets', ({ retransmitted_packets }) => digits(retransmitted_packets, 1, 0)],
];

function digits(value: number | null, factor: number, count: number): string | null {
  return value === null ? null : (value * factor).toFixed(count);
}

function Numbers({ of }: { of: FlowNumbers | null }) {
  return COLUMNS.map(([title, write]) => (
    <td key={title} className="number">
      {(of === null ? null : write(of)) ?? '–'}
    </td>
  ));
}

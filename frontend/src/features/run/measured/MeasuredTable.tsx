import { groupNumbers, traceNumbers, type FlowNumbers } from '@/analysis/imports/measured';
import { toShortest } from '@/analysis/numbers/units';
import type { Run } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { measuredText } from '@/messages/measured';
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
      <h3>{measuredText.table}</h3>
      <div className={styles.scroll} role="region" aria-label={measuredText.table} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{measuredText.flow}</th>
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
                  <td>{measuredText.measured}</td>
                  <Numbers of={own} />
                </tr>,
                <tr key={`${index}s`} className={hueClass(group)}>
                  <th scope="row" className="hue-text">
                    {names[group]}
                  </th>
                  <td>{measuredText.simulated}</td>
                  <Numbers of={beside} />
                </tr>,
              ];
            })}
          </tbody>
        </table>
      </div>
      <p className="small faint">
        {measuredText.tableNote(toShortest(window.start_s), toShortest(window.end_s))}
      </p>
    </section>
  );
}

const COLUMNS: readonly (readonly [string, (numbers: FlowNumbers) => string | null])[] = [
  [measuredText.rate, ({ throughput_bps }) => digits(throughput_bps, 1e-6, 2)],
  [measuredText.share, ({ share }) => (share === null ? null : `${(share * 100).toFixed(1)}%`)],
  [measuredText.rtt, ({ mean_rtt_s }) => digits(mean_rtt_s, 1e3, 1)],
  [measuredText.retransmitted, ({ retransmitted_packets }) => digits(retransmitted_packets, 1, 0)],
];

function digits(value: number | null, factor: number, count: number): string | null {
  return value === null ? null : (value * factor).toFixed(count);
}

function Numbers({ of }: { of: FlowNumbers | null }) {
  return COLUMNS.map(([title, write]) => (
    <td key={title} className="number">
      {(of === null ? null : write(of)) ?? measuredText.none}
    </td>
  ));
}

import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';

import { draftOf } from '@/analysis/imports/estimate/draftFlows';
import { type FlowNumbers, groupNumbers, traceNumbers } from '@/analysis/imports/measured';
import { scenarioOf } from '@/analysis/imports/estimate/scenarioFrom';
import { scenarioFragment } from '@/analysis/links/scenarioLink';
import { toShortest } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import { plainField } from '@/analysis/scenario/fields/plainField';
import { useAlgorithms } from '@/api/catalog';
import type { Run } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { AboutFile } from '@/files/AboutFile';
import { NetworkPart } from '@/files/NetworkPart';
import { RefinePart } from '@/files/RefinePart';
import { WhyPart } from '@/files/WhyPart';
import { changeMeasured, type PlacedTrace } from '@/state/measured';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import { NumberInput } from '@/ui/fields/NumberInput';

import { DistancePart } from './Distance';
import styles from './measured.module.css';
import { whereKept } from './whereKept';

interface MeasuredDialogProps {
  readonly run: Run;
  readonly placed: PlacedTrace;
  readonly onClose: () => void;
}

const OFFSET = plainField({ unit: 's' });

/** Where a trace stands beside the run, and its numbers beside those of the simulation. */
export function MeasuredDialog({ run, placed, onClose }: MeasuredDialogProps) {
  const { trace, offset_s, groups, id, thinnedSeconds, moveCount } = placed;
  const fieldId = useId();
  const names = run.scenario.flows.map(({ label }, index) => groupLabel(label, index));
  const place = (flow: number, group: number | null) =>
    changeMeasured(run.id, id, {
      groups: groups.map((old, index) => (index === flow ? group : old)),
    });
  return (
    <Dialog title={`${trace.name}, measured`} onClose={onClose} isWide>
      <p className={styles.kept}>
        {whereKept([placed])}
        {thinnedSeconds !== undefined &&
          ` Its values are means over about ${toShortest(Number(thinnedSeconds.toPrecision(2)))} s.`}
      </p>
      <div className={styles.settings}>
        <label htmlFor={`${fieldId}-offset`}>Starts at, s</label>
        <NumberInput
          // A fit, and the way back, put a number there; their button goes, the focus comes here.
          key={moveCount ?? 0}
          id={`${fieldId}-offset`}
          hasAutoFocus
          label="Starts at, s"
          field={OFFSET}
          value={offset_s}
          factor={1}
          isBad={false}
          onChange={(next) => {
            if (typeof next === 'number') changeMeasured(run.id, id, { offset_s: next });
          }}
        />
        <span className="small faint">Shifts the trace along the time of the simulation.</span>
      </div>
      <ul className={styles.matches}>
        {trace.flows.map(({ label, algorithm }, flow) => (
          <li key={flow}>
            <span>
              {label} {algorithm !== null && <span className="quiet">{algorithm}</span>}
            </span>
            <label>
              Shown as{' '}
              <select
                aria-label={`Group for ${label}`}
                value={groups[flow] ?? ''}
                onChange={({ target }) =>
                  place(flow, target.value === '' ? null : Number(target.value))
                }
              >
                {names.map((name, group) => (
                  <option key={group} value={group}>
                    {name}
                  </option>
                ))}
                <option value="">not shown</option>
              </select>
            </label>
          </li>
        ))}
      </ul>
      <AboutFile about={trace.about} />
      <WhyPart trace={trace} />
      <NetworkPart trace={trace} />
      <RefinePart trace={trace} />
      <DistancePart run={run} placed={placed} />
      <MeasuredTable run={run} placed={placed} names={names} />
      <Draft placed={placed} />
    </Dialog>
  );
}

/** The facts of the trace as a scenario in the editor. */
function Draft({ placed: { trace } }: { placed: PlacedTrace }) {
  const navigate = useNavigate();
  const { data: algorithms } = useAlgorithms();
  const { leftOut } = draftOf(trace);
  const open = () => {
    const known = (algorithms ?? []).map(({ name }) => name);
    const content = scenarioOf(trace, `After ${trace.name}`, known);
    const fragment = scenarioFragment({ content, seed: 1 });
    void navigate({ to: '/build', hash: fragment.slice(1) });
  };
  return (
    <p className={styles.draft}>
      <Button disabled={algorithms === undefined} onClick={open}>
        Start a scenario from it
      </Button>
      <span className="small faint">
        Flows, algorithms where known, UDP at its rate; rate, base RTTs and buffer as estimated
        above, or the measured value where only a bound is known.
        {leftOut.length > 0 && ` Left out: ${leftOut.join(' ')}`}
      </span>
    </p>
  );
}

interface MeasuredTableProps {
  readonly run: Run;
  readonly placed: PlacedTrace;
  /** Of the groups of the run. */
  readonly names: readonly string[];
}

/** The same metrics of measurement and simulation, flow by flow. */
function MeasuredTable({ run, placed, names }: MeasuredTableProps) {
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
        {`From ${toShortest(window.start_s)} to ${toShortest(window.end_s)} s of the simulation. Measured rates are payload, so they are compared with the simulated ` +
          'goodput: the mean of one flow of the group over its window.'}
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

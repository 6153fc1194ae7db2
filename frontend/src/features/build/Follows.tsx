import { bufferText, groupLabel, pathOf } from '@/analysis/describe';
import {
  formatCount,
  formatMilliseconds,
  formatRate,
  toDigits,
  type Quantity,
} from '@/analysis/units';
import type { Checked, Scenario } from '@/api/types';
import { PathDrawing } from '@/charts/PathDrawing';
import { buildText } from '@/messages/build';
import { Term } from '@/ui/Term';

import styles from './build.module.css';
import type { CheckedText } from './useCheckedText';

/** The path and the numbers that follow from the scenario, before anything runs. */
export function Follows({ checked }: { checked: CheckedText }) {
  const answer = checked.checked;
  if (answer === undefined) return null;
  return (
    <>
      {!checked.isStale && checked.scenario !== null && <Path scenario={checked.scenario} />}
      <section>
        <h2>{buildText.follows}</h2>
        {checked.isStale && <p className="small faint">{buildText.stale}</p>}
        <table className={styles.derived}>
          <tbody>
            {rowsOf(answer).map(([[name, definition], { value, unit }]) => (
              <tr key={name}>
                <th scope="row">
                  <Term name={name} definition={definition} />
                </th>
                <td className="number">
                  {value} <small>{unit}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** What is typed may leave out whatever has a default; the drawing needs these. */
function Path({ scenario }: { scenario: Scenario }) {
  const { bottleneck, flows, packet_bytes = 1500 } = scenario as TypedScenario;
  const path = pathOf({
    packet_bytes,
    bottleneck: { rate_bps: bottleneck.rate_bps, delay_s: bottleneck.delay_s ?? 0 },
    flows: flows.map(({ label = '', count = 1, rtt_s }, index) => ({
      label: groupLabel(label, index),
      count,
      rtt_s,
    })),
  });
  const { amount = 1, unit = 'bdp' } = bottleneck.buffer ?? {};
  return (
    <section>
      <h2>{buildText.path}</h2>
      <PathDrawing path={path} bufferText={buildText.buffer(bufferText({ amount, unit }))} />
    </section>
  );
}

interface TypedScenario {
  readonly packet_bytes?: number;
  readonly bottleneck: {
    readonly rate_bps: number;
    readonly delay_s?: number;
    readonly buffer?: Partial<Scenario['bottleneck']['buffer']>;
  };
  readonly flows: readonly { label?: string; count?: number; rtt_s: number }[];
}

type Row = readonly [term: readonly [string, string], quantity: Quantity];

function rowsOf({ derived, predicted_packets }: Checked): Row[] {
  const names = buildText.derived;
  const share = formatRate(derived.fair_share_bps);
  const [first, second] = derived.groups;
  const rows: Row[] = [
    [names.fairShare, { value: share.value, unit: `${share.unit} ${buildText.each}` }],
    [
      names.bdp,
      {
        value: derived.groups.map(({ bdp_packets }) => toDigits(bdp_packets)).join(', '),
        unit: buildText.packetsUnit,
      },
    ],
    [
      names.buffer,
      {
        value: formatCount(derived.buffer_packets),
        unit: buildText.kilobytes(toDigits(derived.buffer_bytes / 1000)),
      },
    ],
    [names.full, formatMilliseconds(derived.buffer_s, 1)],
  ];
  if (first !== undefined && second !== undefined && derived.groups.length === 2) {
    const value = (first.base_rtt_s / second.base_rtt_s).toFixed(2);
    rows.push([names.ratio, { value, unit: '' }]);
  }
  rows.push([names.packets, { value: formatCount(predicted_packets), unit: '' }]);
  rows.push([names.samples, { value: formatCount(derived.sample_count), unit: '' }]);
  return rows;
}

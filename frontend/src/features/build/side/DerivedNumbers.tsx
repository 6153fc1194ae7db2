import clsx from 'clsx';

import {
  formatCount,
  formatMilliseconds,
  formatRate,
  rateUnit,
  toDigits,
  toThreeDigits,
  type Quantity,
} from '@/analysis/numbers/units';
import { bufferText, pathOf } from '@/analysis/scenario/describe';
import { drawableSetting } from '@/analysis/scenario/network/drawable';
import type { JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { delayShifts } from '@/analysis/scenario/network/linkPreview';
import { networkOf } from '@/analysis/scenario/network/network';
import {
  predictedTime,
  roughly,
  type MeasuredSize,
} from '@/analysis/scenario/problems/predictedTime';
import { useSpeed } from '@/api/runs/scenarios';
import type { Checked } from '@/api/types';
import { NetworkDrawing } from '@/charts/network/NetworkDrawing';
import { PathDrawing } from '@/charts/network/PathDrawing';
import { QUEUE_TRAITS } from '@/generated/kindSeries';
import { Picturable } from '@/pictures/Picturable';
import { Term } from '@/ui/Term';

import styles from '../build.module.css';
import { ChangePreview } from './ChangePreview';
import { QueueRules } from './QueueRules';
import type { CheckedText } from '../document/useCheckedText';

const DERIVED = {
  rate: ['Mean link rate', 'From the end of the warm-up on, as the link changes.'],
  range: ['Link rate, lowest to highest', 'From the end of the warm-up on.'],
  atLowest: [
    'Full queue adds at the lowest rate',
    'Buffer divided by the lowest link rate from the end of the warm-up on.',
  ],
  baseRtt: [
    'Base RTT over the run',
    'Lowest and highest of all groups, as the propagation delay of the link moves.',
  ],
  fairShare: [
    'Fair share',
    'Max-min share of one flow of each group, as a mean over the measurement window: what its ' +
      'path and its own demand allow.',
  ],
  bdp: ['BDP', 'Rate of the slowest link of its path times base RTT, for each flow group.'],
  buffer: ['Buffer', 'Packets that can wait; the one in service does not count.'],
  full: ['Full queue adds', 'Buffer divided by link rate.'],
  bottleneckBuffer: [
    'Buffer of the bottleneck',
    'Packets that can wait there; see the drawing for other links.',
  ],
  bottleneckFull: ['Full bottleneck adds', 'Its buffer divided by its rate.'],
  ratio: ['RTT ratio', 'Base RTT of the first group divided by that of the second.'],
  packets: ['Packets to simulate', 'Predicted packets through the bottleneck: the cost of a run.'],
  time: [
    'Time to answer',
    (runs: number) =>
      `For one seed, once a worker takes it: the median speed of the last ${runs} ` +
      'runs of about this size on this server.',
  ],
  samples: ['Samples', 'For each flow and the link.'],
} as const;

/** The path and the numbers that follow from the scenario, before anything runs. */
export function DerivedNumbers({ checked }: { checked: CheckedText }) {
  const answer = checked.checked;
  const sizes = useSpeed().data?.sizes;
  return (
    <>
      <Path scenario={checked.value} />
      {answer !== undefined && (
        <section>
          <h2>Derived numbers</h2>
          {checked.isStale && (
            <p className="small faint">These numbers are from the last valid scenario.</p>
          )}
          <table className={clsx('row-heads', styles.derived)}>
            <tbody>
              {rowsOf(answer, checked.value, sizes ?? []).map(
                ([[name, definition], { value, unit }]) => (
                  <tr key={name}>
                    <th scope="row">
                      <Term name={name} definition={definition} />
                    </th>
                    <td className="number">
                      {value} <small>{unit}</small>
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

/** Drawn from what is typed, right or wrong, so that it moves with the sliders. */
function Path({ scenario }: { scenario: JsonObject | null }) {
  const network = networkOf(scenario);
  if (network !== null) {
    return (
      <section>
        <Picturable title="The links" caption={nameOf(scenario)} hasButton>
          <h2>The links</h2>
          <NetworkDrawing network={network} />
          <ChangePreview scenario={scenario} />
          <QueueRules scenario={scenario} />
        </Picturable>
      </section>
    );
  }
  const setting = drawableSetting(scenario);
  if (setting === null) return null;
  return (
    <section>
      <Picturable title="The path, to scale" caption={nameOf(scenario)} hasButton>
        <h2>The path, to scale</h2>
        <PathDrawing
          path={pathOf(setting)}
          bufferText={`buffer ${bufferText(setting.buffer, setting.flows)}`}
        />
        <ChangePreview scenario={scenario} />
        <QueueRules scenario={scenario} />
      </Picturable>
    </section>
  );
}

function nameOf(scenario: JsonObject | null): string {
  return typeof scenario?.name === 'string' ? scenario.name : '';
}

const MOST_BDPS = 4;

/** A number for each group, or the range over many. */
function bdpText(packets: readonly number[]): string {
  if (packets.length <= MOST_BDPS) return packets.map((each) => toDigits(each)).join(', ');
  const [least, most] = [Math.min(...packets), Math.max(...packets)];
  return `${toDigits(least)} to ${toDigits(most)}`;
}

type Row = readonly [term: readonly [string, string], quantity: Quantity];

/** Traffic above the rate is queued; a policer discards it. */
function holdsBack(scenario: JsonObject | null): boolean {
  const { kind } = (scenario?.bottleneck as { queue?: { kind?: string } } | undefined)?.queue ?? {};
  return QUEUE_TRAITS[kind ?? '']?.delaysExcess !== false;
}

const fullAt = (rateBps: number, bufferBytes: number): Quantity =>
  rateBps > 0
    ? formatMilliseconds((bufferBytes * 8) / rateBps, 1)
    : { value: 'as long as it is 0', unit: '' };

/** What the link's changes do to the numbers that are means otherwise. */
function changingRows({ derived }: Checked, scenario: JsonObject | null): Row[] {
  const { lowest_rate_bps: lowest, highest_rate_bps: highest } = derived;
  const shifts = scenario === null ? null : delayShifts(scenario);
  const rows: Row[] = [];
  if (lowest !== highest) {
    const { factor, unit } = rateUnit(highest);
    const range = [lowest, highest].map((rate) => toThreeDigits(rate / factor)).join(' to ');
    rows.push([DERIVED.range, { value: range, unit }]);
    if (holdsBack(scenario)) rows.push([DERIVED.atLowest, fullAt(lowest, derived.buffer_bytes)]);
  }
  if (shifts !== null) {
    const bases = derived.groups.map(({ base_rtt_s }) => base_rtt_s);
    const least = toThreeDigits((Math.min(...bases) + shifts[0]) * 1e3);
    const most = toThreeDigits((Math.max(...bases) + shifts[1]) * 1e3);
    rows.push([DERIVED.baseRtt, { value: `${least} to ${most}`, unit: 'ms' }]);
  }
  return rows;
}

/** One number where flows of all groups are due the same. */
function shareText(shares: readonly number[]): Quantity {
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const { value, unit } = formatRate(most);
  if (least === most) return { value, unit: `${unit} each` };
  const { factor } = rateUnit(most);
  const each = shares.map((share) => toThreeDigits(share / factor));
  const few = each.length <= MOST_BDPS ? each.join(', ') : null;
  return {
    value: few ?? `${toThreeDigits(least / factor)} to ${toThreeDigits(most / factor)}`,
    unit: `${unit} each`,
  };
}

function rowsOf(
  answer: Checked,
  scenario: JsonObject | null,
  sizes: readonly MeasuredSize[],
): Row[] {
  const { derived, predicted_packets } = answer;
  const names = DERIVED;
  const [first, second] = derived.groups;
  const mean = formatRate(derived.mean_rate_bps);
  const isOnly = derived.links.length < 2;
  const isChanging = derived.lowest_rate_bps !== derived.highest_rate_bps;
  const rows: Row[] = [
    ...(isChanging ? [[names.rate, mean] satisfies Row] : []),
    [names.fairShare, shareText(derived.groups.map(({ fair_share_bps }) => fair_share_bps))],
    [
      names.bdp,
      {
        value: bdpText(derived.groups.map(({ bdp_packets }) => bdp_packets)),
        unit: 'packets',
      },
    ],
    [
      isOnly ? names.buffer : names.bottleneckBuffer,
      {
        value: formatCount(derived.buffer_packets),
        unit: `packets, ${toDigits(derived.buffer_bytes / 1000)} kB`,
      },
    ],
    ...(holdsBack(scenario)
      ? [
          [
            isOnly ? names.full : names.bottleneckFull,
            formatMilliseconds(derived.buffer_s, 1),
          ] as Row,
        ]
      : []),
    ...changingRows(answer, scenario),
  ];
  if (first !== undefined && second !== undefined && derived.groups.length === 2) {
    const value = (first.base_rtt_s / second.base_rtt_s).toFixed(2);
    rows.push([names.ratio, { value, unit: '' }]);
  }
  rows.push([names.packets, { value: formatCount(predicted_packets), unit: '' }]);
  const time = predictedTime(predicted_packets, sizes);
  if (time !== null) {
    const { value, unit } = roughly(time.seconds);
    const [name, definition] = names.time;
    rows.push([[name, definition(time.runCount)], { value: `about ${value}`, unit }]);
  }
  rows.push([names.samples, { value: formatCount(derived.sample_count), unit: '' }]);
  return rows;
}

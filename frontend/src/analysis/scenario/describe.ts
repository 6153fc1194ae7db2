/** A scenario in words. Takes the parts of it that it needs, so that it knows no API. */
import { formatPercent, toShortest } from '@/analysis/numbers/units';
import { KIND_TITLES, LOSS_REASONS, USUAL_QUEUE } from '@/generated/kindTitles';

import { getAt } from './fields/fieldPath';
import { changeLine } from './network/linkChanges';
import {
  BOTTLENECK_ID,
  flowsOverLink,
  groupsAtLink,
  linkNames,
  type WithGroups,
  type WithRates,
} from './network/links';
import type { PathScenario } from './network/path';

const BUFFER_UNITS = { bdp: 'BDP', packets: 'packets', bytes: 'bytes', seconds: 's' } as const;

export interface BufferSetting {
  readonly amount: number;
  readonly unit: 'bdp' | 'packets' | 'bytes' | 'seconds';
  /** The RTT that makes one BDP; without it that of the shortest flow. */
  readonly rtt_s?: number | null;
}

interface LossSetting {
  readonly kind: string;
  readonly probability?: number;
}

export interface GroupSetting {
  readonly label: string;
  readonly count: number;
  readonly rtt_s: number;
}

export interface ScenarioSetting {
  readonly packet_bytes: number;
  readonly bottleneck: {
    readonly rate_bps: number;
    readonly delay_s: number;
    readonly queue?: unknown;
  };
  readonly flows: readonly GroupSetting[];
}

export function flowCount({ flows }: Pick<ScenarioSetting, 'flows'>): number {
  return flows.reduce((sum, { count }) => sum + count, 0);
}

/** The name of a flow group; a group without a label is numbered. */
export function groupLabel(label: string, groupIndex: number): string {
  return label === '' ? `group ${groupIndex + 1}` : label;
}

/** `20 packets`, or `10 BDP of 25 ms`: a BDP says nothing without the RTT that makes it. */
export function bufferText(buffer: BufferSetting, flows: readonly { rtt_s: number }[]): string {
  const { amount, unit, rtt_s } = buffer;
  const text = `${toShortest(amount)} ${BUFFER_UNITS[unit]}`;
  const rttSeconds = rtt_s ?? Math.min(...flows.map((flow) => flow.rtt_s));
  // Of flows that are still being written there may be none.
  if (unit !== 'bdp' || !Number.isFinite(rttSeconds)) return text;
  return `${text} of ${toShortest(Number((rttSeconds * 1e3).toPrecision(6)))} ms`;
}

export function lossText(loss: LossSetting): string {
  const { kind, probability } = loss;
  if (kind === 'none') return 'none';
  if (probability !== undefined) return formatPercent(probability, 4).replace(/\.?0+%$/, '%');
  return LOSS_REASONS[kind] === 'burst' ? 'in bursts' : kindTitle(kind);
}

/** What people call a kind of queue, loss or traffic; a stored run may name one that is gone. */
export function kindTitle(kind: string): string {
  return KIND_TITLES[kind] ?? kind.replaceAll('_', ' ');
}

export function pathOf(scenario: ScenarioSetting): PathScenario {
  const { bottleneck, flows } = scenario;
  return {
    rateBps: bottleneck.rate_bps,
    delaySeconds: bottleneck.delay_s,
    changeText: changeLine(scenario),
    queueKind: String(getAt(bottleneck, 'queue.kind') ?? USUAL_QUEUE),
    packetBytes: scenario.packet_bytes,
    flowCount: flowCount(scenario),
    groups: flows.map(({ label, count, rtt_s }, index) => {
      const name = groupLabel(label, index);
      const shown = count > 1 ? `${count} × ${name}` : name;
      return { label: shown, flowCount: count, rttSeconds: rtt_s };
    }),
  };
}

type LinkSetting = ScenarioSetting['bottleneck'] & WithRates['bottleneck'];

interface LinksSetting extends Omit<ScenarioSetting, 'bottleneck' | 'flows'>, WithGroups {
  readonly bottleneck: LinkSetting;
  readonly links?: readonly (LinkSetting & { readonly id: string })[];
  readonly flows: readonly (GroupSetting & WithGroups['flows'][number])[];
}

/** One of several links with the groups whose data passes it, in their own colours. */
export function pathAt(scenario: LinksSetting, linkIndex: number): PathScenario {
  if (linkNames(scenario).length === 1) return pathOf(scenario);
  const link = scenario.links?.[linkIndex - 1] ?? scenario.bottleneck;
  const whole = pathOf({ ...scenario, bottleneck: link });
  const places = groupsAtLink(scenario, linkIndex);
  const groups = whole.groups.flatMap((group, hue) => {
    const { passes = false, accessSeconds = 0 } = places[hue] ?? {};
    return passes ? [{ ...group, hue, accessSeconds }] : [];
  });
  const id = linkNames(scenario)[linkIndex] ?? BOTTLENECK_ID;
  const leadsOn = places.some(({ passes, isLast }) => passes && !isLast);
  return { ...whole, groups, flowCount: flowsOverLink(scenario, id), link: { id, leadsOn } };
}

/** A scenario in words. Takes the parts of it that it needs, so that it knows no API. */
import { formatPercent, toShortest } from '@/analysis/numbers/units';

import type { PathScenario } from './path';

const QUEUE_KINDS = {
  droptail: 'drop-tail',
  red: 'RED',
  codel: 'CoDel',
  fq_codel: 'FQ-CoDel',
  pie: 'PIE',
} as Readonly<Record<string, string>>;

const BUFFER_UNITS = { bdp: 'BDP', packets: 'packets', bytes: 'bytes', seconds: 's' } as const;

export interface BufferSetting {
  readonly amount: number;
  readonly unit: 'bdp' | 'packets' | 'bytes' | 'seconds';
}

export type LossSetting =
  | { readonly kind: 'none' }
  | { readonly kind: 'bernoulli'; readonly probability: number }
  | { readonly kind: 'gilbert_elliott' };

export interface GroupSetting {
  readonly label: string;
  readonly count: number;
  readonly rtt_s: number;
}

export interface ScenarioSetting {
  readonly packet_bytes: number;
  readonly bottleneck: { readonly rate_bps: number; readonly delay_s: number };
  readonly flows: readonly GroupSetting[];
}

export function flowCount({ flows }: Pick<ScenarioSetting, 'flows'>): number {
  return flows.reduce((sum, { count }) => sum + count, 0);
}

/** The name of a flow group; a group without a label is numbered. */
export function groupLabel(label: string, groupIndex: number): string {
  return label === '' ? `group ${groupIndex + 1}` : label;
}

export function bufferText({ amount, unit }: BufferSetting): string {
  return `${toShortest(amount)} ${BUFFER_UNITS[unit]}`;
}

export function lossText(loss: LossSetting): string {
  if (loss.kind === 'none') return 'none';
  if (loss.kind === 'gilbert_elliott') return 'in bursts';
  return formatPercent(loss.probability, 4).replace(/\.?0+%$/, '%');
}

export function queueText(kind: string): string {
  return QUEUE_KINDS[kind] ?? kind;
}

export function pathOf(scenario: ScenarioSetting): PathScenario {
  const { bottleneck, flows } = scenario;
  return {
    rateBps: bottleneck.rate_bps,
    delaySeconds: bottleneck.delay_s,
    packetBytes: scenario.packet_bytes,
    flowCount: flowCount(scenario),
    groups: flows.map(({ label, count, rtt_s }, index) => {
      const name = groupLabel(label, index);
      const shown = count > 1 ? `${count} × ${name}` : name;
      return { label: shown, flowCount: count, rttSeconds: rtt_s };
    }),
  };
}

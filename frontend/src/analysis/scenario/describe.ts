/** A scenario in words. Takes the parts of it that it needs, so that it knows no API. */
import { formatPercent, toShortest } from '@/analysis/numbers/units';
import { describeText } from '@/messages/describe';

import type { PathScenario } from './path';

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
  return label === '' ? describeText.group(groupIndex + 1) : label;
}

export function bufferText({ amount, unit }: BufferSetting): string {
  return `${toShortest(amount)} ${describeText.bufferUnits[unit]}`;
}

export function lossText(loss: LossSetting): string {
  if (loss.kind === 'none') return describeText.noLoss;
  if (loss.kind === 'gilbert_elliott') return describeText.burstLoss;
  return formatPercent(loss.probability, 4).replace(/\.?0+%$/, '%');
}

export function queueText(kind: string): string {
  return describeText.queueKinds[kind] ?? kind;
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
      const shown = count > 1 ? describeText.several(count, name) : name;
      return { label: shown, flowCount: count, rttSeconds: rtt_s };
    }),
  };
}

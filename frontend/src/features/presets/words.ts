/** The controls' values as people read them. */
import { bufferText, groupLabel, lossText } from '@/analysis/describe';
import { toShortest } from '@/analysis/units';
import type { Scenario } from '@/api/types';
import { firstText } from '@/messages/first';

import type { Setting } from './setting';

export const rttWords = (milliseconds: number): string => `${toShortest(milliseconds)} ms`;

export const bufferWords = (amount: number): string => bufferText({ amount, unit: 'bdp' });

export const lossWords = (probability: number): string =>
  probability === 0 ? '0%' : lossText({ kind: 'bernoulli', probability });

/** A setting as a line of text, so that old numbers keep the setting that they belong to. */
export function settingWords(setting: Setting, base: Scenario): string {
  const [elephant, mouse] = base.flows;
  return firstText.setting(
    `${groupLabel(elephant?.label ?? '', 0)} ${rttWords(setting.elephantRttMs)}`,
    `${groupLabel(mouse?.label ?? '', 1)} ${rttWords((mouse?.rtt_s ?? 0) * 1e3)}`,
    bufferWords(setting.bufferBdp),
    lossWords(setting.lossProbability),
    `${toShortest(base.duration_s)} s`,
  );
}

/** A run as stages draw it: one flow on a link of 10 Mbit/s, without samples. */
import { EMPTY_SERIES } from '@/analysis/series/series';
import type { StageRun } from '@/charts/model';

export const elephant = {
  index: 0,
  groupIndex: 0,
  label: 'elephant',
  baseRttSeconds: 0.035,
  bdpBytes: 43_750,
};

export function stageRunWith(changes: Partial<StageRun>): StageRun {
  return {
    id: 'one',
    label: 'BBRv2',
    role: 'current',
    facts: {
      durationSeconds: 10,
      capacityBps: 1e7,
      fairShareBps: 5e6,
      packetBytes: 1000,
      bufferBytes: 312_500,
    },
    flows: [elephant],
    series: EMPTY_SERIES,
    phases: [],
    events: [],
    simulatedSeconds: 0.4,
    isPale: false,
    ...changes,
  };
}

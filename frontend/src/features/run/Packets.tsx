import { longestWindowSeconds, shortRange } from '@/analysis/replay/packets';
import type { StageRun } from '@/charts/model';

import { PacketPanel } from './packets/PacketPanel';
import type { PlotChoice, TimeView } from './useRunView';

interface PacketsProps {
  readonly members: readonly StageRun[];
  readonly plots: PlotChoice;
  readonly time: TimeView;
  /** What stands below a picture of them. */
  readonly caption: string;
}

/** Single packets of the first run of a stage, where they are wanted and the time is short. */
export function Packets({ members, plots, time, caption }: PacketsProps) {
  const [run] = members;
  if (run === undefined || !plots.hasPackets) return null;
  const { capacityBps, packetBytes } = run.facts;
  const range = shortRange(time.zoom, longestWindowSeconds(capacityBps, packetBytes));
  return range === null ? null : <PacketPanel run={run} range={range} caption={caption} />;
}

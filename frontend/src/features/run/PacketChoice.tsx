import { toDigits, toShortest } from '@/analysis/numbers/units';
import { longestWindowSeconds, shortRange } from '@/analysis/replay/packets';
import type { Run } from '@/api/types';
import { packetsText } from '@/messages/packets';
import { Button } from '@/ui/Button';

import type { PlotChoice, TimeView } from './useRunView';

interface PacketChoiceProps {
  readonly run: Run;
  readonly plots: PlotChoice;
  readonly time: TimeView;
}

/** Offers the packets of the time in view, where it is short enough. */
export function PacketChoice({ run, plots, time }: PacketChoiceProps) {
  const { rate_bps } = run.scenario.bottleneck;
  const longest = longestWindowSeconds(rate_bps, run.scenario.packet_bytes);
  const range = shortRange(time.zoom, longest);
  return (
    <section>
      <h2>{packetsText.title}</h2>
      {run.status !== 'done' && <p className="quiet">{packetsText.notDone}</p>}
      {run.status === 'done' && range === null && (
        <p className="quiet">{packetsText.zoomIn(toDigits(longest, 2))}</p>
      )}
      {run.status === 'done' && range !== null && (
        <Button size="xs" onClick={plots.togglePackets} aria-pressed={plots.hasPackets}>
          {plots.hasPackets
            ? packetsText.hide
            : packetsText.show(toShortest(range[0]), toShortest(range[1]))}
        </Button>
      )}
    </section>
  );
}

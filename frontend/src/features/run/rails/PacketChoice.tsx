import { toDigits, toShortest } from '@/analysis/numbers/units';
import { longestWindowSeconds, shortRange } from '@/analysis/replay/packets';
import { eventRateBps } from '@/analysis/scenario/network/links';
import { isOver, type Run } from '@/api/types';
import { Button } from '@/ui/Button';

import type { PlotChoice, TimeView } from '../view/useRunView';

interface PacketChoiceProps {
  readonly run: Run;
  readonly plots: PlotChoice;
  readonly time: TimeView;
}

/** Offers the packets of the time in view, where it is short enough. */
export function PacketChoice({ run, plots, time }: PacketChoiceProps) {
  const longest = longestWindowSeconds(eventRateBps(run.scenario), run.scenario.packet_bytes);
  const range = shortRange(time.zoom, longest);
  return (
    <section>
      <h2>Packets</h2>
      {run.status !== 'done' && (
        <p className="quiet">
          {isOver(run.status)
            ? 'Packets can be shown only for completed runs; this run did not complete.'
            : 'Every packet of a short time range can be shown once the run is done.'}
        </p>
      )}
      {run.status === 'done' && range === null && (
        <p className="quiet">
          Zoom to {toDigits(longest, 2)} s or less to see every packet of that time: when it left,
          waited, was dropped and acknowledged.
        </p>
      )}
      {run.status === 'done' && range !== null && (
        <Button size="xs" onClick={plots.togglePackets} aria-pressed={plots.hasPackets}>
          {plots.hasPackets
            ? 'Hide the packets'
            : `Show the packets of ${toShortest(range[0])} to ${toShortest(range[1])} s`}
        </Button>
      )}
    </section>
  );
}

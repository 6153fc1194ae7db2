import { Button } from '@mantine/core';

import { toDigits, toShortest } from '@/analysis/numbers/units';
import { longestWindowSeconds, shortRange } from '@/analysis/replay/packets';
import type { Run } from '@/api/types';
import { packetsText } from '@/messages/packets';

import { useRunView } from './useRunView';

/** Offers the packets of the time in view, where it is short enough. */
export function PacketChoice({ run }: { run: Run }) {
  const view = useRunView();
  const { rate_bps } = run.scenario.bottleneck;
  const longest = longestWindowSeconds(rate_bps, run.scenario.packet_bytes);
  const isShown = view.view.packets === true;
  const range = shortRange(view.zoom, longest);
  return (
    <section>
      <h2>{packetsText.title}</h2>
      {run.status !== 'done' && <p className="quiet">{packetsText.notDone}</p>}
      {run.status === 'done' && range === null && (
        <p className="quiet">{packetsText.zoomIn(toDigits(longest, 2))}</p>
      )}
      {run.status === 'done' && range !== null && (
        <Button size="xs" onClick={view.togglePackets} aria-pressed={isShown}>
          {isShown
            ? packetsText.hide
            : packetsText.show(toShortest(range[0]), toShortest(range[1]))}
        </Button>
      )}
    </section>
  );
}

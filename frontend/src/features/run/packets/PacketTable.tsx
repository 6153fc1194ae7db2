import { formatCount } from '@/analysis/numbers/units';
import { aligned } from '@/analysis/numbers/shown';
import { linkOf, queueBytesAt } from '@/analysis/replay/atLink';
import type { PacketEvents } from '@/analysis/replay/packets';
import type { LinkFacts, StageFlow } from '@/charts/model';

import styles from './packets.module.css';

const WORDS = ['time, s', 'event'] as const;
const NUMBERS = ['sequence', 'queue, pkt', 'cwnd, pkt', 'inflight, pkt'] as const;

const KINDS = {
  sent: 'sent',
  retransmitted: 'retransmitted',
  enqueued: 'queued',
  dropped: 'dropped by the queue',
  dequeued: 'on the link',
  transmitted: 'off the link',
  lost: 'lost at random',
  delivered: 'delivered',
  ack_sent: 'ACK sent',
  ack_lost: 'ACK lost',
  ack_received: 'ACK received',
  marked: 'marked (ECN)',
  window_probe: 'window probe',
} as Readonly<Record<string, string>>;

/** A browser and a screen reader can take so many rows; zoom in for the others. */
const MOST_ROWS = 500;

interface PacketTableProps {
  readonly events: PacketEvents;
  readonly flow: StageFlow;
  readonly packetBytes: number;
  /** Of several links the one that is drawn: its queue is told. */
  readonly links: LinkFacts | undefined;
}

/** The events of a flow in words and numbers. */
export function PacketTable({ events, flow, packetBytes, links }: PacketTableProps) {
  const queueBytes =
    links === undefined ? events.queue_bytes : queueBytesAt(events, links.index, packetBytes);
  const words = links === undefined ? WORDS : [...WORDS, 'at'];
  const rows = events.time_s.flatMap((_, row) =>
    events.flow_index[row] === flow.index ? [row] : [],
  );
  const shown = rows.slice(0, MOST_ROWS);
  const caption = `${flow.label}: the first ${formatCount(shown.length)} of ${formatCount(rows.length)} events`;
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {words.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {NUMBERS.map((name) => (
              <th key={name} scope="col" className="number">
                {name === 'queue, pkt' && links !== undefined
                  ? `queue of ${links.names[links.index]}, pkt`
                  : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row}>
              <td>{aligned(events.time_s[row] ?? NaN, 6)}</td>
              <td>{KINDS[events.kind[row] ?? ''] ?? events.kind[row]}</td>
              {links !== undefined && <td>{links.names[linkOf(events, row)] ?? 'host'}</td>}
              <td className="number">{formatCount(events.sequence[row])}</td>
              <td className="number">{formatCount((queueBytes[row] ?? 0) / packetBytes)}</td>
              <td className="number">{formatCount(events.cwnd_packets[row])}</td>
              <td className="number">{formatCount(events.inflight_packets[row])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

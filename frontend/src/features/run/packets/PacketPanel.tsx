import { useState } from 'react';

import { aligned } from '@/analysis/numbers/shown';
import { reasonWords } from '@/analysis/series/losses';
import { formatCount } from '@/analysis/numbers/units';
import { linkOf, queueBytesAt } from '@/analysis/replay/atLink';
import { isOfHandshake, type PacketEvents } from '@/analysis/replay/packets';
import { packetExportUrl, type PacketFormat, usePackets } from '@/api/runs/packets';
import type { LinkFacts, StageFlow, StageRun, TimeRange } from '@/charts/model';
import { Picturable } from '@/pictures/Picturable';
import { FileLink } from '@/share/FileLink';
import { Note } from '@/ui/Note';

import styles from './packets.module.css';
import { SequencePlot } from './SequencePlot';

interface PacketPanelProps {
  readonly run: StageRun;
  readonly range: TimeRange;
  /** The caption of its picture. */
  readonly caption: string;
}

/** Every packet of the time in view, flow by flow. */
export function PacketPanel({ run, range, caption }: PacketPanelProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, error } = usePackets(run.id, range, true);
  const flow = run.flows.find(({ index }) => index === chosen) ?? run.flows[0];
  const why = error?.message ?? data?.error ?? null;
  if (flow === undefined) return null;
  return (
    <section className={styles.panel} aria-label="Packets">
      <div className={styles.head}>
        <b>Sequence</b>{' '}
        <span className="faint">
          {'packets: ■ sent  □ retransmitted  × dropped or lost  line: acknowledged'}
          {data?.events?.kind.includes('handshake') === true && '  ○ handshake'}
        </span>
        <span className={styles.space} />
        <FlowSelect flows={run.flows} value={flow.index} onChange={setChosen} />
      </div>
      {why !== null && (
        <Note tone="bad" title="The packets could not be loaded.">
          {why}
        </Note>
      )}
      {why === null && data?.status !== 'done' && (
        <p className="quiet" aria-live="polite">
          Computing the run again to record every packet in this time range.
        </p>
      )}
      {data?.events != null && (
        <Events
          runId={run.id}
          events={data.events}
          flow={flow}
          range={range}
          packetBytes={run.facts.packetBytes}
          links={run.facts.links}
          isTruncated={data.is_truncated}
          caption={caption}
        />
      )}
    </section>
  );
}

interface EventsProps {
  readonly runId: string;
  readonly events: PacketEvents;
  readonly flow: StageFlow;
  readonly range: TimeRange;
  readonly packetBytes: number;
  readonly links: LinkFacts | undefined;
  readonly isTruncated: boolean;
  readonly caption: string;
}

function Events(props: EventsProps) {
  const { runId, events, flow, range, packetBytes, links, isTruncated, caption } = props;
  const isSilent = !events.flow_index.includes(flow.index);
  return (
    <>
      {isTruncated && (
        <p className="small faint">
          The first {formatCount(events.time_s.length)} events in this time range; zoom in for the
          rest.
        </p>
      )}
      {isSilent && <p className="quiet">This flow sent nothing in this time range.</p>}
      <Picturable title={`Time-sequence plot of ${flow.label}`} caption={caption}>
        <SequencePlot events={events} flow={flow} range={range} />
      </Picturable>
      <PacketFiles runId={runId} range={range} />
      {!isSilent && <PacketTable {...{ events, flow, packetBytes, links }} />}
    </>
  );
}

interface FlowSelectProps {
  readonly flows: readonly StageFlow[];
  readonly value: number;
  readonly onChange: (flowIndex: number) => void;
}

function FlowSelect({ flows, value, onChange }: FlowSelectProps) {
  return (
    <select
      aria-label="Flow"
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {flows.map(({ index, label }) => (
        <option key={index} value={index}>
          {label}
        </option>
      ))}
    </select>
  );
}

const FORMAT_NAMES = {
  pcapng: 'Packets for Wireshark (pcapng)',
  qlog: 'Traces with packets for qvis (qlog)',
} as const;

const FORMATS = Object.keys(FORMAT_NAMES) as PacketFormat[];

interface PacketFilesProps {
  readonly runId: string;
  readonly range: TimeRange;
}

/** The packets in view as files of the tools that read packets. */
function PacketFiles({ runId, range }: PacketFilesProps) {
  return (
    <nav className={styles.files} aria-label="Files of these packets">
      {FORMATS.map((format) => (
        <FileLink key={format} href={packetExportUrl(runId, range, format)}>
          {FORMAT_NAMES[format]}
        </FileLink>
      ))}
    </nav>
  );
}

const WORDS = ['time, s', 'event'] as const;
const NUMBERS = ['sequence', 'queue, pkt', 'cwnd, pkt', 'inflight, pkt'] as const;

const KINDS = {
  sent: 'sent',
  retransmitted: 'retransmitted',
  enqueued: 'queued',
  dropped: 'dropped by the queue',
  dequeued: 'on the link',
  transmitted: 'off the link',
  lost: 'lost on the path',
  delivered: 'delivered',
  ack_sent: 'ACK sent',
  ack_lost: 'ACK lost',
  ack_received: 'ACK received',
  marked: 'marked (ECN)',
  window_probe: 'window probe',
  handshake: 'handshake sent',
} as Readonly<Record<string, string>>;

/** Names of the events of a handshake's packets, and of the answers to them. */
const OF_HANDSHAKE = {
  ack_sent: 'answer sent',
  ack_lost: 'answer lost',
  ack_received: 'answer received',
} as Readonly<Record<string, string>>;

/** `dropped by the queue: buffer full`, `delivered (handshake)` */
function eventText({ kind, sequence, reason }: PacketEvents, row: number): string {
  const own = kind[row] ?? '';
  const isShake = own !== 'handshake' && isOfHandshake(sequence[row] ?? 0);
  const plain = KINDS[own] ?? own;
  const what = isShake ? `${OF_HANDSHAKE[own] ?? plain} (handshake)` : plain;
  const why = reason?.[row] ?? null;
  return why === null ? what : `${what}: ${reasonWords(why)}`;
}

/** Packets of a handshake are not counted. */
function numberText(sequence: number | undefined): string {
  return isOfHandshake(sequence ?? 0) ? '' : formatCount(sequence);
}

/** A browser and a screen reader can take so many rows; zoom in for the others. */
const MOST_ROWS = 500;

interface PacketTableProps {
  readonly events: PacketEvents;
  readonly flow: StageFlow;
  readonly packetBytes: number;
  /** Of several links the one that is drawn: its queue is shown. */
  readonly links: LinkFacts | undefined;
}

/** The events of a flow in words and numbers. */
function PacketTable({ events, flow, packetBytes, links }: PacketTableProps) {
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
              <td>{eventText(events, row)}</td>
              {links !== undefined && <td>{links.names[linkOf(events, row)] ?? 'host'}</td>}
              <td className="number">{numberText(events.sequence[row])}</td>
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

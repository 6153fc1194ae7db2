import { useState } from 'react';

import { formatCount } from '@/analysis/numbers/units';
import type { PacketEvents } from '@/analysis/replay/packets';
import { packetExportUrl, usePackets, type PacketFormat } from '@/api/packets';
import type { LinkFacts, StageFlow, StageRun, TimeRange } from '@/charts/model';
import { Picturable } from '@/pictures/Picturable';
import { FileLink } from '@/share/FileLink';
import { Note } from '@/ui/Note';

import styles from './packets.module.css';
import { PacketTable } from './PacketTable';
import { SequencePlot } from './SequencePlot';

interface PacketPanelProps {
  readonly run: StageRun;
  readonly range: TimeRange;
  /** What stands below its picture. */
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
          Computing the run again to record every packet of this time.
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
          The first {formatCount(events.time_s.length)} events of this time; zoom in for the rest.
        </p>
      )}
      {isSilent && <p className="quiet">This flow sent nothing in this time.</p>}
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

/**
 * qlog since draft 00: metrics come as they change, packets one by one, and both are gathered in
 * steps of time. What a file says of a part of its time only is unknown outside of it.
 */

import { refuseFlows, refuseSamples, refuseSpan } from '@/analysis/imports/bounds';
import { Notes } from '@/analysis/imports/notes';
import { qlogEvidence } from './qlogEvidence';
import {
  type Connection,
  connectionsOf,
  cwndOf,
  type Event,
  inflightOf,
  leastRttOf,
  packetBytes,
  pacingOf,
  rttOf,
} from './qlogEvents';
import { qlogFile } from './qlogRecords';
import {
  columnsOf,
  type Direction,
  ImportError,
  isRecord,
  least,
  type MeasuredFlow,
  type MeasuredTrace,
  rateBetween,
} from '@/analysis/imports/types';

const STEP_S = 0.1;
const SHORT_STEP_S = 0.01;
/** A shorter trace is gathered in shorter steps. */
const SHORT_S = 2;
/**
 * Longer than any connection waits for its first event: an earlier start is that of a clock, such
 * as 1970 or the start of the machine, and times count from the first event instead.
 */
const MOST_WAIT_S = 3600;
/** With at least this share of the other direction's bytes, a direction is a flow of its own. */
const LEAST_SHARE = 0.1;
const ROUNDING = 1e-6;

export function readQlog(name: string, text: string): MeasuredTrace {
  const notes = new Notes();
  const { version, traces } = qlogFile(text, notes);
  notes.what = `qlog${version === '' ? '' : ` ${version}`}`;
  refuseFlows(traces.length, 'connections');
  const connections = traces.flatMap((trace, index) => connectionsOf(trace, index, notes));
  refuseFlows(connections.length, 'connections');
  const known = connections.filter(({ events }) =>
    events.some(({ kind }) => kind === 'metrics' || kind === 'sent' || kind === 'received'),
  );
  if (known.length === 0)
    throw new ImportError(
      'None of its connections has recovery:metrics_updated, transport:packet_sent or transport:packet_received events.',
    );
  const placed = placedOf(known, notes);
  let steps = 0;
  for (const { connection, start_s, last_s } of placed) {
    refuseSpan(last_s - start_s, connection.title);
    steps += Math.ceil((last_s - start_s) / stepOf(last_s - start_s));
  }
  refuseSamples(steps);
  const flows = placed.flatMap((each) => flowsOf(each, notes));
  const events = known.reduce((sum, each) => sum + each.events.length, 0);
  notes.read(
    `${events} events of ${known.length === 1 ? '1 connection' : `${known.length} connections`}.`,
  );
  return { name, source: 'qlog', flows, about: notes.about() };
}

interface PlacedConnection {
  readonly connection: Connection;
  readonly start_s: number;
  readonly last_s: number;
}

/** When each begins: where the file says, or with the first event of those of one clock. */
function placedOf(connections: readonly Connection[], notes: Notes): PlacedConnection[] {
  const bounds = connections.map((connection) => {
    const times = connection.events.map(({ time_s }) => time_s);
    const first_s = times.reduce((low, time) => Math.min(low, time), Infinity);
    const last_s = times.reduce((high, time) => Math.max(high, time), first_s);
    return { connection, first_s, last_s, isClock: connection.isAbsolute || first_s > MOST_WAIT_S };
  });
  const start_s = bounds
    .filter(({ isClock }) => isClock)
    .reduce((low, { first_s }) => Math.min(low, first_s), Infinity);
  if (bounds.some(({ isClock }) => isClock))
    notes.uncertain('Its times are those of a clock: they are counted from its first event.');
  // One start for all: they share a clock.
  const early_s = bounds
    .filter(({ isClock }) => !isClock)
    .reduce((low, { first_s }) => Math.min(low, first_s), 0);
  if (early_s < 0)
    notes.uncertain('Some of its times are below 0: they are counted from its first event.');
  const late_s = laterOf(
    bounds.filter(({ isClock }) => !isClock).map(({ connection }) => connection),
    notes,
  );
  return bounds.map(({ connection, last_s, isClock }) => ({
    connection,
    start_s: isClock ? start_s : early_s - (late_s.get(connection) ?? 0),
    last_s,
  }));
}

/** How much later than the first of them each connection began, by the file's reference times. */
function laterOf(connections: readonly Connection[], notes: Notes): Map<Connection, number> {
  const references = connections.flatMap(({ reference_s }) =>
    reference_s === null ? [] : [reference_s],
  );
  const first_s = Math.min(...references);
  const spread_s = Math.max(...references) - first_s;
  if (references.length < connections.length || !(spread_s > 0)) return new Map();
  if (spread_s > MOST_WAIT_S) {
    notes.uncertain(
      'Its traces count from times more than an hour apart (reference_time): each is drawn from its own start.',
    );
    return new Map();
  }
  notes.uncertain(
    `Its traces count from times up to ${spread_s.toPrecision(3)} s apart (reference_time), which places them to each other as well as the clocks agree.`,
  );
  return new Map(connections.map((each) => [each, (each.reference_s ?? first_s) - first_s]));
}

interface Step {
  readonly bytes: Record<Direction, number>;
  lost: number;
  again: number;
  rtts: number[];
  cwnd: number | null;
  inflight: number | null;
  pacing: number | null;
}

function stepOf(span_s: number): number {
  return span_s < SHORT_S ? SHORT_STEP_S : STEP_S;
}

function flowsOf({ connection, start_s, last_s }: PlacedConnection, notes: Notes): MeasuredFlow[] {
  const step_s = stepOf(last_s - start_s);
  const { events } = connection;
  const steps = stepsOf(connection, start_s, step_s);
  const packets = packetSteps(events, start_s, step_s);
  if (packets !== null && packets[1] - packets[0] + 1 < steps.length)
    notes.uncertain(
      'Packets are logged for a part of the time only: rates outside of it are unknown, not 0.',
    );
  return directionsOf(connection, steps, notes).map((direction) => {
    const isReceived = direction === 'received';
    const hasSizes = saysSizes(events, direction, notes);
    const hasLosses = events.some(
      ({ kind, retransmitted }) => kind === 'lost' || retransmitted > 0,
    );
    const leasts = events.map((event) => leastRttOf(event, connection.unit_s));
    return {
      label: isReceived ? `${connection.title}, received` : connection.title,
      algorithm: isReceived ? null : algorithmOf(events),
      min_rtt_s: least(leasts),
      direction,
      transport: connection.transport,
      ...(isReceived ? {} : { evidence: qlogEvidence(connection, start_s) }),
      columns: columnsOf(heldOf(steps, step_s), ({ end_s }) => end_s, {
        throughput_bps: ({ bytes, at }) =>
          hasSizes && packets !== null && at >= packets[0] && at <= packets[1]
            ? rateBetween(bytes[direction], step_s)
            : null,
        rtt_s: (step) => step.rtt_s,
        cwnd_bytes: (step) => (isReceived ? null : step.cwnd_bytes),
        inflight_bytes: (step) => (isReceived ? null : step.inflight_bytes),
        pacing_rate_bps: (step) => (isReceived ? null : step.pacing_rate_bps),
        retransmitted_packets: ({ lost, again }) =>
          hasLosses && !isReceived ? Math.max(lost, again) : null,
      }),
    } satisfies MeasuredFlow;
  });
}

/** What did not change is not logged again. */
function heldOf(steps: readonly Step[], step_s: number) {
  let rtt_s: number | null = null;
  let cwnd_bytes: number | null = null;
  let inflight_bytes: number | null = null;
  let pacing_rate_bps: number | null = null;
  return steps.map((step, at) => {
    if (step.rtts.length > 0) {
      rtt_s = step.rtts.reduce((sum, each) => sum + each, 0) / step.rtts.length;
    }
    cwnd_bytes = step.cwnd ?? cwnd_bytes;
    inflight_bytes = step.inflight ?? inflight_bytes;
    pacing_rate_bps = step.pacing ?? pacing_rate_bps;
    const end_s = (at + 1) * step_s;
    return { ...step, at, end_s, rtt_s, cwnd_bytes, inflight_bytes, pacing_rate_bps };
  });
}

/** Of the side that logs: what it sends, what it receives, or both. */
function directionsOf({ events, vantage }: Connection, steps: readonly Step[], notes: Notes) {
  const total = (direction: Direction) =>
    steps.reduce((sum, { bytes }) => sum + bytes[direction], 0);
  const [sent, received] = [total('sent'), total('received')];
  const side = vantage === null ? 'the side that wrote the log' : `the ${vantage}`;
  if (received > sent) {
    notes.read(`Seen by ${side}, which receives: rates are those of received packets.`);
    if (events.some((event) => cwndOf(event) !== null))
      notes.leftOut("The receiver's own window: it limits what it sends, which is little.");
  }
  const found: Direction[] = [];
  if (sent > 0 && sent >= received * LEAST_SHARE) found.push('sent');
  if (received > 0 && received >= sent * LEAST_SHARE) found.push('received');
  return found.length === 0 ? (['sent'] as const) : found;
}

/** Whether any packet has a size; a packet without one is not a packet of 0 bytes. */
function saysSizes(events: readonly Event[], direction: Direction, notes: Notes): boolean {
  const packets = events.filter(({ kind }) => kind === direction);
  const unsized = packets.filter((event) => packetBytes(event) === null).length;
  if (unsized > 0)
    notes.uncertain(
      unsized === packets.length
        ? `The ${packets.length} packets that it ${direction} have no sizes: its rate is unknown.`
        : `${unsized} of the ${packets.length} packets that it ${direction} have no size: its rate is without them.`,
    );
  return unsized < packets.length;
}

/** The first and the last step of which packets are known; null: of none. */
function packetSteps(events: readonly Event[], start_s: number, step_s: number) {
  let [first, last] = [Infinity, -Infinity];
  for (const { kind, time_s } of events) {
    if (kind !== 'sent' && kind !== 'received') continue;
    const at = packetStep(time_s - start_s, step_s);
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return last < first ? null : ([first, last] as const);
}

function packetStep(time_s: number, step_s: number): number {
  return Math.max(0, Math.floor(time_s / step_s + ROUNDING));
}

function stepsOf({ events, unit_s }: Connection, start_s: number, step_s: number): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    const { time_s, kind } = event;
    // A packet is of the step that it begins; a value at the end of a step is of that step.
    const at =
      kind === 'sent' || kind === 'received'
        ? packetStep(time_s - start_s, step_s)
        : Math.max(0, Math.ceil((time_s - start_s) / step_s - ROUNDING) - 1);
    while (steps.length <= at) steps.push(emptyStep());
    const step = steps[at];
    if (step === undefined) continue;
    if (kind === 'sent' || kind === 'received') step.bytes[kind] += packetBytes(event) ?? 0;
    else if (kind === 'lost') step.lost += event.count;
    else if (kind === 'metrics') {
      const rtt = rttOf(event, unit_s);
      if (rtt !== null) step.rtts.push(rtt);
      step.cwnd = cwndOf(event) ?? step.cwnd;
      step.inflight = inflightOf(event) ?? step.inflight;
      step.pacing = pacingOf(event) ?? step.pacing;
      step.again += event.retransmitted;
    }
  }
  return steps;
}

function emptyStep(): Step {
  return {
    bytes: { sent: 0, received: 0 },
    lost: 0,
    again: 0,
    rtts: [],
    cwnd: null,
    inflight: null,
    pacing: null,
  };
}

/** Our own files say it. */
function algorithmOf(events: readonly Event[]): string | null {
  const scenario = events.find(({ name }) => name === 'simulation:scenario');
  const details = scenario?.data.details;
  return isRecord(details) && typeof details.algorithm === 'string' ? details.algorithm : null;
}

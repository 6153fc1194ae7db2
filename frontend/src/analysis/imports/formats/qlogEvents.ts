/**
 * Events of the drafts of qlog since 00, in one form: names in lower case, times in seconds by the
 * format that the trace or the event itself names, and the values of metrics in seconds and bytes.
 */
import { refuseRecords } from '@/analysis/imports/bounds';
import type { Notes } from '@/analysis/imports/notes';
import { numberOf } from './qlogRecords';
import {
  errorAtField,
  isRecord,
  type Json,
  type MeasuredFlow,
  optionalNumber,
} from '@/analysis/imports/types';

const MS_PER_S = 1000;
const US_PER_S = 1e6;

export type Kind = 'metrics' | 'sent' | 'received' | 'lost' | 'state' | 'other';

export interface Event {
  readonly time_s: number;
  readonly kind: Kind;
  readonly name: string;
  readonly data: Json;
  /** Packets that this one event stands for. */
  readonly count: number;
  /** Stands beside `data` in the files of this lab. */
  readonly retransmitted: number;
}

export interface Connection {
  readonly title: string;
  /** Its times are those of a clock, and not since its own start. */
  readonly isAbsolute: boolean;
  /** When its relative times began, since 1970; null: the file does not say. */
  readonly reference_s: number | null;
  readonly events: readonly Event[];
  /** Seconds of one unit of its durations: older drafts let a file choose. */
  readonly unit_s: number;
  readonly vantage: string | null;
  readonly transport: MeasuredFlow['transport'];
}

interface Raw {
  readonly time: number;
  readonly format: string | undefined;
  readonly group: string;
  /** Of a connection with several, as of multipath QUIC; empty: the first. */
  readonly path: string;
  readonly name: string;
  readonly data: Json;
  readonly retransmitted: number;
}

/** The connections of a trace: one for each of its groups. */
export function connectionsOf(trace: Json, index: number, notes: Notes): Connection[] {
  const { events } = trace;
  const place = `traces[${index}].events`;
  if (!Array.isArray(events)) throw errorAtField(place, 'is missing');
  refuseRecords(events.length, 'events');
  const common = isRecord(trace.common_fields) ? trace.common_fields : {};
  const fields = Array.isArray(trace.event_fields) ? trace.event_fields.map(fieldOf) : null;
  let timeless = 0;
  let empty = 0;
  const raw = (events as unknown[]).flatMap((event): Raw[] => {
    // How quictrace's converter ends a list, for the comma before it.
    if (Array.isArray(event) && event.length === 0) {
      empty += 1;
      return [];
    }
    const record = Array.isArray(event) ? recordOf(event, fields, place) : event;
    if (!isRecord(record)) return [];
    const found = rawEvent(record, common);
    if (found === null) timeless += 1;
    return found ?? [];
  });
  if (timeless > 0 && raw.length === 0) throw errorAtField(`${place}[0].time`, 'is missing');
  if (empty > 0) notes.leftOut(`${empty} ${empty === 1 ? 'event' : 'events'} without values.`);
  if (timeless > 0)
    notes.leftOut(`${timeless} ${timeless === 1 ? 'event' : 'events'} without a time.`);
  const title = typeof trace.title === 'string' ? trace.title : `connection ${index + 1}`;
  const unit_s = unitOf(trace, notes);
  const reference_s = referenceOf(common, unit_s);
  const { times, isAbsolute } = timesOf(raw, common, { unit_s, reference_s });
  const groups = groupsOf(raw, times, notes);
  const hasGroups = groups.size > 1;
  return [...groups].map(([group, own]) => ({
    title: hasGroups && group !== '' ? `${title}, ${group}` : title,
    isAbsolute,
    reference_s,
    events: own,
    unit_s,
    vantage: vantageOf(trace),
    transport: JSON.stringify(common.protocol_type ?? '').includes('TCP') ? 'tcp' : 'quic',
  }));
}

/** The events of each group and each path, which are flows of their own. */
function groupsOf(raw: readonly Raw[], times: readonly number[], notes: Notes) {
  const groups = new Map<string, Event[]>();
  const paths = new Set(raw.map(({ path }) => path));
  const hasPackets = raw.some(({ name }) => /(?:^|:)packet_(?:sent|received)$/.test(name));
  if (!hasPackets && raw.some(({ name }) => DATAGRAM.test(name)))
    notes.read(
      'Datagrams of UDP: it has no events of packets. Rates are with the headers of QUIC.',
    );
  raw.forEach(({ group, path, name, data, retransmitted }, at) => {
    const key =
      paths.size < 2 || path === '' ? group : `${group === '' ? '' : `${group}, `}path ${path}`;
    const found = groups.get(key) ?? [];
    groups.set(key, found);
    const kind = kindOf(hasPackets ? name : name.replace(DATAGRAM, 'packet_$1'));
    found.push({
      time_s: times[at] ?? 0,
      kind,
      name,
      data,
      count: kind === 'lost' ? (numberOf(data.lost_packets) ?? 1) : 1,
      retransmitted,
    });
  });
  const named = new Set(raw.map(({ group }) => group));
  if (named.size > 1) notes.read(`${named.size} groups of events (group_id), each as a flow.`);
  if (paths.size > 1) notes.read(`${paths.size} paths of a connection, each as a flow.`);
  return groups;
}

/** A number, text with a number or a date, or what draft 0.4 has: a clock with its time of day. */
function referenceOf(common: Json, unit_s: number): number | null {
  const { reference_time } = common;
  const own = isRecord(reference_time)
    ? (reference_time.wall_clock_time ?? reference_time.epoch)
    : reference_time;
  const number = numberOf(own);
  if (number !== null) return number > 0 ? number * unit_s : null;
  const date = typeof own === 'string' ? Date.parse(own) : NaN;
  return Number.isNaN(date) ? null : date / MS_PER_S;
}

function vantageOf(trace: Json): string | null {
  const point = trace.vantage_point;
  const type = isRecord(point) ? point.type : point;
  return typeof type === 'string' ? type.toLowerCase() : null;
}

/** Names of the columns that events have as lists: drafts 00 to 02 let a file choose them. */
function fieldOf(name: unknown): string {
  const plain = String(name).toLowerCase();
  if (['relative_time', 'time', 'delta_time', 'absolute_time'].includes(plain)) return plain;
  if (['event', 'event_type', 'type'].includes(plain)) return 'event';
  return plain;
}

const USUAL_FIELDS = ['relative_time', 'category', 'event', 'data'];

function recordOf(event: readonly unknown[], named: readonly string[] | null, place: string): Json {
  const fields = named ?? USUAL_FIELDS;
  if (event.length !== fields.length) {
    throw errorAtField(
      place,
      `an event is a list of ${event.length} values, but event_fields names ${fields.length} (${fields.join(', ')})`,
    );
  }
  return Object.fromEntries(fields.map((field, at) => [field, event[at]]));
}

const TIME_FIELDS = [
  ['relative_time', 'relative'],
  ['delta_time', 'delta'],
  ['absolute_time', 'absolute'],
] as const;

/** Null: it has no time. */
function rawEvent(record: Json, common: Json): Raw[] | null {
  const [field, format] = TIME_FIELDS.find(([key]) => record[key] !== undefined) ?? [
    'time',
    undefined,
  ];
  const category = record.category ?? common.category;
  const type = record.event ?? record.name ?? record.type;
  if (typeof type !== 'string') return [];
  const time = numberOf(record[field]);
  if (time === null) return null;
  const own = record.time_format;
  const group = record.group_id ?? record.group_ids;
  const path = record.path ?? record.tuple ?? record.path_id;
  return [
    {
      time,
      format: format ?? (typeof own === 'string' ? own : undefined),
      group: textIn(group),
      path: textIn(path),
      name: `${typeof category === 'string' ? `${category}:` : ''}${type}`.toLowerCase(),
      data: isRecord(record.data) ? record.data : {},
      retransmitted: optionalNumber(record.retransmitted_packets) ?? 0,
    },
  ];
}

function textIn(value: unknown): string {
  return value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** Drafts 00 and 01 may count in microseconds, times and metrics alike. */
function unitOf(trace: Json, notes: Notes): number {
  const configuration = isRecord(trace.configuration) ? trace.configuration : {};
  if (configuration.time_units === 'us') {
    notes.read('Its times are in microseconds (time_units).');
    return 1 / US_PER_S;
  }
  return 1 / MS_PER_S;
}

interface TimeUnits {
  readonly unit_s: number;
  readonly reference_s: number | null;
}

function timesOf(raw: readonly Raw[], common: Json, { unit_s, reference_s }: TimeUnits) {
  const usual = typeof common.time_format === 'string' ? common.time_format : undefined;
  let sum = 0;
  let isAbsolute = raw.length > 0;
  const times = raw.map(({ time, format }) => {
    const own = format ?? usual ?? 'absolute';
    if (own !== 'absolute') isAbsolute = false;
    // A time since 1970 among those since the start of the trace.
    if (own === 'absolute' && usual?.startsWith('relative') === true && reference_s !== null) {
      return time * unit_s - reference_s;
    }
    sum = own === 'delta' || own === 'relative_to_previous_event' ? sum + time : time;
    return sum * unit_s;
  });
  return { times, isAbsolute };
}

const DATAGRAM = /(?:udp_)?datagrams?_(sent|received)$/;
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['metrics', /(?:^|[:_])(?:metrics_updated|metric_update)$/],
  ['sent', /(?:^|:)packet_sent$/],
  ['received', /(?:^|:)packet_received$/],
  ['lost', /(?:^|:)(?:recovery_)?packets?_lost$/],
  ['state', /(?:^|[:_])congestion_state_updated$/],
];

function kindOf(name: string): Kind {
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

export function rttOf({ data }: Event, unit_s: number): number | null {
  const rtt = numberOf(data.latest_rtt) ?? numberOf(data.smoothed_rtt);
  return rtt === null ? null : rtt * unit_s;
}

export function leastRttOf(event: Event, unit_s: number): number | null {
  return keptRttOf(event, unit_s) ?? rttIn(event.data.latest_rtt, unit_s);
}

/** The least RTT that the stack itself keeps, which begins with its handshake. */
export function keptRttOf({ data }: Event, unit_s: number): number | null {
  return rttIn(data.min_rtt, unit_s);
}

function rttIn(value: unknown, unit_s: number): number | null {
  const rtt = numberOf(value);
  return rtt === null || rtt <= 0 ? null : rtt * unit_s;
}

export function cwndOf({ data }: Event): number | null {
  return numberOf(data.congestion_window) ?? numberOf(data.cwnd) ?? numberOf(data.current_cwnd);
}

export function pacingOf({ data }: Event): number | null {
  return numberOf(data.pacing_rate);
}

export function inflightOf({ data }: Event): number | null {
  return numberOf(data.bytes_in_flight);
}

/** Payload where it is said, else the packet, or all datagrams of one event. */
export function packetBytes({ data }: Event): number | null {
  if (Array.isArray(data.raw)) {
    const lengths = (data.raw as unknown[])
      .filter(isRecord)
      .flatMap(({ length }) => numberOf(length) ?? []);
    return lengths.length === 0 ? null : lengths.reduce((sum, length) => sum + length, 0);
  }
  const raw = isRecord(data.raw) ? data.raw : {};
  const header = isRecord(data.header) ? data.header : {};
  return (
    numberOf(raw.payload_length) ??
    numberOf(raw.length) ??
    numberOf(header.packet_size) ??
    numberOf(data.packet_size) ??
    numberOf(header.payload_length) ??
    numberOf(data.byte_length)
  );
}

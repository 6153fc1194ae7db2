/**
 * Packets as tools list them in text: tcpdump, tshark (its lines, -T fields with a header, json and
 * ek), Wireshark's CSV, and ns-2's traces. With sequence numbers they are read as captures are;
 * otherwise by their lengths.
 */
import { refuseRecords } from '@/analysis/imports/bounds';
import { traceOfPackets } from './capture';
import { linesOf } from '@/analysis/imports/lines';
import { Notes } from '@/analysis/imports/notes';
import type { Packet, TcpHeader } from './packet';
import { byLengths, type Listed, ListClock, NS2, ns2Packets, numberIn } from './packetLengths';
import { splitterOf } from '@/analysis/imports/formats/table';
import { namedIn, tcpdumpPackets } from './tcpdumpText';
import { errorAtLine, isRecord, type MeasuredTrace, quoted } from '@/analysis/imports/types';

type PacketTool = 'tcpdump' | 'tshark' | 'fields' | 'wireshark' | 'ns2';

const TSHARK = new RegExp(
  [
    String.raw`^\s*(\d+)\s+((?:\d{4}-\d\d-\d\d )?[\d:]+[.,]\d+)\s+`,
    String.raw`(\S+)\s+(?:(?:→|->)\s+)?(\S+)\s+(\S+)\s+(\d+)\s+(\S.*)$`,
  ].join(''),
);
/** Which of these tools listed packets; null: none of them. */
export function packetToolOf(
  lines: readonly string[],
  names: readonly string[],
): PacketTool | null {
  const has = (name: RegExp) => names.some((each) => name.test(each));
  const isAddressed = has(/^(?:ip|ipv6|tcp|udp)\.(?:src|srcport|stream)$/);
  if (isAddressed && has(/^(?:tcp|frame)\.len$|^(?:udp|data)\.len(?:gth)?$/)) return 'fields';
  if (has(/^source$/i) && has(/^destination$/i) && has(/^time$/i)) return 'wireshark';
  if (lines.some((line) => NS2.test(line))) return 'ns2';
  if (lines.some((line) => line.length < 2000 && namedIn(line) !== null)) return 'tcpdump';
  return lines.filter((line) => line.length < 2000 && TSHARK.test(line)).length > 1
    ? 'tshark'
    : null;
}

export function readPacketList(name: string, text: string, tool: PacketTool): MeasuredTrace {
  const isTcpdump = tool === 'tcpdump';
  const what = tool === 'ns2' ? 'trace of ns-2' : `packets listed by ${WHO[tool]}`;
  const notes = new Notes(what);
  if (tool === 'ns2') return byLengths(name, ns2Packets(text, notes), notes);
  const list = () => {
    if (isTcpdump) return tcpdumpPackets(text, notes);
    return tool === 'tshark' ? tsharkPackets(text, notes) : tablePackets(text, tool, notes);
  };
  return readListed(name, list, notes);
}

const WHO: Readonly<Record<Exclude<PacketTool, 'ns2'>, string>> = {
  tcpdump: 'tcpdump',
  tshark: 'tshark',
  fields: 'tshark (-T fields)',
  wireshark: 'Wireshark (CSV)',
};

/** Whether a document of JSON is what `tshark -T json` or `-T ek` writes. */
export function isDissected(head: string): boolean {
  return /"layers"\s*:\s*\{/.test(head) && /"(?:_source|timestamp|_index)"\s*:/.test(head);
}

/** `-T json` is a list of packets, `-T ek` one a line behind another one for Elasticsearch. */
export function readDissected(name: string, documents: readonly unknown[]): MeasuredTrace {
  const notes = new Notes('packets listed by tshark (JSON)');
  const [first] = documents;
  const packets: readonly unknown[] = Array.isArray(first) ? first : documents;
  refuseRecords(packets.length, 'packets');
  const clock = new ListClock();
  const found = packets.flatMap((packet, index): Listed[] => {
    if (!isRecord(packet)) return [];
    const source = isRecord(packet._source) ? packet._source : packet;
    if (!isRecord(source.layers)) return [];
    const fields = new Map<string, string>();
    flatten(source.layers, fields, 0);
    return fieldsPacket((field) => fields.get(field.replaceAll('.', '_')), index + 1, clock);
  });
  return readListed(name, () => found, notes);
}

const LAYERS = /^(?:frame|ip|ipv6|tcp|udp)(?:[._]|$)/;
const MOST_DEPTH = 8;

/** Values by their names with `_`, as -T ek has them, the first of each. */
function flatten(
  layers: Readonly<Record<string, unknown>>,
  into: Map<string, string>,
  depth: number,
) {
  for (const [key, value] of Object.entries(layers)) {
    if (!LAYERS.test(key)) continue;
    // `tcp_tcp_seq` of -T ek is `tcp.seq`.
    const name = key.replaceAll('.', '_').replace(/^([a-z\d]+)_\1(?=_)/, '$1');
    if (isRecord(value)) {
      if (depth < MOST_DEPTH) flatten(value, into, depth + 1);
      continue;
    }
    const word = Array.isArray(value) ? value.map(String).join(',') : String(value);
    if (!into.has(name)) into.set(name, word);
  }
}

type Field = (name: string) => string | undefined;

/** A packet by the names of Wireshark's fields; of a field with several values the first. */
function fieldsPacket(of: Field, line: number, clock: ListClock): Listed[] {
  const first = (...names: readonly string[]) => {
    const word = names.map(of).find((each) => each !== undefined && each !== '');
    return word?.split(',')[0];
  };
  const number = (...names: readonly string[]) => numberIn(first(...names));
  const time = TIME_FIELDS.map(of).find((each) => each !== undefined && each !== '');
  if (time === undefined)
    throw errorAtLine(line, `it has no time: one of ${TIME_FIELDS.join(', ')} is expected.`);
  const stream = first('tcp.stream', 'udp.stream');
  const isTcp = first('tcp.srcport', 'tcp.len', 'tcp.seq', 'tcp.stream') !== undefined;
  const isUdp = first('udp.srcport', 'udp.length', 'udp.stream') !== undefined;
  const from = first('ip.src', 'ipv6.src');
  const to = first('ip.dst', 'ipv6.dst');
  if (from === undefined && stream === undefined && !isTcp && !isUdp) return [];
  const end = (address: string | undefined, port: string | undefined, other: string) =>
    [address ?? (stream === undefined ? other : `stream ${stream} ${other}`), port]
      .filter((each) => each !== undefined)
      .join(':');
  const datagram = number('udp.length');
  const payload_bytes = isTcp ? number('tcp.len') : datagram === null ? null : datagram - 8;
  return [
    {
      time_s: clock.secondsOf(time, line),
      from: end(from, first('tcp.srcport', 'udp.srcport'), 'from'),
      to: end(to, first('tcp.dstport', 'udp.dstport'), 'to'),
      protocol: isTcp ? 'tcp' : isUdp ? 'udp' : null,
      payload_bytes,
      frame_bytes: number('frame.len'),
      tcp: isTcp ? headerOf(of, first, number) : null,
      identification: number('ip.id'),
      rtt_s: number('tcp.analysis.ack_rtt'),
      isRepeat:
        isSet(of('tcp.analysis.retransmission')) || isSet(of('tcp.analysis.fast_retransmission')),
    },
  ];
}

const TIME_FIELDS = [
  'frame.time_epoch',
  'frame.time_relative',
  'frame.time',
  '_ws.col.Time',
  '_ws.col.time',
];

const isSet = (word: string | undefined) => word !== undefined && !/^(?:|0|false)$/i.test(word);

function headerOf(
  of: Field,
  first: (...names: readonly string[]) => string | undefined,
  number: (...names: readonly string[]) => number | null,
): TcpHeader | null {
  const seq = number('tcp.seq_raw', 'tcp.seq');
  const ack = number('tcp.seq_raw') === null ? number('tcp.ack') : number('tcp.ack_raw');
  if (seq === null) return null;
  const flags = number('tcp.flags');
  const flag = (bit: number, name: string) =>
    flags === null ? isSet(first(`tcp.flags.${name}`)) : (flags & bit) !== 0;
  const raw = number('tcp.window_size_value');
  const all = (name: string) => (of(name) ?? '').split(',').map(numberIn);
  const rights = all('tcp.options.sack_re');
  return {
    seq,
    ack: ack ?? 0,
    isSyn: flag(0x02, 'syn'),
    isAck: flags === null && of('tcp.flags.ack') === undefined ? ack !== null : flag(0x10, 'ack'),
    isFin: flag(0x01, 'fin'),
    isRst: flag(0x04, 'reset'),
    window: raw ?? number('tcp.window_size') ?? 65_535,
    // `tcp.window_size` is scaled already.
    windowShift: raw === null ? null : number('tcp.options.wscale.shift'),
    mss_bytes: number('tcp.options.mss_val'),
    sacks: all('tcp.options.sack_le').flatMap((left, at) => {
      const right = rights[at] ?? null;
      return left === null || right === null ? [] : [[left, right] as const];
    }),
    sentStamp: number('tcp.options.timestamp.tsval'),
    echoedStamp: number('tcp.options.timestamp.tsecr'),
  };
}

/** `-T fields -E header=y`, or the packets that Wireshark exports as CSV. */
function* tablePackets(
  text: string,
  tool: 'fields' | 'wireshark',
  notes: Notes,
): Generator<Listed> {
  const clock = new ListClock();
  let names: readonly string[] | null = null;
  let split = splitterOf('');
  let [line, count] = [0, 0];
  for (const row of linesOf(text)) {
    line += 1;
    if (row.trim() === '') continue;
    if (names === null) {
      split = splitterOf(row);
      names = split(row);
      continue;
    }
    const words = split(row);
    const known: readonly string[] = names;
    if (words.length < known.length) {
      if (!text.endsWith('\n') && text.endsWith(row)) {
        notes.leftOut(`The last line is not whole: ${quoted(row)}.`);
        break;
      }
      throw errorAtLine(
        line,
        `${quoted(row)} has ${words.length} columns; ${known.length} are expected.`,
      );
    }
    count += 1;
    refuseRecords(count, 'packets');
    const of = (name: string) => words[known.indexOf(name)];
    const at = (name: RegExp) => words[known.findIndex((each) => name.test(each))] ?? '';
    if (tool === 'fields') yield* fieldsPacket(of, line, clock);
    else
      yield infoPacket(
        {
          time_s: clock.secondsOf(at(/^time/i), line),
          source: at(/^source$/i),
          destination: at(/^destination$/i),
          protocol: at(/^protocol$/i),
          length: numberIn(at(/^length$/i)),
        },
        at(/^info/i),
      );
  }
}

function* tsharkPackets(text: string, notes: Notes): Generator<Listed> {
  const clock = new ListClock();
  let [line, others, count] = [0, 0, 0];
  for (const row of linesOf(text)) {
    line += 1;
    const [, , time = '', source = '', destination = '', protocol = '', length, info = ''] =
      (row.length < 2000 ? TSHARK.exec(row) : null) ?? [];
    if (time === '') {
      if (row.trim() !== '') others += 1;
      continue;
    }
    count += 1;
    refuseRecords(count, 'packets');
    const time_s = clock.secondsOf(time, line);
    yield infoPacket({ time_s, source, destination, protocol, length: Number(length) }, info);
  }
  if (others > 0) notes.leftOut(`${others} other lines.`);
}

interface Row {
  readonly time_s: number;
  readonly source: string;
  readonly destination: string;
  readonly protocol: string;
  readonly length: number | null;
}

const INFO_PORTS = /(\d+)\s+(?:→|>|->)\s+(\d+)\s/;

/** What Wireshark's column Info says of a segment; with a known payload it names that only. */
function infoPacket(row: Row, info: string): Listed {
  const [, fromPort, toPort] = INFO_PORTS.exec(info) ?? [];
  const value = (name: string) => numberIn(new RegExp(`\\b${name}=(\\d+)`).exec(info)?.[1]);
  const values = (name: string) =>
    [...info.matchAll(new RegExp(`\\b${name}=(\\d+)`, 'g'))].map(([, each]) => Number(each));
  const flags = /\[((?:SYN|ACK|PSH|FIN|RST|URG|ECN|CWR|ECE|AE|, ?)+)\]/.exec(info)?.[1];
  const seq = value('Seq');
  const rights = values('SRE');
  const tcp: TcpHeader | null =
    flags === undefined || seq === null
      ? null
      : {
          seq,
          ack: value('Ack') ?? 0,
          isSyn: flags.includes('SYN'),
          isAck: flags.includes('ACK'),
          isFin: flags.includes('FIN'),
          isRst: flags.includes('RST'),
          // It is scaled already.
          window: value('Win') ?? 65_535,
          windowShift: null,
          mss_bytes: value('MSS'),
          sacks: values('SLE').flatMap((left, at) => {
            const right = rights[at];
            return right === undefined ? [] : [[left, right] as const];
          }),
          sentStamp: value('TSval'),
          echoedStamp: value('TSecr'),
        };
  const end = (address: string, port: string | undefined) =>
    tcp === null || port === undefined ? address : `${address}:${port}`;
  return {
    time_s: row.time_s,
    from: end(row.source, fromPort),
    to: end(row.destination, toPort),
    protocol: tcp !== null ? 'tcp' : /^(?:UDP|QUIC)$/.test(row.protocol) ? 'udp' : null,
    payload_bytes: tcp === null ? null : (value('Len') ?? 0),
    frame_bytes: row.length,
    tcp,
    identification: null,
    rtt_s: null,
    isRepeat: /Retransmission\]/.test(info),
  };
}

/** Below this share of bytes it does not matter that a packet has no numbers. */
const LEAST_SHARE = 0.02;

/** The rows of a list, which is read twice so that no list of all its packets is kept. */
function surveyOf(list: Iterable<Listed>) {
  const found = { packets: 0, whole: 0, bytes: 0, left_bytes: 0, falls: 0 };
  let before_s = -Infinity;
  for (const each of list) {
    const bytes = each.payload_bytes ?? each.frame_bytes ?? 0;
    found.packets += 1;
    found.bytes += bytes;
    if (isWhole(each)) found.whole += 1;
    else found.left_bytes += bytes;
    if (each.time_s < before_s) found.falls += 1;
    before_s = each.time_s;
  }
  return found;
}

function isWhole({ tcp, protocol, payload_bytes }: Listed): boolean {
  return payload_bytes !== null && (tcp !== null || protocol === 'udp');
}

/** Times of which more fall are those since the packet before (tcpdump -ttt). */
const MOST_FALLS = 0.05;

function readListed(name: string, list: () => Iterable<Listed>, notes: Notes): MeasuredTrace {
  const { packets, whole, bytes, left_bytes, falls } = surveyOf(list());
  const areDifferences = falls > MOST_FALLS * packets;
  if (areDifferences)
    notes.uncertain('Its times rise and fall: they are taken for those since the packet before.');
  const timed = () => (areDifferences ? summedUp(list()) : list());
  if (whole === 0 || left_bytes > LEAST_SHARE * bytes) return byLengths(name, [...timed()], notes);
  if (whole < packets)
    notes.leftOut(
      `${packets - whole} packets without sequence numbers, ${left_bytes} bytes in all.`,
    );
  return traceOfPackets(name, inTurn(timed()), notes);
}

function* summedUp(list: Iterable<Listed>): Generator<Listed> {
  let sum_s: number | null = null;
  for (const each of list) {
    sum_s = sum_s === null ? each.time_s : sum_s + each.time_s;
    yield { ...each, time_s: sum_s };
  }
}

function* inTurn(list: Iterable<Listed>): Generator<Packet> {
  for (const each of list) if (isWhole(each)) yield packetOf(each);
}

const NO_BYTES = new Uint8Array();

function packetOf(each: Listed): Packet {
  return {
    time_s: each.time_s,
    isOutgoing: null,
    interfaceId: null,
    identification: each.identification === 0 ? null : each.identification,
    from: each.from,
    to: each.to,
    payload_bytes: each.payload_bytes ?? 0,
    payload: NO_BYTES,
    tcp: each.tcp,
  };
}

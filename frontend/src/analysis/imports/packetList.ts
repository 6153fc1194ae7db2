/**
 * Packets as tools list them in text: tcpdump, tshark (its lines, -T fields with a header, json and
 * ek), Wireshark's CSV, and ns-2's traces. With sequence numbers they are read as captures are;
 * otherwise by their lengths.
 */
import { refuseFlows, refuseRecords, refuseSpan } from './bounds';
import { traceOfPackets } from './capture';
import { linesOf } from './lines';
import { Notes } from './notes';
import type { Packet, TcpHeader } from './packet';
import { stampOf } from './ssStamps';
import { NUMBER, splitterOf } from './table';
import {
  columnsOf,
  errorAtLine,
  ImportError,
  isRecord,
  least,
  type MeasuredFlow,
  type MeasuredTrace,
  quoted,
  rateBetween,
} from './types';

/** What a list says of a packet; null: it does not. */
interface Listed {
  readonly time_s: number;
  readonly from: string;
  readonly to: string;
  readonly protocol: 'tcp' | 'udp' | null;
  readonly payload_bytes: number | null;
  readonly frame_bytes: number | null;
  readonly tcp: TcpHeader | null;
  readonly identification: number | null;
  /** As the tool itself found it, of what this packet acknowledges. */
  readonly rtt_s: number | null;
  readonly isRepeat: boolean;
  readonly isLost?: boolean;
}

export type PacketTool = 'tcpdump' | 'tshark' | 'fields' | 'wireshark' | 'ns2';

const PORTS = String.raw`(\S+)\.([\w-]+) > (\S+)\.([\w-]+): `;
const TCPDUMP = new RegExp(
  String.raw`${PORTS}(?:Flags \[([^\]]*)\],?(.*)|tcp (\d+)|.*?\blength:? (\d+).*)$`,
);
const TSHARK = new RegExp(
  [
    String.raw`^\s*(\d+)\s+((?:\d{4}-\d\d-\d\d )?[\d:]+[.,]\d+)\s+`,
    String.raw`(\S+)\s+(?:(?:→|->)\s+)?(\S+)\s+(\S+)\s+(\d+)\s+(\S.*)$`,
  ].join(''),
);
const NS2 = /^[+\-rd] \d+(?:\.\d+)? \d+ \d+ \S+ \d+ \S{6,9} \d+ \d+\.\d+ \d+\.\d+ -?\d+ \d+\s*$/;

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
  if (lines.some((line) => line.length < 2000 && TCPDUMP.test(line))) return 'tcpdump';
  return lines.filter((line) => line.length < 2000 && TSHARK.test(line)).length > 1
    ? 'tshark'
    : null;
}

export function readPacketList(name: string, text: string, tool: PacketTool): MeasuredTrace {
  const isTcpdump = tool === 'tcpdump';
  const what = tool === 'ns2' ? 'trace of ns-2' : `packets listed by ${WHO[tool]}`;
  const notes = new Notes(what);
  if (tool === 'ns2') return byLengths(name, ns2Packets(text, notes), notes);
  const found = isTcpdump
    ? tcpdumpPackets(text, notes)
    : tool === 'tshark'
      ? tsharkPackets(text, notes)
      : tablePackets(text, tool, notes);
  return readListed(name, found, notes);
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
  return readListed(name, found, notes);
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

/** Seconds since the second of the first packet: a double has no nanoseconds since 1970. */
class ListClock {
  private base_s: number | null = null;

  secondsOf(word: string, line: number): number {
    const [whole = '', fraction = ''] = word.replace(',', '.').split('.');
    const isNumber = NUMBER.test(word.replace(',', '.'));
    const stamp = isNumber ? null : stampOf(word);
    if (!isNumber && stamp === null)
      throw errorAtLine(line, `${quoted(word)} is not the time of a packet, a number or a date.`);
    const second = isNumber ? Number(whole) : Math.floor(stamp?.seconds ?? 0);
    const rest = isNumber ? Number(`0.${fraction || '0'}`) : (stamp?.seconds ?? 0) % 1;
    this.base_s ??= second;
    return second - this.base_s + rest;
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

/** Decimal, or hexadecimal as of flags and identifications. */
function numberIn(word: string | undefined): number | null {
  if (word === undefined || word === '') return null;
  const value = Number(word);
  return Number.isFinite(value) ? value : null;
}

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
function tablePackets(text: string, tool: 'fields' | 'wireshark', notes: Notes): Listed[] {
  const clock = new ListClock();
  let names: readonly string[] | null = null;
  let split = splitterOf('');
  const found: Listed[] = [];
  let line = 0;
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
    refuseRecords(found.length + 1, 'packets');
    const of = (name: string) => words[known.indexOf(name)];
    const at = (name: RegExp) => words[known.findIndex((each) => name.test(each))] ?? '';
    if (tool === 'fields') found.push(...fieldsPacket(of, line, clock));
    else
      found.push(
        infoPacket(
          {
            time_s: clock.secondsOf(at(/^time/i), line),
            source: at(/^source$/i),
            destination: at(/^destination$/i),
            protocol: at(/^protocol$/i),
            length: numberIn(at(/^length$/i)),
          },
          at(/^info/i),
        ),
      );
  }
  return found;
}

function tsharkPackets(text: string, notes: Notes): Listed[] {
  const clock = new ListClock();
  const found: Listed[] = [];
  let [line, others] = [0, 0];
  for (const row of linesOf(text)) {
    line += 1;
    const [, , time = '', source = '', destination = '', protocol = '', length, info = ''] =
      (row.length < 2000 ? TSHARK.exec(row) : null) ?? [];
    if (time === '') {
      if (row.trim() !== '') others += 1;
      continue;
    }
    refuseRecords(found.length + 1, 'packets');
    const time_s = clock.secondsOf(time, line);
    found.push(
      infoPacket({ time_s, source, destination, protocol, length: Number(length) }, info),
    );
  }
  if (others > 0) notes.leftOut(`${others} other lines.`);
  return found;
}

interface Row {
  readonly time_s: number;
  readonly source: string;
  readonly destination: string;
  readonly protocol: string;
  readonly length: number | null;
}

const INFO_PORTS = /(\d+)\s+(?:→|>|->)\s+(\d+)\s/;

/** What Wireshark's column Info says of a segment; of what TCP carries it names that only. */
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

/** Where the numbers of each end of a connection begin: tcpdump writes them from there on. */
interface Numbers {
  readonly base: number;
  last: number;
}

const MODULUS = 2 ** 32;
const apart = (one: number, other: number) => {
  const ahead = (((one - other) % MODULUS) + MODULUS) % MODULUS;
  return Math.min(ahead, MODULUS - ahead);
};

function tcpdumpPackets(text: string, notes: Notes): Listed[] {
  const clock = new ListClock();
  const numbers = new Map<string, Numbers>();
  const found: Listed[] = [];
  let [line, others] = [0, 0];
  let stamp = '';
  let id: number | null = null;
  for (const row of linesOf(text)) {
    line += 1;
    if (row.trim() === '' || row.length > 2000) continue;
    const isNext = /^\s/.test(row) && !/^\s+\d\d:\d\d:\d\d/.test(row);
    // With -v addresses stand in the line below the time.
    if (!isNext) {
      stamp = STAMP.exec(row)?.[1] ?? '';
      id = null;
    }
    id ??= numberIn(/\bid (\d+), offset/.exec(row)?.[1]);
    const named = TCPDUMP.exec(row);
    if (named === null) {
      if (!isNext && !/^\S+ IP6? \(/.test(row)) others += 1;
      continue;
    }
    if (stamp === '')
      throw errorAtLine(line, `${quoted(row)} has no time: leave out -t of tcpdump.`);
    refuseRecords(found.length + 1, 'packets');
    found.push(tcpdumpPacket(named, clock.secondsOf(stamp, line), id, numbers));
  }
  if (others > 0) notes.leftOut(`${others} lines of other packets, or of what stands around them.`);
  return areDifferences(found) ? summedUp(found, notes) : found;
}

const STAMP =
  /^\s*((?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d\.\d+|\d{9,10}\.\d+|\d{1,3}\.\d{6,9})(?=\s)/;

/** `-ttt` writes what has passed since the packet before. */
function areDifferences(packets: readonly Listed[]): boolean {
  const falls = packets.filter(({ time_s }, at) => time_s < (packets[at - 1]?.time_s ?? -Infinity));
  return falls.length > 0.05 * packets.length;
}

function summedUp(packets: readonly Listed[], notes: Notes): Listed[] {
  notes.uncertain('Its times rise and fall: they are taken for those since the packet before.');
  let time_s = 0;
  return packets.map((packet, at) => {
    if (at > 0) time_s += packet.time_s;
    return { ...packet, time_s };
  });
}

function tcpdumpPacket(
  named: RegExpExecArray,
  time_s: number,
  identification: number | null,
  numbers: Map<string, Numbers>,
): Listed {
  const [, source, fromPort, destination, toPort, flags, rest = '', quiet, length] = named;
  const [from, to] = [`${source}:${fromPort}`, `${destination}:${toPort}`];
  const common = { time_s, from, to, identification, rtt_s: null, isRepeat: false };
  const isTcp = flags !== undefined || quiet !== undefined;
  if (flags === undefined) {
    const payload_bytes = Number(quiet ?? length);
    const protocol = isTcp ? ('tcp' as const) : ('udp' as const);
    return { ...common, protocol, payload_bytes, frame_bytes: null, tcp: null };
  }
  const value = (pattern: RegExp) => numberIn(pattern.exec(rest)?.[1]);
  const payload_bytes = value(/\blength (\d+)/) ?? 0;
  const isSyn = flags.includes('S');
  const acked = value(/\back (\d+)/);
  const [own, other] = [`${from} ${to}`, `${to} ${from}`];
  const numberOf = (key: string, written: number) => {
    const known = numbers.get(key);
    const [plain, moved] = [written, (written + (known?.base ?? 0)) % MODULUS];
    const isPlain =
      known === undefined || apart(plain, known.last) <= apart(moved, known.last);
    if (known !== undefined) known.last = isPlain ? plain : moved;
    return isPlain ? plain : moved;
  };
  const written = value(/\bseq (\d+)/);
  if (written !== null && (isSyn || !numbers.has(own)))
    numbers.set(own, { base: written, last: written });
  if (acked !== null && !numbers.has(other))
    numbers.set(other, { base: (acked - 1 + MODULUS) % MODULUS, last: acked });
  const seq = written === null ? (numbers.get(own)?.last ?? 0) : numberOf(own, written);
  const ack = acked === null ? 0 : numberOf(other, acked);
  const sacks = [...rest.matchAll(/\{(\d+):(\d+)\}/g)].map(
    ([, left, right]) => [numberOf(other, Number(left)), numberOf(other, Number(right))] as const,
  );
  if (acked !== null) numberOf(other, acked);
  if (payload_bytes > 0) {
    const known = numbers.get(own);
    if (known !== undefined) known.last = (seq + payload_bytes) % MODULUS;
  }
  const tcp: TcpHeader = {
    seq,
    ack,
    isSyn,
    isAck: flags.includes('.'),
    isFin: flags.includes('F'),
    isRst: flags.includes('R'),
    window: value(/\bwin (\d+)/) ?? 65_535,
    windowShift: value(/\bwscale (\d+)/),
    mss_bytes: value(/\bmss (\d+)/),
    sacks,
    sentStamp: value(/\bTS val (\d+)/),
    echoedStamp: value(/\becr (\d+)/),
  };
  return { ...common, protocol: 'tcp', payload_bytes, frame_bytes: null, tcp };
}

/** `r 1.23 2 3 tcp 1040 ------- 1 0.0 3.0 5 7`: what arrives at the node it was sent to. */
function ns2Packets(text: string, notes: Notes): Listed[] {
  const found: Listed[] = [];
  let line = 0;
  for (const row of linesOf(text)) {
    line += 1;
    if (!/^[rd] /.test(row)) continue;
    if (!NS2.test(row)) {
      if (text.endsWith(row)) break;
      throw errorAtLine(line, `${quoted(row)} is no event of ns-2 in twelve columns.`);
    }
    const [event, time, , node, , size, , flow, from = '', to = ''] = row.split(' ');
    const isLost = event === 'd';
    if (!isLost && to.split('.')[0] !== node) continue;
    refuseRecords(found.length + 1, 'packets that arrive');
    found.push({
      time_s: Number(time),
      from: `flow ${flow}: ${from}`,
      to,
      protocol: null,
      payload_bytes: null,
      frame_bytes: Number(size),
      tcp: null,
      identification: null,
      rtt_s: null,
      isRepeat: false,
      isLost,
    });
  }
  notes.read('What arrives at the node that it was sent to, and what queues drop.');
  return found;
}

/** Below this share of bytes it does not matter that a packet has no numbers. */
const LEAST_SHARE = 0.02;

function readListed(name: string, packets: readonly Listed[], notes: Notes): MeasuredTrace {
  const bytes = (each: Listed) => each.payload_bytes ?? each.frame_bytes ?? 0;
  const sum = (list: readonly Listed[]) => list.reduce((all, each) => all + bytes(each), 0);
  const whole = packets.filter(
    ({ tcp, protocol, payload_bytes }) =>
      payload_bytes !== null && (tcp !== null || protocol === 'udp'),
  );
  const left = sum(packets) - sum(whole);
  if (whole.length === 0 || left > LEAST_SHARE * sum(packets)) {
    return byLengths(name, packets, notes);
  }
  if (whole.length < packets.length)
    notes.leftOut(
      `${packets.length - whole.length} packets without sequence numbers, ${left} bytes in all.`,
    );
  return traceOfPackets(name, whole.map(packetOf), notes);
}

function packetOf(each: Listed): Packet {
  return {
    time_s: each.time_s,
    isOutgoing: null,
    interfaceId: null,
    identification: each.identification === 0 ? null : each.identification,
    from: each.from,
    to: each.to,
    payload_bytes: each.payload_bytes ?? 0,
    payload: new Uint8Array(),
    tcp: each.tcp,
  };
}

const STEP_S = 0.1;
const SHORT_STEP_S = 0.01;
/** A shorter list is read in shorter steps. */
const SHORT_S = 2;
/** All flows together; beyond it steps are ten times longer. */
const MOST_STEPS = 200_000;
const MOST_FLOWS = 100;
/** Of the busiest direction: less only acknowledges. */
const LEAST_FLOW_SHARE = 0.1;

interface Sums {
  bytes: number;
  again: number;
  lost: number;
  rtts: number[];
}

/** Rates by the lengths of packets, which count what is sent again, too, unless the tool said so. */
function byLengths(name: string, packets: readonly Listed[], notes: Notes): MeasuredTrace {
  const [first] = packets;
  if (first === undefined)
    throw new ImportError('It lists no packets of TCP or UDP with a time and a length.');
  const hasPayload = packets.every(
    ({ payload_bytes, protocol }) => payload_bytes !== null || protocol === null,
  ) && packets.some(({ payload_bytes }) => payload_bytes !== null);
  const sizeOf = (each: Listed) =>
    (hasPayload ? each.payload_bytes : (each.frame_bytes ?? each.payload_bytes)) ?? 0;
  const start_s = packets.reduce((low, { time_s }) => Math.min(low, time_s), Infinity);
  const end_s = packets.reduce((high, { time_s }) => Math.max(high, time_s), start_s);
  refuseSpan(end_s - start_s, 'The list');
  const count = new Set(packets.map(({ from, to }) => `${from} → ${to}`)).size;
  refuseFlows(count, 'directions');
  let step_s = end_s - start_s < SHORT_S ? SHORT_STEP_S : STEP_S;
  while (((end_s - start_s) / step_s) * Math.min(count, MOST_FLOWS) > MOST_STEPS) step_s *= 10;
  const flows = new Map<string, Map<number, Sums>>();
  const sums = (key: string, time_s: number) => {
    const own = flows.get(key) ?? new Map<number, Sums>();
    flows.set(key, own);
    const step = Math.floor((time_s - start_s) / step_s + 1e-9);
    const found = own.get(step) ?? { bytes: 0, again: 0, lost: 0, rtts: [] };
    own.set(step, found);
    return found;
  };
  for (const each of packets) {
    const step = sums(`${each.from} → ${each.to}`, each.time_s);
    if (each.isLost === true) step.lost += 1;
    else if (each.isRepeat) step.again += 1;
    else step.bytes += sizeOf(each);
    // An ACK's RTT is of what the other end sent.
    if (each.rtt_s !== null) sums(`${each.to} → ${each.from}`, each.time_s).rtts.push(each.rtt_s);
  }
  const total = (own: Map<number, Sums>) => [...own.values()].reduce((all, { bytes }) => all + bytes, 0);
  const most = [...flows.values()].reduce((high, own) => Math.max(high, total(own)), 0);
  if (most === 0) throw new ImportError('None of its packets has a length, so there are no rates.');
  const busy = [...flows]
    .filter(([, own]) => total(own) >= LEAST_FLOW_SHARE * most)
    .slice(0, MOST_FLOWS);
  if (busy.length < flows.size)
    notes.leftOut(`${flows.size - busy.length} directions that move less than 10% of the busiest.`);
  const marks = packets.some(({ isRepeat }) => isRepeat);
  notes.read(
    `${packets.length} packets; rates by their lengths${hasPayload ? '' : ' with headers'}, in steps of ${step_s} s.`,
  );
  notes.uncertain(
    `Its packets have no sequence numbers: rates count ${marks ? 'all but the repeats that it marks' : 'what was sent again, too'}.`,
  );
  const steps = Math.max(1, Math.floor((end_s - start_s) / step_s + 1e-9) + 1);
  return {
    name,
    source: 'capture',
    flows: busy.map(([label, own]) =>
      lengthsFlow(label, own, { steps, step_s, marks, hasLosses: packets.some((each) => each.isLost) }),
    ),
    about: notes.about(),
  };
}

interface Shape {
  readonly step_s: number;
  readonly steps: number;
  readonly marks: boolean;
  readonly hasLosses: boolean;
}

function lengthsFlow(
  label: string,
  own: ReadonlyMap<number, Sums>,
  { steps, step_s, marks, hasLosses }: Shape,
): MeasuredFlow {
  const all = Array.from({ length: steps }, (_, at) => ({ at, sums: own.get(at) }));
  const active = [...own.keys()];
  const low = active.reduce((least_at, at) => Math.min(least_at, at), steps);
  const high = active.reduce((most_at, at) => Math.max(most_at, at), 0);
  return {
    label,
    algorithm: null,
    min_rtt_s: least([...own.values()].flatMap(({ rtts }) => rtts)),
    columns: columnsOf(all, ({ at }) => (at + 1) * step_s, {
      throughput_bps: ({ at, sums }) =>
        at < low || at > high ? null : rateBetween(sums?.bytes ?? 0, step_s),
      rtt_s: ({ sums }) =>
        sums === undefined || sums.rtts.length === 0
          ? null
          : sums.rtts.reduce((sum, each) => sum + each, 0) / sums.rtts.length,
      retransmitted_packets: ({ sums }) => (marks ? (sums?.again ?? 0) : null),
      lost_packets: ({ sums }) => (hasLosses ? (sums?.lost ?? 0) : null),
    }),
  };
}

/** What tcpdump prints for people: addresses, numbers and options of a segment a line. Pure. */
import { refuseRecords } from '@/analysis/imports/bounds';
import { linesOf } from '@/analysis/imports/lines';
import type { Notes } from '@/analysis/imports/notes';
import type { TcpHeader } from './packet';
import { type Listed, ListClock, numberIn } from './packetLengths';
import { errorAtLine, quoted } from '@/analysis/imports/types';

const PORTS = String.raw`(\S+)\.([\w-]+) > (\S+)\.([\w-]+): `;
const TCPDUMP = new RegExp(
  String.raw`^${PORTS}(?:Flags \[([^\]]*)\],?(.*)|tcp (\d+)|.*?\blength:? (\d+).*)$`,
);
/** Where the numbers of each end of a connection begin: tcpdump writes them from there on. */
interface Numbers {
  readonly base: number;
  last: number;
}

/** The state of reading a list. */
interface Known {
  readonly numbers: Map<string, Numbers>;
  readonly ends: Ends;
}

const MODULUS = 2 ** 32;
const apart = (one: number, other: number) => {
  const ahead = (((one - other) % MODULUS) + MODULUS) % MODULUS;
  return Math.min(ahead, MODULUS - ahead);
};

export function* tcpdumpPackets(text: string, notes: Notes): Generator<Listed> {
  const clock = new ListClock();
  const known: Known = { numbers: new Map(), ends: new Ends() };
  let [line, others, count] = [0, 0, 0];
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
    const named = namedIn(row);
    if (named === null) {
      if (!isNext && !/^\S+ IP6? \(/.test(row)) others += 1;
      continue;
    }
    if (stamp === '')
      throw errorAtLine(line, `${quoted(row)} has no time: leave out -t of tcpdump.`);
    count += 1;
    refuseRecords(count, 'packets');
    yield tcpdumpPacket(named, clock.secondsOf(stamp, line), id, known);
  }
  if (others > 0) notes.leftOut(`${others} lines of other packets, or of what stands around them.`);
}

function sacksIn(rest: string, numberOf: (written: number) => number): TcpHeader['sacks'] {
  return [...rest.matchAll(/\{(\d+):(\d+)\}/g)].map(
    ([, left, right]) => [numberOf(Number(left)), numberOf(Number(right))] as const,
  );
}

/** From the word before the arrow on: what stands before it may be long. */
export function namedIn(row: string): RegExpExecArray | null {
  for (let arrow = row.indexOf(' > '); arrow > 0; arrow = row.indexOf(' > ', arrow + 1)) {
    const found = TCPDUMP.exec(row.slice(row.lastIndexOf(' ', arrow - 1) + 1));
    if (found !== null) return found;
  }
  return null;
}

/** The same text for the same end of all packets, so that none holds on to its line. */
class Ends {
  private readonly known = new Map<string, string>();

  of(end: string): string {
    const found = this.known.get(end);
    if (found !== undefined) return found;
    // Copied out of its line.
    const own = JSON.parse(JSON.stringify(end)) as string;
    this.known.set(own, own);
    return own;
  }
}

const NO_SACKS: TcpHeader['sacks'] = [];

const STAMP = /^\s*((?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d\.\d+|\d{9,10}\.\d+|\d{1,3}\.\d{6,9})(?=\s)/;

function tcpdumpPacket(
  named: RegExpExecArray,
  time_s: number,
  identification: number | null,
  { numbers, ends }: Known,
): Listed {
  const [, source, fromPort, destination, toPort, flags, rest = '', quiet, length] = named;
  const [from, to] = [ends.of(`${source}:${fromPort}`), ends.of(`${destination}:${toPort}`)];
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
    const isPlain = known === undefined || apart(plain, known.last) <= apart(moved, known.last);
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
  const sacks = rest.includes('{') ? sacksIn(rest, (each) => numberOf(other, each)) : NO_SACKS;
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

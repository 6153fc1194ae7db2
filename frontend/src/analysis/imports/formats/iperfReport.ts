/**
 * The report that iperf3 and iperf 2 print for people, with `-i`. Amounts count in 1,024, rates of
 * bits in 1,000 and rates of bytes (`-f M`) in 1,024; each has about three digits.
 */
import { refuseFlows, refuseRecords } from '@/analysis/imports/bounds';
import {
  algorithmIn,
  beginsTest,
  errorIn,
  type Interval,
  intervalOf,
  REPORT_HEADER,
} from './iperfReportLines';
import { firstLines, linesOf } from '@/analysis/imports/lines';
import { Notes } from '@/analysis/imports/notes';
import {
  columnsOf,
  type Direction,
  ImportError,
  least,
  type MeasuredFlow,
  type MeasuredTrace,
  quoted,
} from '@/analysis/imports/types';

interface Stream {
  readonly id: string;
  readonly isAtServer: boolean;
  readonly direction: Direction;
  readonly samples: Interval[];
}

/** Lines that a report has before its first interval: two for each of 128 streams, and more. */
const FIRST_LINES = 300;

/** Whether its first lines are those of a report; JSON may hold a whole one as a text. */
export function isIperfReport(text: string): boolean {
  for (const line of firstLines(text, FIRST_LINES)) {
    if (/^\s*\{/.test(line)) return false;
    if (REPORT_HEADER.test(line) || /^iperf3?: /.test(line) || intervalOf(line) !== null)
      return true;
  }
  return false;
}

export function readIperfReport(name: string, text: string): MeasuredTrace {
  const report = new Report();
  let count = 0;
  for (const row of linesOf(text)) {
    count += 1;
    refuseRecords(count, 'lines');
    if (row.trim() !== '') report.add(row);
  }
  return report.end(name);
}

class Report {
  private readonly notes = new Notes();
  private readonly streams = new Map<string, Stream>();
  private version: string | null = null;
  private tests = 1;
  private isNext = false;
  private count = 0;
  private sums = 0;
  private omitted = 0;
  private isReversed = false;
  /** The report of who was connected to, rather than of who connects. */
  private isServer = false;
  /** The server's report behind the client's own (`--get-server-output`). */
  private isAtServer = false;
  private algorithm: string | null = null;
  private error: string | null = null;
  private cutLine: string | null = null;

  add(row: string): void {
    this.version ??= /\biperf (\d[\w.-]*)/.exec(row)?.[1] ?? null;
    if (/^\s*Server output:/.test(row)) this.isAtServer = true;
    else if (beginsTest(row)) this.test(row);
    const found = intervalOf(row);
    if (this.isNext) {
      // Counted once it has an interval, and not read.
      if (found !== null) this.tests += 1;
      this.isNext = found === null;
      return;
    }
    if (this.tests > 1) return;
    if (/Reverse mode/.test(row)) this.isReversed = true;
    this.algorithm ??= algorithmIn(row);
    this.error ??= errorIn(row);
    if (found !== null) this.interval(found);
    this.cutLine = found === null && /\]\s+[\d.]+\s*-/.test(row) ? row : null;
  }

  /** A server says that it listens and then whom it accepts, both of the same test. */
  private test(row: string): void {
    if (this.isAtServer) return;
    this.isNext = this.count > 0;
    if (!this.isNext) this.isServer = /Accepted connection|Server listening/.test(row);
  }

  private interval(found: Interval): void {
    if (found.isSum) {
      this.sums += 1;
      return;
    }
    if (found.isOmitted) {
      this.omitted += 1;
      return;
    }
    const direction = this.directionOf(found);
    const key = `${this.isAtServer ? 'server ' : ''}${found.id} ${direction}`;
    const own = this.streams.get(key) ?? {
      id: found.id,
      isAtServer: this.isAtServer,
      direction,
      samples: [],
    };
    const last = own.samples.at(-1);
    // iperf 2 ends with a line over the whole time, which nothing marks.
    if (last !== undefined && found.from_s < last.to_s - 1e-9) {
      this.sums += 1;
      return;
    }
    this.streams.set(key, own);
    own.samples.push(found);
    this.count += 1;
  }

  private directionOf({ role, retransmitted, lost }: Interval): Direction {
    if (role !== null) return role;
    if (retransmitted !== null) return 'sent';
    if (lost !== null) return 'received';
    return this.isReversed !== (this.isServer || this.isAtServer) ? 'received' : 'sent';
  }

  end(name: string): MeasuredTrace {
    const { notes, streams } = this;
    notes.what = `${this.program()}, report as text`;
    if (streams.size === 0) throw this.empty();
    refuseFlows(streams.size, 'streams');
    const flows = [...streams.values()].map((stream) => this.flowOf(stream));
    notes.read(
      `${this.count} ${this.count === 1 ? 'interval' : 'intervals'} of ${streams.size === 1 ? '1 stream' : `${streams.size} streams`}.`,
    );
    notes.uncertain(
      'Values have about three digits, as the report prints them; its JSON (--json) has all.',
    );
    if (this.sums > 0)
      notes.leftOut(`Lines with sums of streams or of all intervals: ${this.sums}.`);
    if (this.omitted > 0) notes.leftOut(`Intervals that were omitted with -O: ${this.omitted}.`);
    if (this.tests > 1)
      notes.leftOut(`The file has ${this.tests} tests, one after the other: the first is read.`);
    if (this.cutLine !== null)
      notes.leftOut(`The last line is not whole: ${quoted(this.cutLine)}.`);
    if (this.error !== null)
      notes.uncertain(`iperf ended with: ${this.error}. What it measured until then is read.`);
    return {
      name,
      source: this.version?.startsWith('2') ? 'iperf2' : 'iperf3',
      flows,
      about: notes.about(),
    };
  }

  private program(): string {
    if (this.version === null) return 'iperf';
    return this.version.startsWith('3') ? `iperf3 ${this.version}` : `iperf ${this.version}`;
  }

  private empty(): ImportError {
    if (this.error !== null) return new ImportError(`iperf reports: ${this.error}`);
    return new ImportError(
      'It is a report of iperf without intervals; expected are lines such as "[  5]   0.00-1.00   sec  1.19 MBytes  10.0 Mbits/sec", which it prints with -i.',
    );
  }

  private flowOf({ id, isAtServer, direction, samples }: Stream): MeasuredFlow {
    const isUdp = samples.some(({ lost, datagrams }) => lost !== null || datagrams !== null);
    const label = `stream ${id.replace('*', '')}${direction === 'received' ? ', received' : ''}`;
    return {
      label: isAtServer ? `${label}, at the server` : label,
      algorithm: isUdp || direction === 'received' ? null : this.algorithm,
      min_rtt_s: least(samples.map(({ rtt_s }) => rtt_s)),
      direction,
      ...(isUdp
        ? { transport: 'udp' as const }
        : samples.some(({ retransmitted }) => retransmitted !== null)
          ? { transport: 'tcp' as const }
          : {}),
      ...(isUdp || direction === 'received'
        ? {}
        : { evidence: { written: { unsent_bytes: null } } }),
      ...(isAtServer ? { isOtherEnd: true } : {}),
      columns: columnsOf(samples, ({ to_s }) => to_s, {
        throughput_bps: ({ bps }) => bps,
        rtt_s: ({ rtt_s }) => rtt_s,
        cwnd_bytes: ({ cwnd_bytes }) => cwnd_bytes,
        retransmitted_packets: ({ retransmitted }) => retransmitted,
        lost_packets: ({ lost }) => lost,
        jitter_s: ({ jitter_s }) => jitter_s,
      }),
    };
  }
}

/**
 * Pantheon's and Mahimahi's logs of a link: after comments, lines of a time in ms and a kind. `#` is an
 * opportunity in bytes, `+` a packet that arrives, `-` one that leaves with its bytes and its delay in
 * the queue in ms, `d` a drop. Pantheon's tunnels (`*_datalink_*.log`) have the number of the flow
 * behind both.
 */
import { refuseFlows, refuseRecords } from '@/analysis/imports/bounds';
import { linesOf } from '@/analysis/imports/lines';
import { Notes } from '@/analysis/imports/notes';
import { errorInLine, ImportError, type MeasuredTrace } from '@/analysis/imports/types';

const LINE = /^(\d+(?:\.\d+)?) ([#+\-d]) (\d+)((?: \d+(?:\.\d+)?)*)\s*$/;
const STEP_S = 0.1;
const EXPECTED = 'a line of the log of mm-link: milliseconds, one of # + - d, bytes';

export function isPantheon(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return rows.length > 0 && rows.every((line) => LINE.test(line));
}

interface Step {
  bytes: number;
  dropped: number;
}

export function readPantheon(name: string, text: string): MeasuredTrace {
  const log = new LinkLog();
  let [line, count] = [0, 0];
  for (const row of linesOf(text)) {
    line += 1;
    if (row.trim() === '' || row.startsWith('#')) continue;
    const found = LINE.exec(row);
    if (found === null) throw errorInLine(line, row, EXPECTED);
    count += 1;
    refuseRecords(count, 'lines');
    const [, time = '0', kind = '', bytes = '0', more = ''] = found;
    log.add(Number(time), kind, Number(bytes), more.trim().split(' '));
  }
  return log.end(name, count);
}

class LinkLog {
  private readonly notes = new Notes('log of a link of Mahimahi, as Pantheon keeps it');
  /** By the number of a flow; empty: the log has none. */
  private readonly flows = new Map<string, Step[]>();
  private start_ms: number | null = null;
  private last = 0;

  add(time_ms: number, kind: string, bytes: number, more: readonly string[]): void {
    this.start_ms ??= time_ms;
    const at = Math.max(0, Math.floor((time_ms - this.start_ms) / 1000 / STEP_S + 1e-6));
    refuseRecords(at, 'steps of 0.1 s');
    this.last = Math.max(this.last, at);
    if (kind !== '-' && kind !== 'd') return;
    // Behind its bytes: the delay, and in a tunnel the flow.
    const id = kind === '-' ? (more[1] ?? '') : '';
    const steps = this.flows.get(id) ?? [];
    this.flows.set(id, steps);
    refuseFlows(this.flows.size, 'flows');
    while (steps.length <= at) steps.push({ bytes: 0, dropped: 0 });
    const step = steps[at];
    if (step === undefined) return;
    if (kind === '-') step.bytes += bytes;
    else step.dropped += bytes;
  }

  end(name: string, count: number): MeasuredTrace {
    const { notes } = this;
    const listed = [...this.flows].sort(([one], [other]) => Number(one) - Number(other));
    if (listed.every(([, steps]) => steps.every(({ bytes }) => bytes === 0)))
      throw new ImportError('No packet leaves the link in it.');
    const which = this.flows.has('') ? 'all flows together' : 'each flow by its number';
    notes.read(`${count} events; rates are of what leaves the link, with its headers, ${which}.`);
    notes.leftOut('Delays in the queue: they are no RTT.');
    const flows = listed.map(([id, steps]) => this.flowOf(id, steps));
    return { name, source: 'pantheon', flows, about: notes.about() };
  }

  private flowOf(id: string, steps: readonly Step[]) {
    const all = Array.from({ length: this.last + 1 }, (_, at) => steps[at]);
    const hasDrops = steps.some(({ dropped }) => dropped > 0);
    return {
      label: id === '' ? 'link' : `flow ${id}`,
      algorithm: null,
      min_rtt_s: null,
      columns: {
        time_s: all.map((_, at) => (at + 1) * STEP_S),
        throughput_bps: all.map((step) => ((step?.bytes ?? 0) * 8) / STEP_S),
        ...(id === '' || hasDrops ? { lost_packets: all.map((step) => step?.dropped ?? 0) } : {}),
      },
    };
  }
}

/**
 * Pantheon's and Mahimahi's logs of a link (mm-link --uplink-log): after comments, lines of a time
 * in ms and a kind: `#` an opportunity in bytes, `+` a packet that arrives, `-` one that leaves with
 * its bytes and its delay in the queue in ms, `d` a drop.
 */
import { refuseRecords } from './bounds';
import { linesOf } from './lines';
import { Notes } from './notes';
import { errorInLine, ImportError, type MeasuredTrace } from './types';

const LINE = /^(\d+(?:\.\d+)?) ([#+\-d]) (\d+)(?: (\d+))?/;
const STEP_S = 0.1;
const EXPECTED = 'a line of the log of mm-link: milliseconds, one of # + - d, bytes';

export function isPantheon(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => !line.startsWith('#'));
  return rows.length > 0 && rows.every((line) => LINE.test(line));
}

interface Step {
  bytes: number;
  dropped: number;
}

export function readPantheon(name: string, text: string): MeasuredTrace {
  const notes = new Notes('log of a link of Mahimahi, as Pantheon keeps it');
  const steps: Step[] = [];
  let [line, count] = [0, 0];
  let start_ms: number | null = null;
  for (const row of linesOf(text)) {
    line += 1;
    if (row.trim() === '' || row.startsWith('#')) continue;
    const found = LINE.exec(row);
    if (found === null) throw errorInLine(line, row, EXPECTED);
    count += 1;
    refuseRecords(count, 'lines');
    const [, time = '0', kind, bytes = '0'] = found;
    start_ms ??= Number(time);
    const at = Math.max(0, Math.floor((Number(time) - start_ms) / 1000 / STEP_S + 1e-6));
    refuseRecords(at, 'steps of 0.1 s');
    while (steps.length <= at) steps.push({ bytes: 0, dropped: 0 });
    const step = steps[at];
    if (step === undefined) continue;
    if (kind === '-') step.bytes += Number(bytes);
    if (kind === 'd') step.dropped += Number(bytes);
  }
  if (steps.every(({ bytes }) => bytes === 0))
    throw new ImportError('No packet leaves the link in it.');
  notes.read(
    `${count} events; the rate is of what leaves the link, with its headers, all flows together.`,
  );
  notes.leftOut('Delays in the queue: they are no RTT.');
  const flow = {
    label: 'link',
    algorithm: null,
    min_rtt_s: null,
    columns: {
      time_s: steps.map((_, at) => (at + 1) * STEP_S),
      throughput_bps: steps.map(({ bytes }) => (bytes * 8) / STEP_S),
      lost_packets: steps.map(({ dropped }) => dropped),
    },
  };
  return { name, source: 'pantheon', flows: [flow], about: notes.about() };
}

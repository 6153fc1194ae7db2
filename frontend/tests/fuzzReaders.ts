/**
 * Reads files of one kind in a process of its own, which `scripts/fuzz-readers.mjs` starts: damaged
 * ones, or a large one. Prints what came of it and the most memory that the process has used.
 */
import { readFileSync } from 'node:fs';

import { readSource } from '@/analysis/imports/read';
import { jsonOf, textOf } from '@/analysis/imports/report';
import { ofBytes } from '@/analysis/imports/source';
import { ImportError } from '@/analysis/imports/types';

import { DAMAGES, randomOf } from './damage';
import { inputsIn } from './traces/inputs';
import { bytesOf, type Kind, KINDS } from './traces/kinds';

interface Order {
  readonly kind: number;
  /** How often each file gets each kind of damage; 0: a large file instead. */
  readonly rounds: number;
  readonly bytes: number;
  /** Where fixtures lie. */
  readonly traces: string;
}

const FIXTURES: Readonly<Record<string, RegExp>> = {
  iperf3: /^iperf3/,
  ss: /^ss/,
  'qlog (JSON)': /\.qlog$/,
  'qlog (JSON-SEQ)': /\.sqlog$/,
  pcap: /\.pcap/,
  "ns-3's cwnd": /^ns3/,
  Pantheon: /^pantheon/,
  Flent: /^flent/,
  'measured case': /^kernel/,
  'link: Mahimahi': /^mm_/,
};

function fixturesOf({ name }: Kind, traces: string, bytes: number): [string, Uint8Array][] {
  return inputsIn(traces)
    .filter(([file]) => FIXTURES[name]?.test(file))
    .map(([file, content]) => [file, content.subarray(0, bytes)]);
}

const found = { read: 0, refused: 0, slowest_s: 0, said: '' };

async function readOne(name: string, bytes: Uint8Array): Promise<void> {
  const begin_ms = performance.now();
  try {
    const read = await readSource(ofBytes(name, bytes), { columns: null }, () => undefined);
    const json = JSON.stringify(jsonOf(name, read));
    found.said = (textOf(name, read).split('\n')[0] ?? '') + ` (${json.length} bytes of JSON)`;
    found.read += 1;
  } catch (error) {
    if (!(error instanceof ImportError) || error.message.length === 0) throw error;
    found.said = error.message;
    found.refused += 1;
  }
  found.slowest_s = Math.max(found.slowest_s, (performance.now() - begin_ms) / 1000);
}

async function main({ kind: index, rounds, bytes, traces }: Order): Promise<void> {
  const kind = KINDS[index];
  if (kind === undefined) return;
  const own: [string, Uint8Array] = [kind.file, bytesOf(kind, bytes)];
  const files = rounds === 0 ? [own] : [own, ...fixturesOf(kind, traces, bytes)];
  for (const [place, [name, plain]] of files.entries()) {
    if (rounds === 0) await readOne(name, plain);
    for (let round = 0; round < rounds; round += 1) {
      for (const [which, damage] of DAMAGES.entries()) {
        const seed = (place * 1000 + round) * DAMAGES.length + which;
        await readOne(name, damage(plain, randomOf(seed)));
      }
    }
  }
}

const [, , order] = process.argv;
const names = KINDS.map(({ name }) => name);
if (order !== undefined) await main(JSON.parse(order) as Order);
/** Of this program: what `resourceUsage` says begins with what started it. */
const peak_kb = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
const peak_bytes = Number(peak_kb) * 1024;
process.stdout.write(`${JSON.stringify(order === undefined ? names : { ...found, peak_bytes })}\n`);

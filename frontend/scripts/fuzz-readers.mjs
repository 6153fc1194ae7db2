// What every reader makes of damaged files and of a large one, each kind in a process of its own
// whose heap is bounded: a row of a table for each (docs/reading-files.md). Ends with 1 if one
// crashes, hangs or passes the bound. `npm run fuzz`, `npm run fuzz:full`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { build } from 'vite';

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string' } },
});
// The heap of the large ones holds the file, too.
const SMALL = { bytes: 20_000, rounds: values.full ? 40 : 1, heap_mb: 96 };
const LARGE = { bytes: values.full ? 100e6 : 2e6, rounds: 0, heap_mb: values.full ? 1536 : 256 };
const LONGEST_MS = 240_000;

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const OUT = path('../../build/fuzz-readers');
await build({
  configFile: false,
  logLevel: 'warn',
  root: path('..'),
  resolve: { alias: { '@': path('../src') } },
  ssr: { noExternal: true },
  build: {
    ssr: path('../tests/fuzzReaders.ts'),
    target: 'node20',
    outDir: OUT,
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'fuzz.mjs' } },
  },
});
const names = JSON.parse(
  spawnSync(process.execPath, [`${OUT}/fuzz.mjs`], { encoding: 'utf8' }).stdout,
);

function ran(kind, { heap_mb, ...order }) {
  const given = JSON.stringify({ kind, traces: path('../tests/traces'), ...order });
  const { stdout, stderr, signal, status } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${heap_mb}`, `${OUT}/fuzz.mjs`, given],
    { encoding: 'utf8', timeout: LONGEST_MS },
  );
  if (status === 0) return JSON.parse(stdout);
  const why = signal === 'SIGTERM' ? `ran longer than ${LONGEST_MS / 1000} s` : stderr.slice(-800);
  return { failed: `${signal ?? status}: ${why}` };
}

const mb = (bytes) => Math.round(bytes / 1e6);
const nothing = ran(names.length, SMALL);
process.stdout.write(
  `Node itself: ${mb(nothing.peak_bytes)} MB; the figures below have it in them.\n\n` +
    `| kind | damaged: read | refused | slowest, s | most memory, MB | ` +
    `${mb(LARGE.bytes)} MB of it | s | most memory, MB |\n` +
    '|---|---|---|---|---|---|---|---|\n',
);
for (const [index, name] of names.entries()) {
  if (values.only !== undefined && !name.includes(values.only)) continue;
  const [small, large] = [ran(index, SMALL), ran(index, LARGE)];
  const failed = small.failed ?? large.failed;
  if (failed !== undefined) {
    process.exitCode = 1;
    process.stdout.write(`| ${name} | FAILED: ${failed} |\n`);
    continue;
  }
  const outcome = large.read > 0 ? 'read' : `refused: ${large.said.slice(0, 60)}`;
  const cells = [
    ...[name, small.read, small.refused, small.slowest_s.toFixed(2), mb(small.peak_bytes)],
    ...[outcome, large.slowest_s.toFixed(1), mb(large.peak_bytes)],
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

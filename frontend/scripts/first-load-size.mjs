// How many bytes of JavaScript and CSS a first visit needs, compressed with gzip. Fails above the
// limits: of all scripts, of our own one (all but libraries), of their number, since each request
// waits its turn. Follows the static imports from index.html; lazy chunks do not count.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

// A guard against a library or a page that slips in, with room for a year of small additions: a
// limit that stands at the last byte has people write worse code to save two.
const LIMIT_BYTES = 212_000;
const OWN_LIMIT_BYTES = 72_000;
const LIMIT_FILES = 4;
const dist = new URL('../dist/', import.meta.url);

const html = await readFile(new URL('index.html', dist), 'utf8');
const entries = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path]) => path);

const sizes = new Map();
for (const path of entries) await add(path);

async function add(path) {
  if (sizes.has(path)) return;
  const content = await readFile(new URL(path, dist));
  sizes.set(path, gzipSync(content, { level: 9 }).length);
  if (!path.endsWith('.js')) return;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const imports = content.toString('utf8').matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g);
  for (const [, file] of imports) await add(folder + file);
}

const script = [...sizes].filter(([path]) => path.endsWith('.js'));
const scriptBytes = script.reduce((sum, [, bytes]) => sum + bytes, 0);
for (const [path, bytes] of sizes) console.log(`${String(bytes).padStart(8)}  ${path}`);
const ownBytes = script
  .filter(([path]) => !path.includes('/libraries-'))
  .reduce((sum, [, bytes]) => sum + bytes, 0);

const checks = [
  ['bytes of JavaScript (gzip)', scriptBytes, LIMIT_BYTES],
  ['of them our own', ownBytes, OWN_LIMIT_BYTES],
  ['scripts', script.length, LIMIT_FILES],
];
for (const [what, value, limit] of checks) console.log(`${what}: ${value}, limit ${limit}`);
if (checks.some(([, value, limit]) => value > limit)) {
  console.error('The first page waits for more than it needs. What of it can be imported later?');
  process.exit(1);
}

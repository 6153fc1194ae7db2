// How many bytes of JavaScript and CSS a first visit needs before Plotly, compressed with gzip.
// Fails above the limit. Follows the static imports from index.html; lazy chunks do not count.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const LIMIT_BYTES = 300_000;
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
console.log(`first load: ${scriptBytes} bytes of JavaScript (gzip), limit ${LIMIT_BYTES}`);
if (scriptBytes > LIMIT_BYTES) process.exit(1);

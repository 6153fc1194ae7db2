// A host for a folder of `./lab site`.
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const BELOW = '/courses/lab';
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** A host that serves files and nothing else, below a path. */
export async function serve(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const path = join(folder, normalize(name.slice(BELOW.length)));
    const isThere = name.startsWith(`${BELOW}/`) && path.startsWith(folder);
    const found = isThere && (await stat(path).catch(() => null))?.isFile();
    response.statusCode = found ? 200 : 404;
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
    response.end(found ? await readFile(path) : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, address: `${origin}${BELOW}/`, close };
}

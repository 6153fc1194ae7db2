// A site without a server, also without a network: the files of one version, all of them or none.
// `./lab site` writes the version and the SHA-256 of each file into the two lines below.
const VERSION = '';
const FILES = {};

const PREFIX = 'lab-site ';
const CACHE = PREFIX + VERSION;
const INDEX = 'index.html';
const AT_ONCE = 6;

/** What a page says: "a page of this version may be answered by you", or "go ahead now". */
self.addEventListener('message', ({ data }) => {
  if (data.claim === VERSION) void self.clients.claim();
  if (data.takeOver === true) void self.skipWaiting();
});

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const name = nameOf(request.url);
  if (request.method === 'GET' && name in FILES) event.respondWith(answer(name));
});

/** Of a file below this site's folder. */
function nameOf(address) {
  const { origin, pathname } = new URL(address);
  const { origin: own, pathname: folder } = new URL(self.registration.scope);
  if (origin !== own || !pathname.startsWith(folder)) return '';
  return decodeURIComponent(pathname.slice(folder.length)) || INDEX;
}

async function answer(name) {
  const cache = await self.caches.open(CACHE);
  // A browser that is short of room may have dropped it.
  return (await cache.match(addressOf(name))) ?? fetchOwn(name).catch(() => Response.error());
}

function addressOf(name) {
  const path = name.split('/').map(encodeURIComponent).join('/');
  // Some hosts send index.html on to its folder.
  return new URL(name === INDEX ? '.' : path, self.registration.scope).href;
}

/** Fails unless the host has every file of this version: one that is being copied has not. */
async function keepAll() {
  const cache = await self.caches.open(CACHE);
  const waiting = Object.keys(FILES);
  const lane = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      await cache.put(addressOf(name), await fetchOwn(name));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  } catch (error) {
    await self.caches.delete(CACHE);
    throw error;
  }
}

async function fetchOwn(name) {
  const found = await fetch(addressOf(name), { cache: 'no-cache' });
  const content = await found.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!found.ok || hex !== FILES[name]) throw new Error(`${name} is not that of this version.`);
  // Without what the host added, such as a redirect, which no page may be answered with.
  const type = found.headers.get('content-type') ?? 'application/octet-stream';
  return new Response(content, { headers: { 'content-type': type } });
}

async function forgetOthers() {
  const names = await self.caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => self.caches.delete(name)));
}

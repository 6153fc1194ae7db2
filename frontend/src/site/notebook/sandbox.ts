/** What Pyodide asks of `Function`; it makes none of a text. */
const ONLY_ASKED = {
  prototype: Function.prototype,
  [Symbol.hasInstance]: (value: unknown) => typeof value === 'function',
};

/**
 * Takes from a worker all that reaches out of it: the network, browser storage, other threads, and
 * text that becomes code. A worker has no policy of its own where its host sends none, and a
 * notebook may be another person's.
 */
const REMOVED_GLOBALS = [
  'fetch',
  'Request',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'RTCPeerConnection',
  'importScripts',
  'FontFace',
  'fonts',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'indexedDB',
  'caches',
  'cookieStore',
  'navigator',
  'Notification',
  'eval',
  'Function',
  'setInterval',
  'postMessage',
] as const;

export function enterSandbox(): void {
  for (const name of REMOVED_GLOBALS) {
    for (let owner: object | null = self; owner !== null; owner = Reflect.getPrototypeOf(owner)) {
      Reflect.deleteProperty(owner, name);
    }
    Reflect.defineProperty(self, name, { value: name === 'Function' ? ONLY_ASKED : undefined });
  }
  const functions = [
    () => 0,
    async () => Promise.resolve(0),
    function* () {
      yield 0;
    },
    async function* () {
      yield await Promise.resolve(0);
    },
  ];
  // What makes functions of texts is reached from any function.
  for (const each of functions) {
    const kind: object | null = Reflect.getPrototypeOf(each);
    if (kind !== null) Reflect.defineProperty(kind, 'constructor', { value: undefined });
  }
}

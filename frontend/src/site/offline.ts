/**
 * The site also without a network: the browser keeps the files of one version
 * (backend/lab/site/service_worker.js). A newer one is announced, and taken in all tabs at once.
 */
import { fileUrl } from './address';

const SCRIPT = 'service-worker.js';
/** A page that stays open asks for a newer version when its user comes back to it. */
const LOOK_AGAIN_MS = 3_600_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

/** After the first picture; nothing where browsers keep nothing, as on plain http. */
export function keepOffline(version: string): void {
  // Absent on plain http, although its type says otherwise.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined) return;
  const start = () => void begin(workers, version).catch(() => undefined);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

/** Whether all files of a newer version are there. */
export function hasNewVersion(): boolean {
  return waiting !== null;
}

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All tabs of the site are loaded again. */
export function takeNewVersion(): void {
  waiting?.postMessage({ takeOver: true });
}

async function begin(workers: ServiceWorkerContainer, version: string) {
  const isKept = workers.controller !== null;
  if (!isKept && isSaving()) return;
  let isReplaced = isKept;
  workers.addEventListener('controllerchange', () => {
    // The first one has the files of this very page; any other has newer ones.
    if (isReplaced) window.location.reload();
    isReplaced = true;
  });
  const registration = await workers.register(fileUrl(SCRIPT), { updateViaCache: 'none' });
  follow(registration, version);
  let lookedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = performance.now();
    registration.update().catch(() => undefined);
  });
}

function follow(registration: ServiceWorkerRegistration, version: string) {
  const look = () => {
    if (navigator.serviceWorker.controller === null) {
      registration.active?.postMessage({ claim: version });
    } else if (registration.waiting !== null && registration.waiting !== waiting) {
      waiting = registration.waiting;
      for (const notify of listeners) notify();
    }
  };
  const watch = () => registration.installing?.addEventListener('statechange', look);
  registration.addEventListener('updatefound', watch);
  watch();
  look();
}

/** Who pays for every byte does not get 24 MB unasked. */
function isSaving(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

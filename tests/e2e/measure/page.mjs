// How soon the first page is there, as Chromium sees it; `./lab bench --page --throttled`
// starts a lab for it.
//
//   node tests/e2e/measure/page.mjs --base-url http://127.0.0.1:8000 [--count 5] [--json FILE]
//                                   [--film FOLDER]
//
// Each visit has a browser context of its own, so nothing is cached. Every throttle of THROTTLES
// is measured: processor by Chromium's own slow-down, network by its emulation (latency and rate).
// --film takes pictures of one visit instead, at 0, 0.5, 1, 2 and 5 s after the navigation starts.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

import { baseUrl, CURVES, launch, openPage, PHONE, WIDE } from '../support/browser.mjs';

const THROTTLES = [
  { name: 'none', cpu: 1, network: null },
  { name: 'processor 2 x slower', cpu: 2, network: null },
  { name: 'processor 4 x slower, 10 Mbit/s, 40 ms', cpu: 4, network: { mbit: 10, latencyMs: 40 } },
];
const FILM_MS = [0, 500, 1000, 2000, 5000];
/** After this long the page has come to rest: shifts and blocking are counted until then. */
const WATCHED_MS = 8000;

const base = baseUrl();
const browser = await launch();
try {
  if (has('--film')) await film(textAfter('--film'));
  else await measure(Number(textAfter('--count', 5)));
} finally {
  await browser.close();
}

async function measure(count) {
  const rows = [];
  for (const throttle of THROTTLES) {
    const visits = [];
    for (let index = 0; index < count; index += 1) visits.push(await visit(throttle));
    rows.push({ throttle: throttle.name, ...summary(visits) });
  }
  console.log(table(rows));
  if (has('--json')) writeFileSync(textAfter('--json'), `${JSON.stringify(rows, null, 1)}\n`);
}

async function visit({ cpu, network }) {
  const { page, complaints } = await openPage(browser);
  const client = await page.context().newCDPSession(page);
  let transferredBytes = 0;
  await client.send('Network.enable');
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    transferredBytes += encodedDataLength;
  });
  if (network !== null) {
    const bytesPerSecond = (network.mbit * 1e6) / 8;
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.addInitScript(watch, CURVES);
  await page.goto(base, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.labSeen?.curveMs !== undefined, null, {
    timeout: 120_000,
  });
  const atCurveBytes = transferredBytes;
  await page.waitForFunction((end) => performance.now() > end, WATCHED_MS, { timeout: 120_000 });
  const seen = await page.evaluate(() => window.labSeen);
  await page.context().close();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  return { ...seen, atCurveBytes, transferredBytes };
}

/** Runs in the page, before anything of it: what is painted when, what moves, what blocks. */
function watch(curves) {
  const seen = { shift: 0, blockingMs: 0 };
  window.labSeen = seen;
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paintMs = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => (seen.largestMs = startTime));
  on('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  // What a task takes beyond 50 ms is time in which nothing answers.
  on('longtask', ({ duration }) => (seen.blockingMs += duration - 50));
  const look = () => {
    const paths = [...document.querySelectorAll(curves)];
    if (paths.some((path) => (path.getAttribute('d') ?? '').length > 50))
      seen.curveMs = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

function summary(visits) {
  const of = (name) => visits.map((item) => item[name] ?? 0).sort((a, b) => a - b);
  const middle = (values) => values[Math.floor((values.length - 1) / 2)];
  const both = (name) => ({ median: middle(of(name)), worst: of(name).at(-1) });
  return {
    visits: visits.length,
    paint_ms: both('paintMs'),
    largest_ms: both('largestMs'),
    curve_ms: both('curveMs'),
    blocking_ms: both('blockingMs'),
    shift: both('shift'),
    until_curve_bytes: both('atCurveBytes'),
    all_bytes: both('transferredBytes'),
  };
}

function table(rows) {
  const head = [
    'throttle',
    'first picture, s',
    'largest, s',
    'first curve, s',
    'blocked, s',
    'shift (CLS)',
    'kB until the curve',
    'kB in all',
  ];
  const seconds = ({ median, worst }) =>
    `${(median / 1e3).toFixed(2)} (${(worst / 1e3).toFixed(2)})`;
  const kilobytes = ({ median }) => (median / 1e3).toFixed(0);
  const lines = rows.map((row) => [
    row.throttle,
    seconds(row.paint_ms),
    seconds(row.largest_ms),
    seconds(row.curve_ms),
    seconds(row.blocking_ms),
    `${row.shift.median.toFixed(3)} (${row.shift.worst.toFixed(3)})`,
    kilobytes(row.until_curve_bytes),
    kilobytes(row.all_bytes),
  ]);
  const text = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  const machine = `${cpus().length} processors, load ${loadavg()[0].toFixed(1)}`;
  const note = `Medians of ${rows[0].visits} visits, the slowest in brackets; ${machine}.`;
  return [...text, note].join('\n');
}

async function film(folder) {
  const options = {
    viewport: has('--phone') ? PHONE : WIDE,
    colorScheme: has('--dark') ? 'dark' : 'light',
  };
  const { page } = await openPage(browser, options);
  await page.addInitScript(watch, CURVES);
  const start = performance.now();
  await page.goto(`${base}${textAfter('--path', '/')}`, { waitUntil: 'commit' });
  const navigated = performance.now();
  for (const wantedMs of FILM_MS) {
    const restMs = navigated + wantedMs - performance.now();
    if (restMs > 0) await page.waitForTimeout(restMs);
    const takenMs = performance.now() - navigated;
    await page.screenshot({ path: join(folder, `${String(wantedMs).padStart(4, '0')}ms.png`) });
    const sentence = await page.evaluate(
      () => document.querySelector('main p')?.textContent ?? '(empty)',
    );
    console.log(`${(takenMs / 1e3).toFixed(2)} s: ${sentence}`);
  }
  console.log(await page.evaluate(() => window.labSeen), `commit after ${navigated - start} ms`);
}

function has(flag) {
  return process.argv.includes(flag);
}

function textAfter(flag, otherwise) {
  const at = process.argv.indexOf(flag);
  return at > 0 ? process.argv[at + 1] : otherwise;
}

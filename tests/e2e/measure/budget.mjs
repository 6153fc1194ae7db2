// How long a person waits for a picture, and for what; `./lab bench --page` starts a lab for it and
// makes the tables (tools/commands/page_budget.py).
//
//   node tests/e2e/measure/budget.mjs --base-url http://127.0.0.1:8000 --out FILE [--count 20]
//                                     [--presets A,B] [--press-ms 0]
//
// Three ways to a picture, `--count` times each, every time in a browser context of its own, in
// which nothing is cached:
//   run     Run is pressed in the builder, which has a preset open with a seed that was never run
//   stored  a run in "My work" is clicked, whose result is stored: the first of a window, others
//   page    the first page
// Before a press or click the page has been read: it has come to rest. The clock starts with
// the click, as the button of the mouse is let go; `--press-ms` is how long it was held, and no
// time at all by default. It stops at the frame in which a curve is drawn and not covered. What
// lies between is taken from the browser's own resource timing, from the events as they arrive, and
// from the run's own times, which PostgreSQL's clock gave: the lab is on the same machine.
import { writeFileSync } from 'node:fs';

import { baseUrl, CURVES, launch, openPage } from '../support/browser.mjs';
import { getJson, giveOwner, makeOwner, runToEnd } from '../support/lab.mjs';

const RESTED_MS = 700;
const TIMEOUT_MS = 120_000;
/** Opened one after the other in one window; none has been seen in it before. */
const STORED_RUNS = 4;
const base = baseUrl();
const count = Number(textAfter('--count', 20));
const press = { delay: Number(textAfter('--press-ms', 0)) };
const firstSeed = Math.floor(Date.now() / 1000) * 1000;

const presets = await getJson(base, '/presets');
const chosen = textAfter('--presets')?.split(',') ?? presets.map(({ id }) => id);
const unknown = chosen.filter((id) => presets.every((preset) => preset.id !== id));
if (unknown.length > 0) throw new Error(`There is no preset ${unknown.join(', ')}.`);

const samples = [];
const browser = await launch();
try {
  await pressRun(chosen[0], firstSeed - 1); // The lab prepares what it keeps: statements, caches.
  for (let index = 0; index < count; index += 1) {
    samples.push(await pressRun(chosen[index % chosen.length], firstSeed + index));
    samples.push(await visit());
    if (index % STORED_RUNS === 0) samples.push(...(await openStored()));
  }
} finally {
  await browser.close();
}
writeFileSync(textAfter('--out'), `${JSON.stringify(samples)}\n`);

/** Press Run, and see its first curve. */
async function pressRun(preset, seed) {
  const { page, complaints, curveSeen } = await openWatched();
  await page.goto(`${base}/build?preset=${preset}`);
  await page.getByText(/^Ready, /).waitFor({ timeout: TIMEOUT_MS });
  await page.getByRole('textbox', { name: 'Seed', exact: true }).fill(String(seed));
  await page.getByText(/^Ready, /).waitFor({ timeout: TIMEOUT_MS });
  await rest(page);
  await page.evaluate(() => window.labWatch());
  const [seen] = await Promise.all([
    curveSeen(),
    page.getByRole('button', { name: /^Run\b/ }).click(press),
  ]);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await close(page, complaints);
  const run = await ended(id);
  const times = Object.fromEntries(
    ['created_at', 'started_at', 'finished_at'].map((name) => [name, Date.parse(run[name])]),
  );
  return { kind: 'run', preset, run_id: id, packets: run.predicted_packets, ...seen, times };
}

/** Click on runs in "My work" that were computed before, each for the first time. */
async function openStored() {
  const owner = makeOwner();
  const { page, complaints, curveSeen } = await openWatched();
  await giveOwner(page.context(), owner);
  const names = [];
  for (let index = 0; index < STORED_RUNS; index += 1) {
    const preset = presets.find(({ id }) => id === chosen[index % chosen.length]);
    const { scenario } = preset.variants[0];
    const name = `stored ${index}`;
    await runToEnd(base, owner, { ...scenario, name }, 1);
    names.push(name);
  }
  const found = [];
  await page.goto(`${base}/runs`);
  for (const name of names) {
    const link = page.getByRole('link', { name }).first();
    await link.waitFor();
    await rest(page);
    await page.evaluate(() => window.labWatch());
    const [seen] = await Promise.all([curveSeen(), link.click(press)]);
    found.push({ kind: found.length === 0 ? 'stored, first' : 'stored', ...seen });
    await page.goBack();
  }
  await close(page, complaints);
  return found;
}

/** The first page, nothing cached. */
async function visit() {
  const { page, complaints, curveSeen } = await openWatched();
  await page.addInitScript(() => window.labWatch(true));
  const [seen] = await Promise.all([curveSeen(), page.goto(base, { waitUntil: 'commit' })]);
  const paintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  await close(page, complaints);
  return { kind: 'page', ...seen, paint_ms: paintMs };
}

/** Until the page has prefetched what it may and loads nothing, as when it is being read. */
async function rest(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(RESTED_MS);
}

/**
 * A page that reports by itself what it has seen. To be asked for it, it would first have to
 * evaluate the driver's own script: a hundredth of a second of what is measured.
 */
async function openWatched() {
  const { page, complaints } = await openPage(browser);
  let report = () => undefined;
  await page.exposeFunction('labReport', (seen) => report(seen));
  await page.addInitScript(watch, CURVES);
  const curveSeen = () =>
    new Promise((resolve, reject) => {
      const late = () => reject(new Error(`No curve was seen in ${TIMEOUT_MS / 1000} s.`));
      const timer = setTimeout(late, TIMEOUT_MS);
      report = (seen) => {
        clearTimeout(timer);
        resolve(seen);
      };
    });
  return { page, complaints, curveSeen };
}

async function ended(id) {
  for (;;) {
    const run = await getJson(base, `/runs/${id}`);
    if (run.status === 'done') return run;
    if (run.finished_at !== null) throw new Error(`Run ${id} is ${run.status}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function close(page, complaints) {
  await page.context().close();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}

/**
 * Runs in the page, before anything of it. `labWatch()` waits for the next click and then for a
 * curve; `labReport` is called with what was seen, in milliseconds of the machine's clock.
 */
function watch(curves) {
  const now = () => performance.timeOrigin + performance.now();
  performance.setResourceTimingBufferSize(2000);
  let events = [];
  const Source = window.EventSource;
  window.EventSource = class extends Source {
    constructor(...given) {
      super(...given);
      for (const kind of ['state', 'progress', 'end'])
        this.addEventListener(kind, ({ data }) => {
          const { sample_count: sampleCount } = JSON.parse(data);
          events.push({ kind, at_ms: now(), sample_count: sampleCount });
        });
    }
  };
  window.labWatch = (isLoading = false) => {
    events = [];
    performance.clearResourceTimings();
    if (isLoading) look(performance.timeOrigin);
    else window.addEventListener('click', () => look(now()), { once: true, capture: true });
  };

  const look = (startMs) => {
    const address = location.pathname;
    const next = () => {
      const hasMoved = startMs === performance.timeOrigin || location.pathname !== address;
      if (!hasMoved || !isDrawn()) requestAnimationFrame(next);
      else requestAnimationFrame(() => seen(startMs)); // It is on the screen by the next frame.
    };
    next();
  };
  const isDrawn = () =>
    [...document.querySelectorAll(curves)].some((path) => {
      if ((path.getAttribute('d') ?? '').length <= 50) return false;
      // A run that was just computed is uncovered as time passes.
      const clip = getComputedStyle(path).getPropertyValue('--reveal-plot-clip');
      const uncovered = /polygon\([^,]*, ([\d.]+)px/.exec(clip);
      return uncovered === null || Number(uncovered[1]) > 0;
    });
  const seen = (startMs) => {
    const requests = performance.getEntriesByType('resource').map((entry) => ({
      path: new URL(entry.name).pathname,
      sent_ms: performance.timeOrigin + entry.startTime,
      waits_ms: performance.timeOrigin + entry.requestStart,
      got_ms: performance.timeOrigin + entry.responseEnd,
      bytes: entry.encodedBodySize,
    }));
    window.labReport({ start_ms: startMs, drawn_ms: now(), events, requests });
  };
}

function textAfter(flag, otherwise) {
  const at = process.argv.indexOf(flag);
  return at > 0 ? process.argv[at + 1] : otherwise;
}

// The whole workbench without one event of a mouse: build a scenario, run it, freeze a time, put a
// second run beside it, load the page again and find the same view.
//
//   node tests/e2e/keyboard.mjs --base-url http://127.0.0.1:8000      exit status 0 or 1
import assert from 'node:assert/strict';

import { baseUrl, drawnCurves, launch, openPage, step } from './browser.mjs';
import { getJson } from './lab.mjs';

const TIMEOUT_MS = 120_000;
const MOST_TABS = 120;
const DURATION_S = 20;
const ELEPHANT_RTT_MS = 60;
const BUFFER_BDP = 4;

const base = baseUrl();
const browser = await launch();
const { page, complaints } = await openPage(browser);
page.setDefaultTimeout(TIMEOUT_MS);
await countMouseEvents();

try {
  await step('the builder is reached with Tab and Enter', reachBuilder);
  await step('n adds flows, and their algorithm is chosen', addFlow);
  await step('an RTT moves with the keys of its slider', slideRtt);
  await step('numbers are typed in place', typeNumbers);
  const first = await step('Ctrl+Enter runs what was built', runBuilt);
  await step('the plot is one tab stop; arrows move in it and f freezes', freezeTime);
  await step('+ zooms in around the time and 0 shows the whole run', zoomInAndOut);
  const second = await step('a fork with another algorithm lands beside it', () => forkRun(first));
  await step('both runs are drawn on one axis', () => seeBoth([second, first]));
  await step('a reload shows the same view', () => reloadKeeps([second, first]));
  await step('no mouse was used', async () => assert.equal(await mouseEvents(), 0));
  await step('the console stayed clean', () => assert.deepEqual(complaints, []));
} catch (error) {
  console.error(error);
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = 1;
} finally {
  await browser.close();
}

/** Counts what a pointer would do, in every page that is loaded. */
async function countMouseEvents() {
  await page.addInitScript(() => {
    const count = () => Number(sessionStorage.getItem('mouse-events') ?? 0);
    const tell = () => sessionStorage.setItem('mouse-events', String(count() + 1));
    for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel']) {
      window.addEventListener(kind, tell, { capture: true });
    }
  });
}

function mouseEvents() {
  return page.evaluate(() => Number(sessionStorage.getItem('mouse-events') ?? 0));
}

async function press(...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses Tab until the focus is on the one that is wanted. */
async function tabTo(locator, key = 'Tab') {
  await locator.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await press(key);
  }
  throw new Error(`${MOST_TABS} tabs do not reach ${locator}`);
}

async function reachBuilder() {
  await page.goto(base);
  await tabTo(page.getByRole('link', { name: 'Build', exact: true }));
  await press('Enter');
  await page.waitForURL(/\/build/);
  await page.getByText(/^Ready, /).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'page');
}

async function addFlow() {
  const lists = page.getByRole('combobox', { name: /^Algorithm of / });
  assert.equal(await lists.count(), 2);
  await press('n');
  const algorithm = lists.nth(2);
  await tabTo(algorithm);
  // A list that is closed takes the first letters of what is wanted.
  await page.keyboard.type('New');
  assert.equal(await algorithm.evaluate((list) => list.value), 'newreno');
}

async function slideRtt() {
  const slider = page.getByRole('slider', { name: /RTT.* of / }).last();
  await tabTo(slider);
  const typed = page.getByRole('textbox', { name: /RTT.* of / }).last();
  const before = Number(await typed.inputValue());
  await press('ArrowRight', 'ArrowRight', 'ArrowRight');
  const after = Number(await typed.inputValue());
  assert.ok(after > before, `three steps up lead from ${before} to ${after} ms`);
  await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'PageUp');
  assert.ok(Number(await typed.inputValue()) > after, 'Page Up goes further than three steps');
}

async function typeNumbers() {
  // Tab selects what a field holds, so typing replaces it.
  await type(
    page.getByRole('textbox', { name: /RTT.* of elephant/ }),
    ELEPHANT_RTT_MS,
    'Shift+Tab',
  );
  await type(page.getByRole('textbox', { name: 'Buffer', exact: true }), BUFFER_BDP, 'Shift+Tab');
  await type(page.getByRole('textbox', { name: 'Duration', exact: true }), DURATION_S);
  await page.getByText(/^Ready, /).waitFor();
}

async function type(locator, value, key) {
  await tabTo(locator, key);
  await page.keyboard.type(String(value));
  assert.equal(await locator.inputValue(), String(value));
}

async function runBuilt() {
  await press('Control+Enter');
  const run = await arrive();
  const { scenario } = run;
  assert.equal(scenario.duration_s, DURATION_S);
  assert.equal(scenario.bottleneck.buffer.amount, BUFFER_BDP);
  assert.equal(scenario.flows.length, 3);
  assert.equal(scenario.flows[0].rtt_s, ELEPHANT_RTT_MS / 1e3);
  assert.equal(scenario.flows[2].algorithm.name, 'newreno');
  await seeBoth([run]);
  return run;
}

/** The run whose page is open, when it is done. */
async function arrive() {
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  const id = /\/runs\/([0-9a-f-]{36})/.exec(page.url())[1];
  for (;;) {
    const run = await getJson(base, `/runs/${id}`);
    assert.ok(['queued', 'running', 'done'].includes(run.status), `the run is ${run.status}`);
    if (run.status === 'done') return run;
    await page.waitForTimeout(100);
  }
}

async function freezeTime() {
  await tabTo(page.getByRole('application').first());
  await press('Home', ...Array(10).fill('PageDown'), 'ArrowRight', 'f');
  await page
    .getByText(/frozen/)
    .first()
    .waitFor();
  // Home is the start; ten times ten samples and one more, of 0.1 s each.
  await page.getByText(/State at 10\.1/).waitFor();
}

async function zoomInAndOut() {
  await press('+');
  await page.waitForURL(/[?&]from=4\.\d+&to=16\.\d+/);
  await press('0');
  await page.waitForURL((url) => !url.searchParams.has('from'));
}

async function forkRun(first) {
  await press('e');
  await page.waitForURL(/\/build\?run=/);
  await page.getByText(/^Ready, /).waitFor();
  const algorithm = page.getByRole('combobox', { name: /^Algorithm of elephant/ });
  await tabTo(algorithm);
  await page.keyboard.type('Fai');
  assert.equal(await algorithm.evaluate((list) => list.value), 'fairtt');
  await page.getByText(/^Ready, /).waitFor();
  await press('Control+Enter');
  await page.waitForURL((url) => /^\/runs\//.test(url.pathname));
  const second = await arrive();
  assert.equal(new URL(page.url()).searchParams.get('with'), first.id);
  const [elephant, ...others] = second.scenario.flows;
  assert.equal(elephant.algorithm.name, 'fairtt');
  assert.deepEqual(others, first.scenario.flows.slice(1));
  assert.equal(second.seed, first.seed);
  return second;
}

/** Every flow of every run has a curve that reaches the end. */
async function seeBoth(runs) {
  const names = runs.flatMap(({ id, scenario }) =>
    scenario.flows.map((_, index) => `${id}:${index}:throughput_bps`),
  );
  await page.waitForFunction(
    ([wanted, end]) => {
      const plots = [...document.querySelectorAll('.js-plotly-plot')];
      const traces = new Map(
        plots.flatMap(({ data }) => data ?? []).map((each) => [each.name, each]),
      );
      return wanted.every((name) => Math.abs((traces.get(name)?.x.at(-1) ?? 0) - end) < 0.5);
    },
    [names, DURATION_S],
  );
}

async function reloadKeeps(runs) {
  await press('t');
  await page
    .getByRole('table', { name: /Throughput/ })
    .first()
    .waitFor();
  await tabTo(page.getByRole('application').first());
  await press('Home', ...Array(5).fill('PageDown'), 'f');
  await page.getByText(/State at 5\.0/).waitFor();
  await page.waitForURL(/[?&]at=5(&|$)/);
  const before = { url: page.url(), curves: await drawnCurves(page) };
  await page.reload();
  await seeBoth(runs);
  await page
    .getByRole('table', { name: /Throughput/ })
    .first()
    .waitFor();
  assert.equal(page.url(), before.url);
  await page
    .getByText(/frozen/)
    .first()
    .waitFor();
  await page.getByText(/State at 5\.0/).waitFor();
  assert.deepEqual(await drawnCurves(page), before.curves, 'a reload changes no value');
}

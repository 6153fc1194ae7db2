// One path through the whole lab: open the page, see the elephant and the mouse run under both
// algorithms by themselves, open one seed of both, see its curves come out of PostgreSQL, reload,
// and find the same curves again.
//
//   node tests/e2e/run.mjs --base-url http://127.0.0.1:8000      exit status 0 or 1
import assert from 'node:assert/strict';

import {
  baseUrl,
  countDrawnLines,
  drawnCurves,
  launch,
  openPage,
  step,
  until,
} from './browser.mjs';

const SEED_COUNT = 20;
const RUN_TIMEOUT_MS = 120_000;
const CAPACITY_MBIT_PER_S = 10;
const FLOWS = [0, 1];

const base = baseUrl();
const browser = await launch();
const { page, complaints } = await openPage(browser);
page.setDefaultTimeout(RUN_TIMEOUT_MS);

const answers = new Map();
page.on('response', rememberRun);

try {
  await step('the first page runs the comparison by itself', openFirstPage);
  await step('its sentence says what all seeds say', compareSeeds);
  await step('a moved control runs again', moveControl);
  const { ids, seed } = await step('Open starts the drawn seed under both algorithms', openDrawn);
  await step('both runs end and their curves are drawn', () => seeCurves(ids));
  await step('the sentence says what the result says', () => compareSentences(ids, seed));
  await step('a drag zooms all panes, 0 shows the whole run', zoomAndReset);
  await step('f freezes the cursor', freeze);
  await step('a reload shows the same curves', () => reloadKeeps(ids));
  await step('both runs are listed as mine', () => seeList(ids));
  await step('a bad scenario is refused by field and line', refuseBadScenario);
  await step('the console stayed clean', () => assert.deepEqual(complaints, []));
} catch (error) {
  console.error(error);
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = 1;
} finally {
  await browser.close();
}

async function openFirstPage() {
  const response = await page.goto(base);
  const policy = response.headers()['content-security-policy'] ?? '';
  assert.match(policy, /script-src 'self'/);
  assert.match(policy, /style-src 'self';/);
  assert.doesNotMatch(policy, /unsafe/);
  await page.getByRole('heading', { level: 1, name: 'Elephant and mouse' }).waitFor();
}

/** Every run that the page was told of, in its last state. */
async function rememberRun(response) {
  const { pathname } = new URL(response.url());
  if (!/^\/api\/runs(\/[0-9a-f-]{36})?$/.test(pathname) || !response.ok()) return;
  const run = await response.json().catch(() => null);
  if (run?.status === 'done') answers.set(run.id, run);
}

async function compareSeeds() {
  await page.waitForFunction(hasDrawnCurve);
  await page.getByText(`mean and 95% interval of ${SEED_COUNT}`, { exact: true }).waitFor();
  const said = await page.locator('p', { hasText: /^With \S+, the / }).innerText();
  const titles = [
    ['bbr2', 'BBRv2'],
    ['fairtt', 'FaiRTT'],
  ];
  for (const [name, title] of titles) {
    // The page may have read an answer before this test.
    await until(() => runsOfEverySeed(name).length === SEED_COUNT, `all seeds of ${title}`);
    const runs = runsOfEverySeed(name);
    const logs = runs.map(({ result }) => Math.log(result.summary.throughput_ratio));
    const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
    const times = mean >= 2 ? mean.toFixed(1) : mean.toFixed(2);
    // With BBRv2, the elephant at 35 ms gets 1.41 times what … With FaiRTT, 1.18 times.
    assert.match(
      said,
      new RegExp(`With ${title},( the elephant[^.]*gets)? (only )?${times} times`),
    );
  }
}

/** One run for each seed under an algorithm. */
function runsOfEverySeed(name) {
  const bySeed = new Map();
  for (const run of answers.values()) {
    if (run.scenario.flows[0].algorithm.name === name) bySeed.set(run.seed, run);
  }
  return [...bySeed.values()];
}

/** Runs in the page. */
function hasDrawnCurve() {
  const paths = [...document.querySelectorAll('.js-plotly-plot .scatterlayer path.js-line')];
  return paths.some((path) => (path.getAttribute('d') ?? '').length > 50);
}

async function moveControl() {
  await page.getByRole('slider', { name: 'Random loss' }).press('Home');
  await page.getByText(/^Buffer 10 BDP, random loss 0%/).waitFor();
  await page.locator('p', { hasText: /^With \S+, the / }).waitFor();
  await page.waitForFunction(hasDrawnCurve);
  // The address holds what was set.
  assert.equal(new URL(page.url()).searchParams.get('loss'), '0');
  await page.goto(base);
}

async function openDrawn() {
  const text = page.getByText(/^seed \d+, nearest to the medians$/).first();
  const seed = Number(/\d+/.exec(await text.innerText())[0]);
  await page.getByRole('button', { name: 'Open in the workbench' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]+\?with=/);
  const { pathname, searchParams } = new URL(page.url());
  return { ids: [pathname.split('/').at(-1), searchParams.get('with')], seed };
}

async function seeCurves(ids) {
  await page.getByText('FaiRTT: done').waitFor();
  await page.getByText('BBRv2: done').waitFor();
  await waitForEnd(120);
  const curves = await drawnCurves(page);
  for (const id of ids) {
    for (const flow of FLOWS) checkThroughput(curves[`${id}:${flow}:throughput_bps`]);
    assert.ok(curves[`${id}:queue`].y.length > 0, 'the queue has a curve');
  }
  // Two flows of two runs in three panes, and two queues.
  await until(async () => (await countDrawnLines(page)) >= 14, 'every curve is drawn');
}

/** Until the curves of all runs reach the end: the last refetch may come after the last event. */
async function waitForEnd(endSeconds) {
  await page.waitForFunction((end) => {
    const plots = [...document.querySelectorAll('.js-plotly-plot')];
    const rates = plots
      .flatMap((plot) => plot.data ?? [])
      .filter(({ name }) => name.endsWith(':throughput_bps'));
    return rates.length === 4 && rates.every(({ x }) => Math.abs(x.at(-1) - end) < 0.5);
  }, endSeconds);
}

function checkThroughput(curve) {
  const values = curve.y.filter((value) => value !== null);
  assert.ok(values.length > 100, 'a curve has points');
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  assert.ok(mean > 0.2 && mean < CAPACITY_MBIT_PER_S, `a flow gets ${mean} Mbit/s`);
  assert.ok(Math.max(...values) <= CAPACITY_MBIT_PER_S * 1.1, 'no flow gets more than the link');
}

async function compareSentences(ids, seed) {
  const rail = page.getByRole('complementary', { name: 'Meaning' });
  for (const id of ids) {
    const run = await (await page.request.get(`${base}/api/runs/${id}`)).json();
    const ratio = run.result.summary.throughput_ratio;
    const shown = Math.abs(ratio) >= 2 ? ratio.toFixed(1) : ratio.toFixed(2);
    await rail.getByText(`${shown} times`).first().waitFor();
    assert.equal(run.seed, seed);
  }
}

async function zoomAndReset() {
  const box = await page.locator('.js-plotly-plot .nsewdrag').first().boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.25, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 8 });
  await page.mouse.up();
  await page.waitForURL(/from=29|from=3[01]/);
  await page.waitForFunction(() => {
    const [plot] = document.querySelectorAll('.js-plotly-plot');
    return plot.data.every(({ x }) => x.length === 0 || (x[0] > 25 && x.at(-1) < 65));
  });
  await page.keyboard.press('0');
  await waitForEnd(120);
}

async function freeze() {
  const box = await page.locator('.js-plotly-plot .nsewdrag').first().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press('f');
  await page.getByText('■ frozen').waitFor();
  await page.keyboard.press('f');
  await page.getByText('■ frozen').waitFor({ state: 'detached' });
}

async function reloadKeeps(ids) {
  const before = await drawnCurves(page);
  await page.reload();
  await waitForEnd(120);
  const after = await drawnCurves(page);
  for (const id of ids) {
    for (const flow of FLOWS) {
      const name = `${id}:${flow}:throughput_bps`;
      assert.deepEqual(after[name], before[name], 'a reload changes no value');
    }
  }
}

async function seeList(ids) {
  await page.getByRole('link', { name: 'My work' }).click();
  // The page before has links to the same runs.
  await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
  for (const id of ids) await page.locator(`main a[href^="/runs/${id}"]`).first().waitFor();
  // What the first page runs by itself is nobody's and not listed.
  const listed = await page
    .locator('main a[href^="/runs/"]')
    .evaluateAll((links) => links.map((link) => new URL(link.href).pathname));
  assert.equal(new Set(listed).size, ids.length);
}

async function refuseBadScenario() {
  await page.goto(`${base}/build?preset=elephant-and-mouse&variant=0`);
  await page.getByText('JSON', { exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Scenario as JSON' });
  const scenario = JSON.parse(await text.inputValue());
  scenario.flows[1].rtt_s = 0.015;
  // The refusal is an answer of 422, which the browser reports: nothing else may be.
  const heard = complaints.length;
  await text.fill(JSON.stringify(scenario, null, 2));
  await page.getByText('flows.1.rtt_s', { exact: true }).waitFor();
  assert.ok(await page.getByRole('button', { name: /^Run/ }).isDisabled());
  const others = complaints.splice(heard).filter((complaint) => !/422/.test(complaint));
  assert.deepEqual(others, []);
}

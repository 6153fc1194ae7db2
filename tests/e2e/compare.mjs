// Comparisons as a person makes them: chosen runs over seeds, a difference, two links pasted (one
// of them a scenario that nobody has run), the cells of an experiment by its rail, and what is said
// of links that lead nowhere.
//
//   node tests/e2e/compare.mjs --base-url http://127.0.0.1:8000      exit status 0 or 1
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { deflateRawSync } from 'node:zlib';

import {
  baseUrl,
  countDrawnLines,
  drawnCurves,
  launch,
  openPage,
  step,
  until,
} from './browser.mjs';
import { getJson, giveOwner, makeOwner, runToEnd, twoFlows } from './lab.mjs';

const TIMEOUT_MS = 120_000;
const SEEDS = 5;
const pictures = process.env.LAB_PICTURES;

const base = baseUrl();
const browser = await launch();
const owner = makeOwner();

try {
  const { page, complaints } = await openPage(browser);
  await giveOwner(page.context(), owner);
  page.setDefaultTimeout(TIMEOUT_MS);
  const runs = await step('two runs are done', makeRuns);
  await step('chosen in My work they are compared', () => chooseRuns(page, runs));
  await step('over five seeds there are intervals, paired', () => overSeeds(page));
  await step('the table says what the interface of the lab says', () => checkNumbers(page, runs));
  await step('the difference is drawn from the baseline at zero', () => drawDifference(page));
  await step('a clean browser sees the same behind a link', () => shareAll(page));
  await step('a link that leads nowhere says which and why', () => pasteNothing(page));
  await step('two links are compared', () => pasteTwo(page, runs));
  await step('a scenario without a result is compared by its settings', () => pasteScenario(page));
  await step('cells of an experiment are put aside and compared', () => compareCells(page));
  // The link that leads nowhere is asked for, too.
  const expected = /^(404|console error: Failed to load)/;
  assert.deepEqual(complaints.filter((each) => !expected.test(each)), []);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser.close();
}

async function makeRuns() {
  const wanted = ['bbr2', 'fairtt'].map((name) => runToEnd(base, owner, twoFlows(name, 5)));
  return Promise.all(wanted);
}

async function chooseRuns(page, runs) {
  await page.goto(`${base}/runs`);
  const boxes = page.getByRole('checkbox', { name: /Elephant and mouse/ });
  await boxes.nth(1).check();
  await boxes.nth(0).check();
  await page.getByRole('link', { name: 'Over seeds, with intervals' }).click();
  await page.waitForURL(/\/compare\?of=/);
  await page.getByRole('heading', { name: 'Settings that differ' }).waitFor();
  await page.getByText('One seed has no interval').waitFor();
  const of = new URL(page.url()).searchParams.get('of').split('.').sort();
  assert.deepEqual(of, runs.map(({ id }) => id).sort());
}

async function overSeeds(page) {
  await page.getByLabel('Over seeds').selectOption(String(SEEDS));
  await page.getByText(`Paired seed by seed, ${SEEDS} pairs`).waitFor();
  await until(async () => (await countDrawnLines(page)) >= 8, 'curves of both');
  await picture(page, 'compare');
}

async function checkNumbers(page, runs) {
  const seeded = await Promise.all(
    runs.flatMap(({ scenario }) =>
      [1, 2, 3, 4, 5].map((seed) => runToEnd(base, owner, scenario, seed)),
    ),
  );
  const jain = seeded.slice(0, SEEDS).map(({ result }) => result.summary.jain_index);
  const mean = jain.reduce((sum, value) => sum + value, 0) / SEEDS;
  const row = page.getByRole('row', { name: /^Jain's index/ });
  const cells = await row.getByRole('cell').allInnerTexts();
  assert.ok(
    cells.some((cell) => cell.startsWith(mean.toFixed(2))),
    `${mean} in ${cells}`,
  );
}

async function drawDifference(page) {
  await page.getByLabel('Difference from the baseline').check();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.js-plotly-plot')].some((plot) =>
      plot.data?.some(({ name }) => name === 'baseline:throughput'),
    ),
  );
  const curves = await drawnCurves(page);
  assert.deepEqual(curves['baseline:throughput'].y, [0, 0]);
  await picture(page, 'compare-difference');
}

async function shareAll(page) {
  const curves = await valuesOf(page);
  const numbers = await metricsOf(page);
  await page.getByRole('button', { name: /^Share/ }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByRole('textbox', { name: 'Permanent link' }).inputValue();
  const guest = await openPage(browser);
  await guest.page.goto(link);
  await guest.page.getByText(`Paired seed by seed, ${SEEDS} pairs`).waitFor();
  await guest.page.waitForFunction(() => document.querySelectorAll('path.js-line').length > 4);
  await until(async () => (await metricsOf(guest.page)) === numbers, 'the same numbers');
  const isSame = async () => isDeepStrictEqual(await valuesOf(guest.page), curves);
  await until(isSame, 'the same curves');
  await picture(guest.page, 'compare-shared');
  assert.deepEqual(guest.complaints, []);
}

async function valuesOf(page) {
  const curves = Object.values(await drawnCurves(page));
  return curves.map(({ y }) => JSON.stringify(y)).sort();
}

function metricsOf(page) {
  return page.getByRole('table').last().innerText();
}

async function pasteNothing(page) {
  await page.goto(`${base}/compare`);
  await page.getByLabel('Link 1').fill(`${base}/s/${'x'.repeat(22)}`);
  await page.getByLabel('Link 2').fill('https://elsewhere.example/runs/1');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText('Link 1 can not be compared. It shows nothing').waitFor();
  await page.getByText('elsewhere.example, another lab').waitFor();
  await picture(page, 'compare-links');
}

async function pasteTwo(page, [baseline, other]) {
  const { token } = await share(baseline.id);
  await page.getByLabel('Link 1').fill(`${base}/s/${token}`);
  await page.getByLabel('Link 2').fill(`${base}/runs/${other.id}?from=1&to=2`);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'Metrics' }).waitFor();
  assert.ok(!page.url().includes(token), 'the token is not in the address');
}

async function share(id) {
  const response = await fetch(`${base}/api/shares`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lab-owner': owner },
    body: JSON.stringify({ run_ids: [id] }),
  });
  assert.equal(response.status, 201);
  return response.json();
}

async function pasteScenario(page) {
  const text = JSON.stringify(twoFlows('cubic', 5));
  const packed = deflateRawSync(Buffer.from(text)).toString('base64url');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Link 1').fill(`https://elsewhere.example/build#lab1=${packed}`);
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByText('Only the settings can be compared so far').waitFor();
  await page.getByRole('button', { name: 'Run and compare' }).click();
  await page.getByRole('columnheader', { name: /CUBIC/ }).first().waitFor();
}

async function compareCells(page) {
  const paper = await getJson(base, '/papers/fairtt');
  const [, id] = /"experiment_id":"([0-9a-f-]{36})"/.exec(JSON.stringify(paper)) ?? [];
  const experiment = id ?? (await makeExperiment());
  await page.goto(`${base}/experiments/${experiment}`);
  await page.getByRole('button', { name: /Add (both )?to a comparison/ }).click();
  const open = page.getByRole('link', { name: /^Compare \d/ });
  if (!(await open.isVisible())) {
    await page.goto(`${base}/experiments/${experiment}?cell=1`);
    await page.getByRole('button', { name: /Add (both )?to a comparison/ }).click();
  }
  await open.click();
  await page.getByText(/^Paired seed by seed/).waitFor();
  // A cell is named by what lasts, not by its place.
  assert.match(decodeURIComponent(page.url()), /:[0-9a-f]{12}/);
  await page.waitForFunction(() => document.querySelectorAll('path.js-line').length > 4);
  await picture(page, 'compare-cells');
}

async function makeExperiment() {
  const response = await fetch(`${base}/api/experiments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lab-owner': owner },
    body: JSON.stringify({
      experiment: {
        name: 'Who wins?',
        base: twoFlows('bbr2', 3),
        axes: [
          {
            label: 'Algorithm',
            role: 'arm',
            moves: [
              {
                path: 'flows.*.algorithm',
                values: { kind: 'list', values: [{ name: 'bbr2' }, { name: 'fairtt' }] },
              },
            ],
          },
        ],
        replications: { count: 3, first_seed: 1 },
      },
    }),
  });
  const { id } = await response.json();
  for (;;) {
    const { progress } = await getJson(base, `/experiments/${id}`);
    if (progress.done_count === progress.unit_count) return id;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** With LAB_PICTURES a folder: what it looks like. */
async function picture(page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

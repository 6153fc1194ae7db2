// Comparisons as a person makes them: chosen runs over seeds, a difference, two links pasted (one
// of them a scenario that was never run), the cells of an experiment by its rail, and what is said
// of links that lead nowhere.
import { deflateRawSync } from 'node:zlib';

import { drawnCurves } from './support/browser.mjs';
import { bothToEnd, experimentToEnd, getJson, runToEnd, twoFlows } from './support/lab.mjs';
import { expect, expectDrawnLines, picture, test } from './support/test.mjs';

const SEEDS = 5;
const WHOLE = { fullPage: true };

test('runs and links are compared with intervals', async ({
  mine: page,
  base,
  owner,
  complaints,
  open,
}) => {
  const step = test.step;
  const runs = await step('two runs are done', () => bothToEnd(base, owner, ['bbr2', 'fairtt'], 5));
  await step('chosen in My work they are compared', () => chooseRuns(page, base, runs));
  await step('over five seeds there are intervals, paired', () => overSeeds(page));
  await step('the table says what the interface of the lab says', () =>
    checkNumbers(page, base, owner, runs),
  );
  await step('the difference is drawn from the baseline at zero', () => drawDifference(page));
  await step('a clean browser sees the same behind a link', () => shareAll(page, open));
  await step('a link that leads nowhere says which and why', () => pasteNothing(page, base));
  await step('two links are compared', () => pasteTwo(page, base, owner, runs));
  await step('a scenario without a result is compared by its settings', () => pasteScenario(page));
  // The link that leads nowhere is asked for, too.
  const expected = /^(404|console error: Failed to load)/;
  expect(complaints.filter((each) => !expected.test(each))).toEqual([]);
});

test(
  'cells of an experiment are put aside and compared',
  { tag: '@full' },
  async ({ mine, base, owner, complaints }) => {
    await compareCells(mine, base, owner);
    expect(complaints).toEqual([]);
  },
);

async function chooseRuns(page, base, runs) {
  await page.goto(`${base}/runs`);
  const boxes = page.getByRole('checkbox', { name: /Elephant and mouse/ });
  await boxes.nth(1).check();
  await boxes.nth(0).check();
  await page.getByRole('link', { name: 'Over seeds, with intervals' }).click();
  await page.waitForURL(/\/compare\?of=/);
  await expect(page.getByRole('heading', { name: 'Settings that differ' })).toBeVisible();
  await expect(page.getByText('One seed has no interval')).toBeVisible();
  const of = new URL(page.url()).searchParams.get('of').split('.').sort();
  expect(of).toEqual(runs.map(({ id }) => id).sort());
}

async function overSeeds(page) {
  await page.getByLabel('Over seeds').selectOption(String(SEEDS));
  await expect(page.getByText(`Paired by seed, ${SEEDS} pairs`)).toBeVisible();
  // Curves of both.
  await expectDrawnLines(page, 8);
  await picture(page, 'compare', WHOLE);
}

async function checkNumbers(page, base, owner, runs) {
  const seeded = await Promise.all(
    runs.flatMap(({ scenario }) =>
      [1, 2, 3, 4, 5].map((seed) => runToEnd(base, owner, scenario, seed)),
    ),
  );
  const jain = seeded.slice(0, SEEDS).map(({ result }) => result.summary.jain_index);
  const mean = jain.reduce((sum, value) => sum + value, 0) / SEEDS;
  const row = page.getByRole('row', { name: /^Jain's index/ });
  const shown = row.getByRole('cell').filter({ hasText: new RegExp(`^${mean.toFixed(2)}`) });
  await expect(shown.first()).toBeVisible();
}

async function drawDifference(page) {
  await page.getByLabel('Difference from the baseline').check();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.js-plotly-plot')].some((plot) =>
      plot.data?.some(({ name }) => name === 'baseline:throughput'),
    ),
  );
  const curves = await drawnCurves(page);
  expect(curves['baseline:throughput'].y).toEqual([0, 0]);
  await picture(page, 'compare-difference', WHOLE);
}

async function shareAll(page, open) {
  const curves = await valuesOf(page);
  const numbers = await metricsOf(page).innerText();
  await page.getByRole('button', { name: /^Share/ }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByRole('textbox', { name: 'Permanent link' }).inputValue();
  const guest = await open();
  await guest.page.goto(link);
  await expect(guest.page.getByText(`Paired by seed, ${SEEDS} pairs`)).toBeVisible();
  await expect.poll(() => metricsOf(guest.page).innerText()).toBe(numbers);
  // Curves are drawn as their seeds arrive.
  await expect.poll(() => valuesOf(guest.page)).toEqual(curves);
  await expectDrawnLines(guest.page, 5);
  await picture(guest.page, 'compare-shared', WHOLE);
  expect(guest.complaints).toEqual([]);
}

async function valuesOf(page) {
  const curves = Object.values(await drawnCurves(page));
  return curves.map(({ y }) => JSON.stringify(y)).sort();
}

function metricsOf(page) {
  return page.getByRole('table').last();
}

async function pasteNothing(page, base) {
  await page.goto(`${base}/compare`);
  await page.getByLabel('Link 1').fill(`${base}/s/${'x'.repeat(22)}`);
  await page.getByLabel('Link 2').fill('https://elsewhere.example/runs/1');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Link 1 cannot be compared. It shows nothing')).toBeVisible();
  await expect(page.getByText('elsewhere.example, another lab')).toBeVisible();
  await picture(page, 'compare-links', WHOLE);
}

async function pasteTwo(page, base, owner, [baseline, other]) {
  const { token } = await share(base, owner, baseline.id);
  await page.getByLabel('Link 1').fill(`${base}/s/${token}`);
  await page.getByLabel('Link 2').fill(`${base}/runs/${other.id}?from=1&to=2`);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'Metrics' })).toBeVisible();
  expect(page.url(), 'the token is not in the address').not.toContain(token);
}

async function share(base, owner, id) {
  const response = await fetch(`${base}/api/shares`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lab-owner': owner },
    body: JSON.stringify({ run_ids: [id] }),
  });
  expect(response.status).toBe(201);
  return response.json();
}

async function pasteScenario(page) {
  const text = JSON.stringify(twoFlows('cubic', 5));
  const packed = deflateRawSync(Buffer.from(text)).toString('base64url');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Link 1').fill(`https://elsewhere.example/build#lab1=${packed}`);
  await page.getByRole('button', { name: 'Add it' }).click();
  await expect(page.getByText('Only the settings can be compared so far')).toBeVisible();
  await page.getByRole('button', { name: 'Run and compare' }).click();
  await expect(page.getByRole('columnheader', { name: /CUBIC/ }).first()).toBeVisible();
}

async function compareCells(page, base, owner) {
  const paper = await getJson(base, '/papers/fairtt');
  const [, shipped] = /"experiment_id":"([0-9a-f-]{36})"/.exec(JSON.stringify(paper)) ?? [];
  const id = shipped ?? (await experimentToEnd(base, owner, definition())).id;
  const add = page.getByRole('button', { name: /Add (both )?to a comparison/ });
  await page.goto(`${base}/experiments/${id}`);
  await add.click();
  // It says then that they are there, and leads on once there are two.
  await expect(add).toBeHidden();
  const open = page.getByRole('link', { name: /^Compare \d/ });
  if (!(await open.isVisible())) {
    await page.goto(`${base}/experiments/${id}?cell=1`);
    await add.click();
  }
  await open.click();
  await expect(page.getByText(/^Paired by seed/)).toBeVisible();
  // A cell is named by what lasts, not by its place.
  expect(decodeURIComponent(page.url())).toMatch(/:[0-9a-f]{12}/);
  await expectDrawnLines(page, 5);
  await picture(page, 'compare-cells', WHOLE);
}

function definition() {
  const values = { kind: 'list', values: [{ name: 'bbr2' }, { name: 'fairtt' }] };
  return {
    name: 'Who wins?',
    base: twoFlows('bbr2', 3),
    axes: [{ label: 'Algorithm', role: 'arm', moves: [{ path: 'flows.*.algorithm', values }] }],
    replications: { count: 3, first_seed: 1 },
  };
}

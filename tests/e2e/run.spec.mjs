// One path through the whole lab: open the page, see the elephant and the mouse under both
// algorithms over all seeds, open one seed of both, see its curves come out of PostgreSQL, reload,
// and find the same curves again.
import { drawnCurves } from './support/browser.mjs';
import { getJson } from './support/lab.mjs';
import { expect, expectDrawnLines, test } from './support/test.mjs';

const SEED_COUNT = 20;
const CAPACITY_MBIT_PER_S = 10;
const END_S = 120;
const FLOWS = [0, 1];

test('runs of both algorithms are seen, and found again after a reload', async ({
  page,
  base,
  complaints,
}) => {
  const step = test.step;
  await step('the first page has its comparison', () => openFirstPage(page, base));
  await step('it says and draws what there is', () => seeSentence(page));
  const ids = await step('Open starts the drawn seed under both algorithms', () => openDrawn(page));
  await step('both runs end and their curves are drawn', () => seeCurves(page, ids));
  await step('the sentence says what the result says', () => compareSentences(page, base, ids));
  await step('a drag zooms all panes, 0 shows the whole run', () => zoomAndReset(page));
  await step('f freezes the cursor', () => freeze(page));
  await step('a reload shows the same curves', () => reloadKeeps(page, ids));
  await step('both runs are listed as mine', () => seeList(page, ids));
  await step('a bad scenario is refused by field and line', () =>
    refuseBadScenario(page, base, complaints),
  );
  expect(complaints, 'the console stayed clean').toEqual([]);
});

// Forty runs of two minutes: too many for every time.
test(
  'the first page says what all of its seeds say, and computes a moved control',
  { tag: '@full' },
  async ({ page, base, complaints }) => {
    const step = test.step;
    await openFirstPage(page, base);
    await step('its sentence says what all shipped seeds say', async () => {
      const [leading] = await getJson(base, '/opening');
      await compareSeeds(page, leading.together);
    });
    await step('a moved control is computed, and said when it is known', () =>
      moveControl(page, base),
    );
    expect(complaints, 'the console stayed clean').toEqual([]);
  },
);

async function openFirstPage(page, base) {
  const response = await page.goto(base);
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self'/);
  expect(policy).toMatch(/style-src 'self';/);
  // WebAssembly may be compiled; neither inline scripts nor evaluated text may run.
  expect(policy).not.toMatch(/'unsafe/);
  const heading = page.getByRole('heading', { level: 1, name: 'Elephant and mouse' });
  await expect(heading).toBeVisible();
}

async function compareSeeds(page, { seeds, arms }) {
  expect(seeds).toHaveLength(SEED_COUNT);
  await expectDrawnLines(page, 4);
  const summed = page.getByText(`mean and 95% interval of ${SEED_COUNT}`, { exact: true });
  await expect(summed).toBeVisible();
  const said = page.locator('p', { hasText: /^With \S+, the / });
  for (const [index, title] of ['BBRv2', 'FaiRTT'].entries()) {
    const logs = arms[index].results.map((result) => Math.log(result.throughput_ratio));
    const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
    const times = mean >= 2 ? mean.toFixed(1) : mean.toFixed(2);
    // With BBRv2, the elephant at 35 ms gets 4.0 times as much as … With FaiRTT, 1.43 times.
    await expect(said).toHaveText(
      new RegExp(`With ${title},( the elephant[^.]*gets)? (only )?${times} times`),
    );
  }
}

async function moveControl(page, base) {
  const asked = page.waitForRequest(`${base}/api/seeds`);
  await page.getByRole('slider', { name: 'Elephant RTT' }).press('ArrowRight');
  const question = (await asked).postDataJSON();
  const summed = page.getByText(`mean and 95% interval of ${SEED_COUNT}`, { exact: true });
  await expect(page.getByText('Previous setting:')).toBeHidden();
  await expect(summed).toBeVisible();
  // The address holds what was set.
  await expect(page).toHaveURL((url) => url.searchParams.get('rtt') === '36');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(question);
  const answer = await fetch(`${base}/api/seeds`, { method: 'POST', headers, body });
  await compareSeeds(page, await answer.json());
}

async function seeSentence(page) {
  await expect(page.locator('p', { hasText: /^With \S+, the / })).toBeVisible();
  await expectDrawnLines(page, 1);
}

/** Gives the ids of both runs. */
async function openDrawn(page) {
  await page.getByRole('button', { name: 'Open in the workbench' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]+\?with=/);
  const { pathname, searchParams } = new URL(page.url());
  return [pathname.split('/').at(-1), searchParams.get('with')];
}

async function seeCurves(page, ids) {
  await expect(page.getByText('2 runs: done')).toBeVisible();
  await waitForEnd(page);
  const curves = await drawnCurves(page);
  for (const id of ids) {
    for (const flow of FLOWS) checkThroughput(curves[`${id}:${flow}:throughput_bps`]);
    expect(curves[`${id}:queue`].y.length, 'the queue has a curve').toBeGreaterThan(0);
  }
  // Two flows of two runs in three panes, and two queues.
  await expectDrawnLines(page, 14);
}

/** Until the curves of all runs reach the end: the last refetch may come after the last event. */
async function waitForEnd(page) {
  await page.waitForFunction((end) => {
    const plots = [...document.querySelectorAll('.js-plotly-plot')];
    const rates = plots
      .flatMap((plot) => plot.data ?? [])
      .filter(({ name }) => name.endsWith(':throughput_bps'));
    return rates.length === 4 && rates.every(({ x }) => Math.abs(x.at(-1) - end) < 0.5);
  }, END_S);
}

function checkThroughput(curve) {
  const values = curve.y.filter((value) => value !== null);
  expect(values.length, 'a curve has points').toBeGreaterThan(100);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean).toBeGreaterThan(0.2);
  expect(mean).toBeLessThan(CAPACITY_MBIT_PER_S);
  // No flow gets more than the link.
  expect(Math.max(...values)).toBeLessThanOrEqual(CAPACITY_MBIT_PER_S * 1.1);
}

async function compareSentences(page, base, ids) {
  const seeds = new Set();
  const rail = page.getByRole('complementary', { name: 'Meaning' });
  for (const id of ids) {
    const run = await getJson(base, `/runs/${id}`);
    const ratio = run.result.summary.throughput_ratio;
    const shown = Math.abs(ratio) >= 2 ? ratio.toFixed(1) : ratio.toFixed(2);
    await expect(rail.getByText(`${shown} times`).first()).toBeVisible();
    seeds.add(run.seed);
  }
  expect(seeds.size, 'both have one seed').toBe(1);
}

async function zoomAndReset(page) {
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
  await waitForEnd(page);
}

async function freeze(page) {
  const box = await page.locator('.js-plotly-plot .nsewdrag').first().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press('f');
  await expect(page.getByText('■ frozen')).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByText('■ frozen')).toBeHidden();
}

async function reloadKeeps(page, ids) {
  const before = await drawnCurves(page);
  await page.reload();
  await waitForEnd(page);
  const after = await drawnCurves(page);
  for (const id of ids) {
    for (const flow of FLOWS) {
      const name = `${id}:${flow}:throughput_bps`;
      expect(after[name], 'a reload changes no value').toEqual(before[name]);
    }
  }
}

async function seeList(page, ids) {
  await page.getByRole('link', { name: 'My work' }).click();
  // The page before has links to the same runs.
  await expect(page.getByRole('heading', { level: 1, name: 'My work' })).toBeVisible();
  for (const id of ids) {
    await expect(page.locator(`main a[href^="/runs/${id}"]`).first()).toBeVisible();
  }
  // Runs of the first page itself have no owner and are not listed.
  const listed = await page
    .locator('main a[href^="/runs/"]')
    .evaluateAll((links) => links.map((link) => new URL(link.href).pathname));
  expect(new Set(listed).size).toBe(ids.length);
}

async function refuseBadScenario(page, base, complaints) {
  await page.goto(`${base}/build?preset=elephant-and-mouse&variant=0`);
  await page.getByText('JSON', { exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Scenario as JSON' });
  const scenario = JSON.parse(await text.inputValue());
  scenario.flows[1].rtt_s = 0.015;
  // The refusal is an answer of 422, which the browser reports: nothing else may be.
  const heard = complaints.length;
  await text.fill(JSON.stringify(scenario, null, 2));
  await expect(page.getByText('flows.1.rtt_s', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Run/ })).toBeDisabled();
  const others = complaints.splice(heard).filter((complaint) => !/422/.test(complaint));
  expect(others).toEqual([]);
}

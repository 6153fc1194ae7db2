// The whole workbench without one event of a mouse: build a scenario, run it, freeze a time, put a
// second run beside it, load the page again and find the same view.
import { drawnCurves } from './support/browser.mjs';
import { countMouseEvents, mouseEvents, press, tabTo } from './support/keys.mjs';
import { getJson } from './support/lab.mjs';
import { expect, test } from './support/test.mjs';

const DURATION_S = 20;
const ELEPHANT_RTT_MS = 60;
const BUFFER_BDP = 4;

test('the workbench is used without a mouse', async ({ page, base, complaints }) => {
  const step = test.step;
  await countMouseEvents(page);
  await step('the builder is reached with Tab and Enter', () => reachBuilder(page, base));
  await step('n adds flows, and their algorithm is chosen', () => addFlow(page));
  await step('an RTT moves with the keys of its slider', () => slideRtt(page));
  await step('numbers are typed in place', () => typeNumbers(page));
  const first = await step('Ctrl+Enter runs what was built', () => runBuilt(page, base));
  await step('the plot is one tab stop; arrows move in it and f freezes', () => freezeTime(page));
  await step('+ zooms in around the time and 0 shows the whole run', () => zoomInAndOut(page));
  const second = await step('a fork with another algorithm lands beside it', () =>
    forkRun(page, base, first),
  );
  await step('both runs are drawn on one axis', () => seeBoth(page, [second, first]));
  await step('a reload shows the same view', () => reloadKeeps(page, [second, first]));
  expect(await mouseEvents(page), 'no mouse was used').toBe(0);
  expect(complaints, 'the console stayed clean').toEqual([]);
});

async function isReady(page) {
  await expect(page.getByText(/^Ready, /)).toBeVisible();
}

async function reachBuilder(page, base) {
  await page.goto(base);
  await tabTo(page, page.getByRole('link', { name: 'Build', exact: true }));
  await press(page, 'Enter');
  await page.waitForURL(/\/build/);
  await isReady(page);
  await expect(page.locator('#page')).toBeFocused();
}

async function addFlow(page) {
  const lists = page.getByRole('combobox', { name: /^Algorithm of / });
  await expect(lists).toHaveCount(2);
  await press(page, 'n');
  const algorithm = lists.nth(2);
  await tabTo(page, algorithm);
  // A closed list takes the first letter of the wanted option. Further ones count only within a
  // second, which a busy machine may take to draw what the first has changed.
  await page.keyboard.type('N');
  await expect(algorithm).toHaveValue('newreno');
}

async function slideRtt(page) {
  const slider = page.getByRole('slider', { name: /RTT.* of / }).last();
  await tabTo(page, slider);
  const typed = page.getByRole('textbox', { name: /RTT.* of / }).last();
  const value = async () => Number(await typed.inputValue());
  const before = await value();
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
  const after = await value();
  expect(after, 'three steps up lead on').toBeGreaterThan(before);
  await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'PageUp');
  expect(await value(), 'Page Up goes further than three steps').toBeGreaterThan(after);
}

async function typeNumbers(page) {
  // Tab selects what a field holds, so typing replaces it.
  const rtt = page.getByRole('textbox', { name: /RTT.* of elephant/ });
  await type(page, rtt, ELEPHANT_RTT_MS, 'Shift+Tab');
  const buffer = page.getByRole('textbox', { name: 'Buffer', exact: true });
  await type(page, buffer, BUFFER_BDP, 'Shift+Tab');
  await type(page, page.getByRole('textbox', { name: 'Duration', exact: true }), DURATION_S);
  await isReady(page);
}

async function type(page, locator, value, key) {
  await tabTo(page, locator, key);
  await page.keyboard.type(String(value));
  await expect(locator).toHaveValue(String(value));
}

async function runBuilt(page, base) {
  await press(page, 'Control+Enter');
  const run = await arrive(page, base);
  const { scenario } = run;
  expect(scenario.duration_s).toBe(DURATION_S);
  expect(scenario.bottleneck.buffer.amount).toBe(BUFFER_BDP);
  expect(scenario.flows.length).toBe(3);
  expect(scenario.flows[0].rtt_s).toBe(ELEPHANT_RTT_MS / 1e3);
  expect(scenario.flows[2].algorithm.name).toBe('newreno');
  await seeBoth(page, [run]);
  return run;
}

/** The run whose page is open, when it is done. */
async function arrive(page, base) {
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  const id = /\/runs\/([0-9a-f-]{36})/.exec(page.url())[1];
  const status = async () => (await getJson(base, `/runs/${id}`)).status;
  await expect.poll(status).not.toMatch(/queued|running/);
  const run = await getJson(base, `/runs/${id}`);
  expect(run.status).toBe('done');
  return run;
}

async function freezeTime(page) {
  await tabTo(page, page.getByRole('application').first());
  await press(page, 'Home', ...Array(10).fill('PageDown'), 'ArrowRight', 'f');
  await expect(page.getByText(/frozen/).first()).toBeVisible();
  // Home is the start; ten times ten samples and one more, of 0.1 s each.
  await expect(page.getByText(/State at 10\.1/)).toBeVisible();
}

async function zoomInAndOut(page) {
  await press(page, '+');
  await page.waitForURL(/[?&]from=4\.\d+&to=16\.\d+/);
  await press(page, '0');
  await page.waitForURL((url) => !url.searchParams.has('from'));
}

async function forkRun(page, base, first) {
  await press(page, 'e');
  await page.waitForURL(/\/build\?run=/);
  await isReady(page);
  const algorithm = page.getByRole('combobox', { name: /^Algorithm of elephant/ });
  await tabTo(page, algorithm);
  await page.keyboard.type('F');
  await expect(algorithm).toHaveValue('fairtt');
  await isReady(page);
  await press(page, 'Control+Enter');
  await page.waitForURL((url) => /^\/runs\//.test(url.pathname));
  const second = await arrive(page, base);
  expect(new URL(page.url()).searchParams.get('with')).toBe(first.id);
  const [elephant, ...others] = second.scenario.flows;
  expect(elephant.algorithm.name).toBe('fairtt');
  expect(others).toEqual(first.scenario.flows.slice(1));
  expect(second.seed).toBe(first.seed);
  return second;
}

/** Every flow of every run has a curve that reaches the end. */
async function seeBoth(page, runs) {
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

async function reloadKeeps(page, runs) {
  const table = page.getByRole('table', { name: /Throughput/ }).first();
  await press(page, 't');
  await expect(table).toBeVisible();
  await tabTo(page, page.getByRole('application').first());
  await press(page, 'Home', ...Array(5).fill('PageDown'), 'f');
  await expect(page.getByText(/State at 5\.0/)).toBeVisible();
  await page.waitForURL(/[?&]at=5(&|$)/);
  const before = { url: page.url(), curves: await drawnCurves(page) };
  await page.reload();
  await seeBoth(page, runs);
  await expect(table).toBeVisible();
  expect(page.url()).toBe(before.url);
  await expect(page.getByText(/frozen/).first()).toBeVisible();
  await expect(page.getByText(/State at 5\.0/)).toBeVisible();
  expect(await drawnCurves(page), 'a reload changes no value').toEqual(before.curves);
}

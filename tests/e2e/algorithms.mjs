// The pages about algorithms and the help sheet, by keyboard where that is the point.
//
//   node tests/e2e/algorithms.mjs --base-url http://127.0.0.1:8000      exit status 0 or 1
import assert from 'node:assert/strict';

import { baseUrl, launch, openPage, step, until } from './browser.mjs';

const TIMEOUT_MS = 120_000;
const MOST_TABS = 20;

const base = baseUrl();
const browser = await launch();
const { page, complaints } = await openPage(browser);
page.setDefaultTimeout(TIMEOUT_MS);

try {
  await step('every algorithm of the API is listed', seeList);
  await step('? opens the help sheet and Escape closes it', openAndCloseHelp);
  await step('the help sheet holds the focus and gives it back', holdFocus);
  await step('the states of an algorithm are drawn', seeStates);
  await step('the comparison with its base says what its runs say', compareWithBase);
  await step('a variant runs beside its base', runBeside);
  await step('the console stayed clean', () => assert.deepEqual(complaints, []));
} catch (error) {
  console.error(error);
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = 1;
} finally {
  await browser.close();
}

async function seeList() {
  await page.goto(`${base}/algorithms`);
  await page.getByRole('heading', { level: 1, name: 'Algorithms' }).waitFor();
  const algorithms = await page.evaluate(() => fetch('/api/algorithms').then((r) => r.json()));
  assert.ok(algorithms.length > 1, 'the API lists algorithms');
  for (const { title } of algorithms) {
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).waitFor();
  }
}

async function openAndCloseHelp() {
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function holdFocus() {
  const button = page.getByRole('button', { name: /^Help/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press(tabs < MOST_TABS / 2 ? 'Tab' : 'Shift+Tab');
    const isInside = await page.evaluate(() =>
      document.querySelector('dialog').contains(document.activeElement),
    );
    assert.ok(isInside, `the focus left the sheet after ${tabs + 1} tabs`);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.ok(await button.evaluate((element) => element === document.activeElement));
}

async function seeStates() {
  await page.getByRole('main').getByRole('link', { name: 'FaiRTT', exact: true }).click();
  const drawing = page.getByRole('img', { name: /^States of FaiRTT/ });
  await drawing.waitFor();
  const listed = await page.getByRole('button', { name: /^Show transition/ }).count();
  assert.ok(listed > 0, 'transitions are listed');
  const tips = await drawing
    .locator('path')
    .evaluateAll((paths) => paths.filter((path) => path.getAttribute('d').endsWith('Z')).length);
  assert.equal(tips, listed, 'each listed transition has an arrow');
}

/** NewReno's case: the sentence against the results that the page was given. */
async function compareWithBase() {
  const rates = new Map();
  const remember = async (response) => {
    if (!/\/api\/runs(\/|$)/.test(new URL(response.url()).pathname)) return;
    const run = await response.json().catch(() => null);
    const name = run?.scenario?.flows[0].algorithm.name;
    if (run?.status === 'done' && name === 'newreno') {
      rates.set(run.seed, run.result.summary.throughput_bps);
    }
  };
  page.on('response', remember);
  await page.goto(`${base}/algorithms/newreno`);
  await page.getByText(/95% interval of 8 seeds/).waitFor();
  await until(() => rates.size === 8, 'eight seeds');
  page.off('response', remember);
  const logs = [...rates.values()].map(Math.log);
  const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  const live = page.getByRole('region', { name: 'NewReno beside BBRv1' });
  await live.getByText(`${(mean / 1e6).toFixed(2)} Mbit/s`, { exact: true }).waitFor();
  await page.waitForFunction(() => {
    const lines = [...document.querySelectorAll('.js-plotly-plot .scatterlayer path.js-line')];
    return lines.filter((line) => (line.getAttribute('d') ?? '').length > 50).length >= 4;
  });
  await page.goto(`${base}/algorithms/fairtt`);
}

async function runBeside() {
  await page.getByRole('button', { name: 'Run beside BBRv2' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]+\?with=/);
  await page.getByText('FaiRTT: done').waitFor();
  await page.getByText('BBRv2: done').waitFor();
}

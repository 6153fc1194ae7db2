// The pages about algorithms and the help sheet, by keyboard where that is the point.
import { expect, expectDrawnLines, test } from './support/test.mjs';

const MOST_TABS = 20;

test('algorithms are described, and help is reached by keyboard', async ({
  page,
  base,
  complaints,
}) => {
  const step = test.step;
  await step('every algorithm of the API is listed', () => seeList(page, base));
  await step('? opens the help sheet and Escape closes it', () => openAndCloseHelp(page));
  await step('the help sheet holds the focus and gives it back', () => holdFocus(page));
  await step('the states of an algorithm are drawn', () => seeStates(page));
  await step('a variant runs beside its base', () => runBeside(page));
  expect(complaints, 'the console stayed clean').toEqual([]);
});

// The page itself is tested with answers from memory; this computes all seeds of a comparison.
test(
  'the comparison of an algorithm with its base says what its runs say',
  { tag: '@full' },
  async ({ page, base, complaints }) => {
    await compareWithBase(page, base);
    expect(complaints, 'the console stayed clean').toEqual([]);
  },
);

async function seeList(page, base) {
  await page.goto(`${base}/algorithms`);
  await expect(page.getByRole('heading', { level: 1, name: 'Algorithms' })).toBeVisible();
  const algorithms = await page.evaluate(() => fetch('/api/algorithms').then((r) => r.json()));
  expect(algorithms.length, 'the API lists algorithms').toBeGreaterThan(1);
  const main = page.getByRole('main');
  for (const { title } of algorithms) {
    // Some are named again, as the nearest to one that is not public.
    await expect(main.getByRole('link', { name: title, exact: true }).first()).toBeVisible();
  }
}

async function openAndCloseHelp(page) {
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function holdFocus(page) {
  const button = page.getByRole('button', { name: /^Help/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press(tabs < MOST_TABS / 2 ? 'Tab' : 'Shift+Tab');
    const isInside = await page.evaluate(() =>
      document.querySelector('dialog').contains(document.activeElement),
    );
    expect(isInside, `the focus left the sheet after ${tabs + 1} tabs`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button).toBeFocused();
}

async function seeStates(page) {
  await page.getByRole('main').getByRole('link', { name: 'FaiRTT', exact: true }).click();
  const drawing = page.getByRole('img', { name: /^States of FaiRTT/ });
  await expect(drawing).toBeVisible();
  const listed = await page.getByRole('button', { name: /^Show transition/ }).count();
  expect(listed, 'transitions are listed').toBeGreaterThan(0);
  const tips = await drawing
    .locator('path')
    .evaluateAll((paths) => paths.filter((path) => path.getAttribute('d').endsWith('Z')).length);
  expect(tips, 'each listed transition has an arrow').toBe(listed);
}

/** NewReno's case: the sentence against the results that the page was given. */
async function compareWithBase(page, base) {
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
  await expect(page.getByText(/95% interval over 8 seeds/)).toBeVisible();
  // The page may have read an answer before this test.
  await expect.poll(() => rates.size).toBe(8);
  page.off('response', remember);
  const logs = [...rates.values()].map(Math.log);
  const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  const live = page.getByRole('region', { name: 'NewReno against BBRv1' });
  const rate = `${(mean / 1e6).toFixed(2)} Mbit/s`;
  await expect(live.getByText(rate, { exact: true })).toBeVisible();
  await expectDrawnLines(page, 4);
}

async function runBeside(page) {
  await page.getByRole('button', { name: 'Compare with BBRv2' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]+\?with=/);
  await expect(page.getByText('2 runs: done')).toBeVisible();
}

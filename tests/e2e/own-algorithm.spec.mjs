// An algorithm of one's own: changed in the page, compiled, seen, stored and run on the server.
import { PHONE } from './support/browser.mjs';
import { getJson } from './support/lab.mjs';
import { expect, expectDrawnLines, picture, test } from './support/test.mjs';

const COMPILED = /^Compiled: a module of/;

test('a line of CUBIC is changed in the page, and runs on the server', async ({
  mine: page,
  base,
  owner,
  complaints,
}) => {
  const { step } = test;
  const code = page.getByRole('textbox', { name: 'Source of the algorithm' });
  await step('the editor opens from the list of algorithms', async () => {
    await page.goto(`${base}/algorithms`);
    await page.getByRole('link', { name: 'Write an algorithm' }).click();
    await page.getByRole('radiogroup', { name: 'Begin with' }).getByText('CUBIC').click();
    await expect(page.getByText(COMPILED)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Preview: one seed' })).toBeVisible();
    await expectDrawnLines(page, 4);
    await picture(page, 'own-algorithm');
  });
  await step('an error stands on its line', async () => {
    await code.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nlet wrong: i64 = nothing;');
    await expect(page.getByText("Cannot find name 'nothing'.")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Store the module' })).toBeDisabled();
    await page.keyboard.press('Control+Home');
    await page.getByRole('button', { name: /^Line \d+$/ }).click();
    await expect(code).toBeFocused();
  });
  await step('what is typed is still there after a reload', async () => {
    await page.reload();
    await expect(page.getByText("Cannot find name 'nothing'.")).toBeVisible();
    await page.getByRole('button', { name: 'Begin CUBIC again' }).click();
    await expect(page.getByText(COMPILED)).toBeVisible();
  });
  const name = await step('beta is changed, and Escape and Tab leave the editor', async () => {
    await halveBeta(page, code);
    await expect(page.getByText(COMPILED)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(code).not.toBeFocused();
    await page.getByRole('button', { name: 'Store the module' }).click();
    await expect(page.getByText('CUBIC (AssemblyScript) is stored.')).toBeVisible();
    const [module] = await getJson(base, '/algorithms/modules', { 'x-lab-owner': owner });
    expect(module.description.parameters[0]).toMatchObject({ name: 'beta_1024ths', default: 512 });
    return module.name;
  });
  await step('the builder has it, and the run is computed', async () => {
    await page.getByRole('button', { name: 'Use it in a scenario' }).click();
    await page.waitForURL(/\/build/);
    await page.getByRole('button', { name: /^Run/ }).first().click();
    await page.waitForURL(/\/runs\/[0-9a-f-]+/);
    const id = /\/runs\/([0-9a-f-]+)/.exec(page.url())[1];
    const ended = async () => (await getJson(base, `/runs/${id}`)).status;
    await expect.poll(ended).toBe('done');
    const run = await getJson(base, `/runs/${id}`);
    expect(run.scenario.flows[0].algorithm.name).toBe(name);
    expect(run.result.flows[0].parameters.beta_1024ths).toBe(512);
  });
  expect(complaints, 'the console stayed clean').toEqual([]);
});

test('the editor fits a phone', async ({ page, base, complaints }) => {
  await page.setViewportSize(PHONE);
  await page.goto(`${base}/algorithms/write`);
  await expect(page.getByText(COMPILED)).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
  await picture(page, 'own-algorithm-phone', { fullPage: true });
  expect(complaints, 'the console stayed clean').toEqual([]);
});

/** The first 717 of the source is the declared default of beta, the second the variable's. */
async function halveBeta(page, code) {
  await code.click();
  await page.keyboard.press('Control+Home');
  for (const pattern of [/"default": (?=717)/, /let beta_1024ths: i64 = (?=717)/]) {
    const before = await goToLineWith(page, code, pattern);
    // To the first character that is no space.
    await page.keyboard.press('Home');
    for (let steps = 0; steps < before; steps++) await page.keyboard.press('ArrowRight');
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('Delete');
    await page.keyboard.type('512');
  }
}

/** By the caret, as the editor has only those lines in the page that are in sight. */
async function goToLineWith(page, code, pattern) {
  for (let lines = 0; lines < 100; lines++) {
    const text = await code.locator('.cm-activeLine').innerText();
    const found = pattern.exec(text.trimStart());
    if (found !== null) return found.index + found[0].length;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`No line has ${pattern}`);
}

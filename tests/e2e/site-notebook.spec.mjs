// A notebook on a site without a server: a cell computes a run with the digests of a lab, what it
// showed is kept and goes through a file of Jupyter, and neither a cell without end nor a file that
// is opened does anything to the page.
import { readFile } from 'node:fs/promises';

import { runToEnd } from './support/lab.mjs';
import { serve } from './support/siteHost.mjs';
import { expect, picture, test } from './support/test.mjs';

test.beforeEach(() => {
  const isMissing = process.env.LAB_SITE === undefined;
  test.skip(isMissing, process.env.LAB_NO_SITE ?? 'LAB_SITE, a folder of ./lab site');
});

const FLOWS = '[flow("bbr1", rtt_s=0.02), flow("cubic", rtt_s=0.05)]';
const SETTING = `fight = scenario(link(2e6, buffer=buffer(2)), ${FLOWS}, duration_s=4)
run = lab.run(fight, seed=5)
import json
`;
const DIGESTS = '{"series": run.result.series_digest, "summary": run.result.summary_digest}';

test('a notebook on a site computes, keeps and passes on what a lab would', async ({
  open,
  base,
  owner,
}) => {
  const host = await serve(process.env.LAB_SITE);
  const { page, complaints } = await open();
  await page.goto(`${host.address}#/notebook`);
  await page.getByRole('button', { name: 'New notebook' }).click();
  const editor = page.getByRole('textbox', { name: 'Cell 1, Python' });
  await test.step('the digests of a run are those of a lab', async () => {
    await editor.click();
    await page.keyboard.press('Control+End');
    // At once, as the board of a phone or a dictation does.
    await page.keyboard.insertText(SETTING + DIGESTS);
    await page.keyboard.press('Shift+Enter');
    // The caret went on, into a cell that was made for it.
    await expect(page.getByRole('textbox', { name: 'Cell 2, Python' })).toBeFocused();
    const text = await outputOf(page, 1, /'summary'/);
    const said = (name) => new RegExp(`'${name}': '([0-9a-f]{64})'`).exec(text)[1];
    await page.keyboard.insertText('print(json.dumps(fight.model_dump(mode="json")))');
    await page.keyboard.press('Control+Enter');
    const scenario = JSON.parse(await outputOf(page, 2, /^\{"/));
    const { result } = await runToEnd(base, owner, scenario, 5);
    expect([said('series'), said('summary')]).toEqual([
      result.series_digest,
      result.summary_digest,
    ]);
  });
  await test.step('tables, figures, errors and what is closed', async () => {
    await type(page, 2, 'run.plot("throughput_bps")');
    await expect(cell(page, 2).locator('.scatterlayer path.js-line')).toHaveCount(2);
    await type(page, 2, 'run.flows().only("label", "throughput_bps")');
    await expect(cell(page, 2).getByRole('table').getByRole('row')).toHaveCount(3);
    await type(page, 2, 'from pyodide.code import run_js\nrun_js("fetch(0)")');
    await expect(cell(page, 2).getByRole('alert')).toContainText('Traceback');
    await type(page, 2, 'import js');
    await expect(cell(page, 2).getByRole('alert')).toContainText('ModuleNotFoundError');
    await picture(page, 'site-notebook');
  });
  await test.step('a cell without end is stopped, and the page answers meanwhile', async () => {
    await type(page, 2, 'while True: print("on and on")');
    await expect(cell(page, 2)).toContainText('on and on');
    await page.getByRole('textbox', { name: 'Name of the notebook' }).fill('Kept');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('Python is not running')).toBeVisible();
    await expect(cell(page, 2).getByRole('alert')).toContainText('run the cells above it again');
  });
  await test.step('the keys lead into a cell, out of it, and paste', async () => {
    const second = page.getByRole('textbox', { name: 'Cell 2, Python' });
    await second.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('one\ntwo\n');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+V');
    await expect(second).toHaveText(/one\s*two\s*one\s*two/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(second).not.toBeFocused();
    await second.click();
    await page.keyboard.insertText('last words');
  });
  const file = await test.step('it is kept, and is a file of Jupyter', async () => {
    // At once: what was typed last is kept because the page goes.
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Name of the notebook' })).toHaveValue('Kept');
    await outputOf(page, 1, /'summary'/);
    await expect(page.getByRole('textbox', { name: 'Cell 2, Python' })).toContainText('last words');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as .ipynb' }).click(),
    ]);
    return readFile(await download.path(), 'utf8');
  });
  await test.step('another browser shows it and runs nothing by itself', async () => {
    const { cells, nbformat } = JSON.parse(file);
    expect([nbformat, cells[0].outputs[0].output_type]).toEqual([4, 'execute_result']);
    const second = await open({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    await second.page.goto(`${host.address}#/notebook`);
    await second.page.getByLabel('File of a notebook').setInputFiles({
      name: 'Kept.ipynb',
      mimeType: 'application/json',
      buffer: Buffer.from(file),
    });
    await outputOf(second.page, 1, /'summary'/);
    await expect(second.page.getByText('Python is not running')).toBeVisible();
    expect(second.page.workers()).toEqual([]);
    await picture(second.page, 'site-notebook-phone');
    expect(second.complaints).toEqual([]);
  });
  expect(complaints).toEqual([]);
  host.close();
});

function cell(page, place) {
  return page.getByRole('region', { name: `Cell ${place}`, exact: true });
}

/** Another text for a cell, which then runs. */
async function type(page, place, text) {
  await page.getByRole('textbox', { name: `Cell ${place}, Python` }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+Enter');
}

async function outputOf(page, place, said) {
  const output = cell(page, place).locator('pre', { hasText: said });
  await expect(output).toBeVisible();
  return output.innerText();
}

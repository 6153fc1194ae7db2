// A small experiment on a site without a server: planned, computed by the page's cores, kept, and
// equal to a lab's in every row of its table; what needs a server is said before it is started.
import { readFile } from 'node:fs/promises';

import { experimentToEnd } from './support/lab.mjs';
import { serve } from './support/siteHost.mjs';
import { expect, picture, test } from './support/test.mjs';

test('a small experiment on a site has the numbers of a lab', async ({ open, base, owner }) => {
  const folder = process.env.LAB_SITE;
  test.skip(folder === undefined, process.env.LAB_NO_SITE ?? 'LAB_SITE, a folder of ./lab site');
  const host = await serve(folder);
  const { page, complaints } = await open();
  await test.step('it says what is too large', async () => {
    await page.goto(`${host.address}#/experiments/new?draft=new`);
    for (const field of ['Algorithm of CUBIC', 'Buffer']) {
      await page.getByRole('checkbox', { name: `Vary ${field}` }).click();
    }
    await seeds(page, '101');
    await expect(page.getByText(/has 1,010 runs; a page without a server .* 1,000/)).toBeVisible();
    await picture(page, 'site-experiment-too-large');
  });
  await test.step('it says that a precision needs a server', async () => {
    await seeds(page, '3');
    const precision = page.getByRole('checkbox', { name: 'more until the interval of' });
    await precision.check();
    await expect(page.getByText(/precision is reached need a lab with a server\./)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Run/ })).toBeDisabled();
    await picture(page, 'site-experiment-precision');
    await precision.uncheck();
  });
  await test.step('it is computed in the page', async () => {
    await expect(page.getByText(/ of one processor$/)).toBeVisible();
    await page.getByRole('button', { name: /^Run 30 runs/ }).click();
    await page.waitForURL(/#\/experiments\/[0-9a-f-]{36}/);
    await allDone(page);
    await picture(page, 'site-experiment');
  });
  const { table, document } = await test.step('its files are made here', () => filesOf(page));
  await test.step('a lab computes the same numbers', async () => {
    const { id } = await experimentToEnd(base, owner, document.experiment);
    const theirs = await fetch(`${base}/api/experiments/${id}/table.csv`);
    const sent = rowsOf(await theirs.text());
    expect(table.length).toBe(31);
    expect(table).toEqual(sent);
  });
  await test.step('it is there after the page was loaded again', async () => {
    await page.reload();
    await allDone(page);
  });
  await test.step('a file carries it to another browser', async () => {
    const third = await open();
    await carry(page, third.page, host.address);
    expect(third.complaints).toEqual([]);
  });
  await test.step('its cells are compared', async () => {
    await page.getByRole('button', { name: 'Add both to a comparison' }).click();
    await page.getByRole('link', { name: 'Compare 2' }).click();
    await expect(page.getByRole('table').first()).toBeVisible();
    await expect(page.getByText(/Student|paired/i).first()).toBeVisible();
    await picture(page, 'site-experiment-compare');
  });
  expect(complaints).toEqual([]);
  host.close();
});

async function seeds(page, count) {
  await page.getByRole('textbox', { name: 'Seeds of each cell' }).fill(count);
}

async function allDone(page) {
  await expect(page.getByText('30 of 30 runs')).toBeVisible();
  await expect(page.getByText('done', { exact: true })).toBeVisible();
}

/** Where it is computed again: whole, or not at all. */
async function carry(from, to, address) {
  const place = from.url();
  const { table } = await filesOf(from);
  await from.goto(`${address}#/runs`);
  const text = await saved(from, 'Save runs to a file');
  await from.goto(place);
  const read = async (buffer, said) => {
    const file = { name: 'runs.json', mimeType: 'application/json', buffer: Buffer.from(buffer) };
    await to.getByLabel('File of runs').setInputFiles(file);
    await expect(to.getByText(said)).toBeVisible();
  };
  await to.goto(`${address}#/runs`);
  await read(text.replace(/"[0-9a-f]{64}"/, `"${'0'.repeat(64)}"`), /digest differs from that in/);
  await picture(to, 'site-experiment-other-digest');
  await to.goto(`${address}#/experiments`);
  await expect(to.getByText('You have no experiments yet.')).toBeVisible();
  await to.goto(`${address}#/runs`);
  await read(text, /Experiments computed again: 1\./);
  await picture(to, 'site-experiment-read');
  await to.goto(`${address}#/experiments`);
  await to.getByRole('main').locator('a[href*="/experiments/"]:not([href*="new"])').first().click();
  await allDone(to);
  expect((await filesOf(to)).table).toEqual(table);
}

async function filesOf(page) {
  await page.getByRole('button', { name: 'More' }).click();
  const table = rowsOf(await saved(page, 'Export CSV'));
  const document = JSON.parse(await saved(page, 'Estimates and runs (JSON)'));
  await page.keyboard.press('Escape');
  return { table, document };
}

async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

/** Without the core's version: it names the flags that the core was compiled with. */
function rowsOf(text) {
  const lines = text.trim().split('\n');
  const column = lines[0].split(',').indexOf('core_version');
  expect(column).toBeGreaterThan(0);
  return lines.map((line) => line.split(',').toSpliced(column, 1).join(','));
}

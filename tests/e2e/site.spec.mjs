// A lab without a server: the folder of `./lab site` on a host that only serves files, below a
// path. A run is made and explained there, passed on as a link, and computed again by a clean
// browser, which gets the same digests. No request goes to any other host.
import { readFile } from 'node:fs/promises';

import { expectFilesOfServer, expectPacketsOfServer } from './support/siteFiles.mjs';
import { serve } from './support/siteHost.mjs';
import { curves } from './support/waits.mjs';
import { expect, picture, test } from './support/test.mjs';

test('a site without a server runs, explains and passes on a run', async ({
  open,
  base,
  owner,
}) => {
  const folder = process.env.LAB_SITE;
  test.skip(folder === undefined, process.env.LAB_NO_SITE ?? 'LAB_SITE, a folder of ./lab site');
  const host = await serve(folder);
  const { page, complaints } = await open();
  const second = await open();
  const foreign = [page, second.page].map((each) => listenForOthers(each, host.origin));
  await test.step('its first page draws', async () => {
    await page.goto(host.address);
    await curves(page);
    await picture(page, 'site-first');
  });
  await test.step('a run is computed and explained', () => runAndRead(page, host.address));
  const run = await test.step('its files are those of a server', () =>
    expectFilesOfServer(page, base, owner));
  await test.step('its packets are those of a server', async () => {
    await replay(page);
    await expectPacketsOfServer(page, base, run);
  });
  await test.step('what would change is computed', () => askWhatWouldChange(page));
  await test.step('two runs are compared over seeds', () => compareOverSeeds(page));
  const link = await test.step('Share gives a link that holds it', () => linkOf(page));
  expect(link.startsWith(`${host.address}#`)).toBe(true);
  await test.step('a clean browser gets the same digests', async () => {
    await second.page.goto(link);
    await expect(second.page.getByText('The same result')).toBeVisible();
    await second.page.getByRole('link', { name: 'Open the run' }).click();
    await expect(second.page.getByRole('heading', { name: 'Phenomena' })).toBeVisible();
  });
  await test.step('a file carries the runs to another browser', async () => {
    const third = await open();
    const file = await saveRuns(page, host.address);
    await readRuns(third.page, `${host.address}#`, file);
    await picture(third.page, 'site-work');
    // A changed digest is reported.
    const changed = file.replace(/"series_digest": "[0-9a-f]{8}/, '"series_digest": "00000000');
    const differs = /its digests differ from those in the file/;
    await readRuns(third.page, `${host.address}#`, changed, differs);
    expect(third.complaints).toEqual([]);
    await test.step('and to a lab with a server, whose workers compute them again', async () => {
      const fourth = await open();
      await readRuns(fourth.page, base, file);
      expect(fourth.complaints).toEqual([]);
    });
  });
  expect(foreign.flat()).toEqual([]);
  expect([...complaints, ...second.complaints]).toEqual([]);
  host.close();
});

async function runAndRead(page, address) {
  await page.goto(`${address}#/build`);
  await page.getByRole('button', { name: /^Run/ }).first().click();
  await page.waitForURL(/#\/runs\//);
  await expect(page.getByRole('heading', { name: 'Phenomena' })).toBeVisible();
  await expect(page.getByText(/ of its fair share/)).toBeVisible();
  await expect(page.getByText('Where the RTT goes')).toBeVisible();
  await picture(page, 'site-run');
}

/** Every packet on its path. */
async function replay(page) {
  await page.getByRole('button', { name: 'Replay' }).click();
  const panel = page.getByRole('region', { name: 'Replay' });
  await expect(panel.getByText('Every packet at its position.')).toBeVisible();
  await picture(page, 'site-replay');
  await page.getByRole('button', { name: 'Replay' }).click();
}

/** Over a few seeds: every arm, with its difference from the scenario as it is. */
async function askWhatWouldChange(page) {
  await page.getByRole('button', { name: 'What would change?' }).click();
  const dialog = page.getByRole('dialog', { name: 'What would change?' });
  await dialog.getByLabel('Seeds').selectOption('3');
  await dialog.getByRole('button', { name: 'Compute' }).click();
  await expect(dialog.getByText(/^3 seeds, core /)).toBeVisible();
  const rows = dialog.getByRole('row');
  expect(await rows.count()).toBeGreaterThan(3);
  await expect(dialog.getByRole('link', { name: 'Open as an experiment' })).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Runs (CSV)' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(lines[0]).toContain('summary_digest');
  // Every arm with three seeds, below the names.
  const arms = (await rows.count()) - 1;
  expect(lines.length).toBe(1 + 3 * arms);
  await picture(page, 'site-what-if');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
}

/** The run and one under the next seed, then both over five seeds, with intervals; and back. */
async function compareOverSeeds(page) {
  const run = page.url();
  await page
    .getByRole('button', { name: /^Compare with/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^seed \d+$/ }).click();
  await page.waitForURL(/with=/);
  await expect(page.getByRole('heading', { name: 'Phenomena' }).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Compare with/ })
    .first()
    .click();
  await page.getByRole('link', { name: /^These runs over/ }).click();
  await page.getByLabel('Over seeds').selectOption('5');
  await expect(
    page.getByText('Student’s t interval').or(page.getByRole('table')).first(),
  ).toBeVisible();
  await picture(page, 'site-compare');
  await page.goto(run);
  await expect(page.getByRole('heading', { name: 'Phenomena' })).toBeVisible();
}

async function linkOf(page) {
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this result' });
  return dialog.getByRole('textbox', { name: 'Link that holds the result' }).inputValue();
}

async function saveRuns(page, address) {
  await page.goto(`${address}#/runs`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save runs to a file' }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

async function readRuns(page, place, text, said = /2 computed again here, with the digests/) {
  await page.goto(`${place}/runs`);
  const buffer = Buffer.from(text);
  const file = { name: 'runs.json', mimeType: 'application/json', buffer };
  await page.getByLabel('File of runs').setInputFiles(file);
  await expect(page.getByText(said)).toBeVisible();
}

/** What a page asks of anybody but the host. */
function listenForOthers(page, origin) {
  const asked = [];
  page.on('request', (request) => {
    const { protocol, origin: of } = new URL(request.url());
    if (protocol.startsWith('http') && of !== origin) asked.push(request.url());
  });
  return asked;
}

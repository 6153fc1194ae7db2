// A file dropped on any page: what it is, and the way to where it belongs, over no draft.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { runToEnd, twoFlows } from './support/lab.mjs';
import { expect, picture, test } from './support/test.mjs';

const TRACES = new URL('../../frontend/tests/traces/', import.meta.url);
/** Of no page: these take files themselves, or are for paper. */
const PAGES = ['/', '/cases/bufferbloat', '/compare', '/papers', '/league', '/labs', '/algorithms'];
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const require = createRequire(new URL('../../frontend/package.json', import.meta.url));
const CASES = require('fflate').unzipSync(readFileSync(new URL('cases.zip', TRACES)));

const bytesOf = (name) => [...CASES[name]];

/** Drops a file of these bytes, or of a text, in the middle of the page. */
function drop(page, name, content) {
  return page.evaluate(
    ([file, parts]) => {
      const part = typeof parts === 'string' ? parts : new Uint8Array(parts);
      const data = new DataTransfer();
      data.items.add(new File([part], file));
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      }
    },
    [name, content],
  );
}

/** The foot has come, which takes them. */
const canTakeFiles = (page) =>
  expect(page.getByRole('button', { name: 'Open a file' })).toBeVisible();

const desk = (page, name) => page.getByRole('dialog', { name });

test('a file dropped on any page says what it is', async ({ guest: page, base }) => {
  for (const path of PAGES) {
    await page.goto(`${base}${path}`);
    await canTakeFiles(page);
    await drop(page, 'ss_whole_seconds.log', bytesOf('ss_whole_seconds.log'));
    const dialog = desk(page, 'ss_whole_seconds.log');
    await expect(dialog.getByText(/10(\.0)? Mbit\/s/).first(), path).toBeVisible();
    await expect(dialog.getByText(/steps of 1 s/), path).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('files of all kinds have their place', async ({ guest: page, base }) => {
  await page.setViewportSize(WIDE);
  await page.goto(base);
  await canTakeFiles(page);
  await drop(page, 'a.pcap.gz', [...readFileSync(new URL('tcpdump.pcap.gz', TRACES))]);
  const capture = desk(page, 'a.pcap.gz');
  await expect(capture.getByText('What network was this')).toBeVisible();
  await expect(capture.getByRole('link', { name: 'Compare it with a run' })).toBeVisible();
  await picture(page, 'file-capture');
  await page.setViewportSize(PHONE);
  await picture(page, 'file-capture-phone');
  await page.setViewportSize(WIDE);
  await page.keyboard.press('Escape');

  await drop(page, 't.csv', 'a,b\n0,9.5\n1,9.4\n2,9.6\n');
  const table = desk(page, 't.csv');
  await expect(table.getByText(/Which columns are time and values is not clear/)).toBeVisible();
  await table.getByLabel('What a is').selectOption('time');
  await table.getByLabel('What b is').selectOption('rate');
  await picture(page, 'file-columns');
  await table.getByRole('button', { name: 'Read with these columns' }).click();
  await expect(table.getByText(/9\.5\d* Mbit\/s/).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await drop(page, 'x.bin', [0, 1, 2, 3, 255, 254]);
  await expect(desk(page, 'x.bin').getByText(/This format is not read here/)).toBeVisible();
  await picture(page, 'file-refused');
  await page.keyboard.press('Escape');

  await drop(page, 'two.trace', bytesOf('mm_two_columns.trace'));
  const link = desk(page, 'two.trace');
  await link.getByLabel('To, in s').fill('1');
  await link.getByLabel('To, in s').press('Enter');
  await picture(page, 'file-link');
  await link.getByRole('button', { name: 'Start a scenario over it' }).click();
  await page.waitForURL(/\/build/);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('Over two.trace');
});

test('what is edited stays when a file is dropped on it', async ({ guest: page, base }) => {
  await page.goto(`${base}/build?preset=bufferbloat&variant=0`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Mine, half done');
  await drop(page, 'two.trace', bytesOf('mm_two_columns.trace'));
  await desk(page, 'two.trace').getByRole('button', { name: 'Start a scenario over it' }).click();
  await expect(name).toHaveValue('Over two.trace');
  await page.goto(`${base}/runs?show=drafts`);
  await page.getByRole('link', { name: /^Mine, half done/ }).click();
  await expect(name).toHaveValue('Mine, half done');
});

test('on the page of a run a trace of a link goes to its own place', async ({
  mine: page,
  base,
  owner,
}) => {
  const { id } = await runToEnd(base, owner, twoFlows('cubic', 6));
  await page.goto(`${base}/runs/${id}`);
  await expect(page.getByRole('button', { name: 'Open a trace' })).toBeVisible();
  const start = desk(page, 'two.trace').getByRole('button', { name: 'Start a scenario over it' });
  // The page has no foot to wait for, and says so itself where nothing takes other files yet.
  await expect(async () => {
    await drop(page, 'two.trace', bytesOf('mm_two_columns.trace'));
    await expect(start).toBeVisible({ timeout: 5000 });
  }).toPass();
  await page.keyboard.press('Escape');
});

test('reading can be cancelled, and the page lives', async ({ guest: page, base }) => {
  await page.goto(base);
  await canTakeFiles(page);
  await page.evaluate(dropLarge);
  const dialog = desk(page, 'large.log');
  await dialog.getByRole('button', { name: 'Cancel reading' }).click();
  await expect(dialog).toBeHidden();
  await drop(page, 'ss_ok.log', bytesOf('ss_ok.log'));
  await expect(
    desk(page, 'ss_ok.log')
      .getByText(/10(\.0)? Mbit\/s/)
      .first(),
  ).toBeVisible();
});

/** Runs in the page: a log of ss of some 80 MB. */
function dropLarge() {
  const facts = '\t cubic rto:220 rtt:24.5/1.2 mss:1448 cwnd:20 minrtt:20.1 bytes_acked:';
  const rows = Array.from(
    { length: 600_000 },
    (_, at) => `${1_700_000_000 + at / 10}\nESTAB 0 0 10.0.0.1:4000 10.0.0.2:5201\n${facts}${at}\n`,
  );
  const data = new DataTransfer();
  data.items.add(new File(rows, 'large.log'));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
}

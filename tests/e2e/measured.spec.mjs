// Measured traces beside a run: opened by choosing and by dropping, drawn, matched, moved, compared
// in a table, refused with a reason where they cannot be read, and sent with a link only. They were
// written by iperf3 and ss.
import { readFileSync } from 'node:fs';

import { drawnCurves } from './support/browser.mjs';
import { runToEnd, twoFlows } from './support/lab.mjs';
import { expect, picture, test } from './support/test.mjs';

/** No one waits longer than this for a frame while a large file is read. */
const LONGEST_FRAME_MS = 1500;
/** On a machine so slow that reading takes long, a frame may take this share of it. */
const LONGEST_FRAME_SHARE = 0.25;
const LARGE_STAMPS = 40_000;
const traces = new URL('../../frontend/tests/traces/', import.meta.url);

test('measured traces are drawn beside a run, and sent only with a link', async ({
  mine: page,
  guest,
  base,
  owner,
  complaints,
}) => {
  const step = test.step;
  const { id } = await step('a run is done', () => runToEnd(base, owner, twoFlows('cubic', 6)));
  const sent = [];
  // Listened to from the start: a chooser that opens before the browser knows of it is lost.
  page.on('filechooser', (chooser) => chooser.setFiles(new URL('iperf3.json', traces).pathname));
  await page.goto(`${base}/runs/${id}`);
  await expect(page.locator('path.js-line').first()).toBeVisible();
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await step('a trace is opened by its key', () => openByKey(page));
  await step('it is drawn in a style of its own', () => seeCurves(page));
  await step('its numbers stand beside those of the simulation', () => seeTable(page));
  await step('another one is dropped on the page', () => dropSs(page));
  await step('a file that is no trace is refused with the reason', () => refuse(page));
  await step('a large log does not hold the page up', () => openLarge(page));
  expect(
    sent.filter((each) => !each.startsWith('GET ')),
    'nothing of it was sent',
  ).toEqual([]);
  const link = await step('a link takes it along', () => shareTrace(page));
  await step('anyone who opens the link sees it', () => seeLinked(guest, link));
  await step('removed, it is gone', () => remove(page));
  await step('it begins a scenario', () => startScenario(page));
  expect(complaints).toEqual([]);
});

async function openByKey(page) {
  await page.keyboard.press('m');
  await expect(page.getByText('iperf3, 2 flows')).toBeVisible();
}

async function seeCurves(page) {
  await expect.poll(async () => (await measuredCurves(page)).length).toBe(6);
  const metrics = (await measuredCurves(page)).map(([name]) => name.split(':').at(-1)).sort();
  expect([...new Set(metrics)]).toEqual(['cwnd_bytes', 'rtt_s', 'throughput_bps']);
  await expect(page.locator('svg').getByText('measured iperf3.json').first()).toBeVisible();
  await picture(page, 'measured-run');
}

async function measuredCurves(page) {
  const curves = Object.entries(await drawnCurves(page));
  return curves.filter(([name]) => name?.startsWith('measured-'));
}

async function seeTable(page) {
  await page.getByRole('button', { name: 'Numbers and settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'iperf3.json, measured' });
  await dialog.getByLabel('Starts at, s').fill('1.5');
  await dialog.getByLabel(/^Group for stream 5/).selectOption({ label: 'mouse' });
  const rows = dialog.getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toHaveText(/stream 5.*measured.*\d/s);
  await expect(rows.nth(2)).toHaveText(/mouse.*simulated.*\d/s);
  await picture(page, 'measured-table');
  await page.keyboard.press('Escape');
  const start = async () => (await measuredCurves(page))[0][1].x[0];
  await expect.poll(start, { message: 'the offset moves the curves' }).toBeGreaterThan(1.5);
}

async function dropSs(page) {
  const text = readFileSync(new URL('ss.log', traces), 'utf8');
  await drop(page, 'ss.log', text);
  await expect(page.getByText('ss, 2 flows')).toBeVisible();
}

/** The first of the traces, shifted: many shifts fit it about as well, which is said. */
async function shareTrace(page) {
  await page.getByRole('button', { name: 'Numbers and settings' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'iperf3.json, measured' });
  await expect(dialog.getByText(/^No single shift fits best/)).toBeVisible();
  await picture(page, 'measured-distance');
  const start = dialog.getByLabel('Starts at, s');
  await start.fill('0.5');
  await start.press('Enter');
  await expect(start).toHaveValue('0.5');
  const fitted = await start.inputValue();
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  const share = page.getByRole('dialog', { name: 'Share this result' });
  await share.getByRole('checkbox', { name: /^iperf3.json/ }).check();
  await picture(page, 'measured-share');
  await share.getByRole('button', { name: 'Make the link' }).click();
  const link = await share.getByLabel('Permanent link').inputValue();
  await page.keyboard.press('Escape');
  return { address: link, fitted };
}

async function seeLinked(page, { address, fitted }) {
  await page.goto(address);
  await expect.poll(async () => (await measuredCurves(page)).length).toBe(6);
  await expect(
    page.getByText(/^Distance: rates over time [\d.]+%, shares [\d.]+ points/),
  ).toBeVisible();
  await expect(page.getByText('Part of this link, as its author placed it.')).toBeVisible();
  await picture(page, 'measured-linked');
  await page.getByRole('button', { name: 'Numbers and settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'iperf3.json, measured' });
  await expect(dialog.getByLabel('Starts at, s')).toHaveValue(fitted);
  await picture(page, 'measured-linked-numbers');
}

function drop(page, name, text) {
  return page.evaluate(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file));
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      }
    },
    [name, text],
  );
}

async function refuse(page) {
  await drop(page, 'cut.json', '{"start": {},\n"intervals": [}');
  const note = page.getByRole('alert').filter({ hasText: 'cut.json could not be read' });
  await expect(note.getByText(/^Line 2: this is not JSON/)).toBeVisible();
  await picture(page, 'measured-refused');
}

async function openLarge(page) {
  const { longestMs, wholeMs } = await page.evaluate(readLarge, LARGE_STAMPS);
  const most = Math.max(LONGEST_FRAME_MS, LONGEST_FRAME_SHARE * wholeMs);
  expect(longestMs, `the longest frame of ${wholeMs} ms of reading`).toBeLessThan(most);
}

/** Runs in the page: drops a log of some 40 MB and gives the longest time between two frames. */
function readLarge(stamps) {
  const facts = (sent) =>
    `\t cubic wscale:7,7 rto:220 rtt:24.5/1.2 mss:1448 cwnd:20 bytes_acked:${sent} minrtt:20.1`;
  const rows = Array.from({ length: stamps }, (_, at) => {
    const sockets = [1, 2, 3, 4, 5, 6, 7, 8].map(
      (port) => `ESTAB 0 0 10.0.0.1:4000${port} 10.0.0.2:5201\n${facts(at * 1e5 + port)}`,
    );
    return `${1_700_000_000 + at / 10}\n${sockets.join('\n')}\n`;
  });
  const data = new DataTransfer();
  data.items.add(new File(rows, 'large.log'));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  return new Promise((resolve) => {
    const started = performance.now();
    let last = started;
    let longestMs = 0;
    const watch = (now) => {
      longestMs = Math.max(longestMs, now - last);
      last = now;
      if (document.body.innerText.includes('ss, 8 flows'))
        resolve({ longestMs, wholeMs: now - started });
      else requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
}

async function remove(page) {
  for (const name of ['large.log', 'ss.log']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await expect(page.getByText('ss, 2 flows')).toBeHidden();
}

async function startScenario(page) {
  await page.getByRole('button', { name: 'Numbers and settings' }).click();
  await page.getByRole('button', { name: 'Start a scenario from it' }).click();
  await page.waitForURL(/\/build/);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('After iperf3.json');
  await picture(page, 'measured-draft');
}

// Measured traces beside a run: opened by choosing and by dropping, drawn, matched, moved, compared
// in a table, refused with a reason where they cannot be read, and never sent anywhere.
//
//   node tests/e2e/measured.mjs --base-url http://127.0.0.1:8000      exit status 0 or 1
//
// With LAB_PICTURES a folder: what it looks like. The traces were written by iperf3 and ss.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { baseUrl, drawnCurves, launch, openPage, step } from './browser.mjs';
import { giveOwner, makeOwner, runToEnd, twoFlows } from './lab.mjs';

const TIMEOUT_MS = 120_000;
/** Nobody waits longer than this for a frame while a large file is read. */
const LONGEST_FRAME_MS = 1500;
/** On a machine so slow that reading takes long, a frame may take this share of it. */
const LONGEST_FRAME_SHARE = 0.25;
const LARGE_STAMPS = 40_000;
const traces = new URL('../../frontend/tests/traces/', import.meta.url);
const pictures = process.env.LAB_PICTURES;

const base = baseUrl();
const browser = await launch();
const owner = makeOwner();

try {
  const { id } = await step('a run is done', () => runToEnd(base, owner, twoFlows('cubic', 6)));
  const { page, complaints } = await openPage(browser);
  await giveOwner(page.context(), owner);
  page.setDefaultTimeout(TIMEOUT_MS);
  const sent = [];
  await page.goto(`${base}/runs/${id}`);
  await page.locator('path.js-line').first().waitFor();
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await step('a trace is opened by its key', () => openByKey(page));
  await step('it is drawn in a style of its own', () => seeCurves(page));
  await step('its numbers stand beside those of the simulation', () => seeTable(page));
  await step('another one is dropped on the page', () => dropSs(page));
  await step('a file that is no trace is refused with the reason', () => refuse(page));
  await step('a large log does not hold the page up', () => openLarge(page));
  await step('nothing of it was sent', () => {
    assert.deepEqual(
      sent.filter((each) => !each.startsWith('GET ')),
      [],
    );
  });
  await step('removed, it is gone', () => remove(page));
  await step('it begins a scenario', () => startScenario(page));
  assert.deepEqual(complaints, []);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser.close();
}

async function openByKey(page) {
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('m');
  await (await chooser).setFiles(new URL('iperf3.json', traces).pathname);
  await page.getByText('iperf3, 2 flows').waitFor();
}

async function seeCurves(page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.js-plotly-plot')].some((plot) =>
      plot.data?.some(({ name }) => name?.startsWith('measured-')),
    ),
  );
  const curves = Object.entries(await drawnCurves(page));
  const own = curves.filter(([name]) => name.startsWith('measured-'));
  const metrics = own.map(([name]) => name.split(':').at(-1)).sort();
  assert.deepEqual([...new Set(metrics)], ['cwnd_bytes', 'rtt_s', 'throughput_bps']);
  assert.equal(own.length, 6);
  await page.locator('svg').getByText('measured iperf3.json').first().waitFor();
  await picture(page, 'measured-run');
}

async function seeTable(page) {
  await page.getByRole('button', { name: 'Numbers and settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'iperf3.json, measured' });
  await dialog.getByLabel('Starts at, s').fill('1.5');
  await dialog.getByLabel(/^Group that stream 5/).selectOption({ label: 'mouse' });
  const rows = dialog.getByRole('row');
  assert.equal(await rows.count(), 5);
  assert.match(await rows.nth(1).innerText(), /stream 5.*measured.*\d/s);
  assert.match(await rows.nth(2).innerText(), /mouse.*simulated.*\d/s);
  await picture(page, 'measured-table');
  await page.keyboard.press('Escape');
  const curves = await drawnCurves(page);
  const [first] = Object.entries(curves).filter(([name]) => name.startsWith('measured-'));
  assert.ok(first[1].x[0] > 1.5, 'the offset moves nothing');
}

async function dropSs(page) {
  const text = readFileSync(new URL('ss.log', traces), 'utf8');
  await drop(page, 'ss.log', text);
  await page.getByText('ss, 2 flows').waitFor();
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
  const note = page.getByRole('alert').filter({ hasText: 'cut.json was not read' });
  await note.getByText(/^Line 2: this is no JSON/).waitFor();
  await picture(page, 'measured-refused');
}

async function openLarge(page) {
  const longest = await page.evaluate((stamps) => {
    const facts = (sent) =>
      `\t cubic wscale:7,7 rto:220 rtt:24.5/1.2 mss:1448 cwnd:20 bytes_acked:${sent} minrtt:20.1`;
    const rows = Array.from({ length: stamps }, (_, at) => {
      const sockets = [1, 2, 3, 4, 5, 6, 7, 8].map(
        (port) => `ESTAB 0 0 10.0.0.1:4000${port} 10.0.0.2:5201\n${facts(at * 1e5 + port)}`,
      );
      return `${1_700_000_000 + at / 10}\n${sockets.join('\n')}\n`;
    });
    const file = new File(rows, 'large.log');
    const data = new DataTransfer();
    data.items.add(file);
    const started = performance.now();
    let last = started;
    let longestMs = 0;
    const watch = (now) => {
      longestMs = Math.max(longestMs, now - last);
      last = now;
      if (!document.body.innerText.includes('ss, 8 flows')) requestAnimationFrame(watch);
    };
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    return new Promise((resolve) => {
      last = performance.now();
      requestAnimationFrame(watch);
      const timer = setInterval(() => {
        if (!document.body.innerText.includes('ss, 8 flows')) return;
        clearInterval(timer);
        const wholeMs = performance.now() - started;
        resolve({ ms: longestMs, wholeMs, megabytes: file.size / 1e6 });
      }, 100);
    });
  }, LARGE_STAMPS);
  console.log(`    ${longest.megabytes.toFixed(0)} MB, longest frame ${longest.ms.toFixed(0)} ms`);
  assert.ok(longest.ms < Math.max(LONGEST_FRAME_MS, LONGEST_FRAME_SHARE * longest.wholeMs));
}

async function remove(page) {
  for (const name of ['large.log', 'ss.log']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await page.getByText('ss, 2 flows').waitFor({ state: 'detached' });
}

async function startScenario(page) {
  await page.getByRole('button', { name: 'Numbers and settings' }).click();
  await page.getByRole('button', { name: 'Start a scenario from it' }).click();
  await page.waitForURL(/\/build/);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'After iperf3.json'),
  );
  await picture(page, 'measured-draft');
}

/** With LAB_PICTURES a folder: what it looks like. */
async function picture(page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

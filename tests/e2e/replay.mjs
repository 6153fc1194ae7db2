// Replay of a run, by keys alone: what it shows at a moment is what the core's packet window says,
// it steps from event to event, plays, and a link means the same view.
//
//   node tests/e2e/replay.mjs --base-url http://127.0.0.1:8000      exit status 0 or 1
import assert from 'node:assert/strict';

import { baseUrl, launch, openPage, step, until } from './browser.mjs';
import { getJson, makeOwner, runToEnd, twoFlows } from './lab.mjs';

const TIMEOUT_MS = 120_000;
const DURATION_S = 10;
const AT_S = 0.25;
/** The window of 10 Mbit/s and packets of 1,500 bytes that holds the moment. */
const WINDOW_S = [0, 2.4];

const base = baseUrl();
const browser = await launch();
const { page, complaints } = await openPage(browser);
page.setDefaultTimeout(TIMEOUT_MS);

try {
  const run = await runToEnd(base, makeOwner(), overflowing());
  const packetBytes = run.scenario.packet_bytes;
  await step('r opens it, with every packet where it is', () => open(run));
  const events = await step('its queue is that of the packet window', () =>
    compareQueue(run, packetBytes),
  );
  await step('. goes to the next event and , back', () => stepOn(events));
  await step('it goes to the next drop and says why', nextDrop);
  await step('it plays, and played faster it shows shares instead of packets', play);
  await step('a link means the same view', () => reloadKeeps());
  await step('the console stayed clean', () => assert.deepEqual(complaints, []));
} catch (error) {
  console.error(error);
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = 1;
} finally {
  await browser.close();
}

/** Slow start fills a buffer of one BDP within a quarter of a second. */
function overflowing() {
  const scenario = twoFlows('cubic', DURATION_S);
  const { rate_bps, delay_s } = scenario.bottleneck;
  const buffer = { amount: 1, unit: 'bdp', rtt_s: 0.035 };
  return { ...scenario, name: 'Overflow', bottleneck: { rate_bps, delay_s, buffer } };
}

function replay() {
  return page.getByRole('region', { name: 'Replay' });
}

async function everyPacket() {
  await replay().getByText('Every packet where it is.').waitFor();
}

async function open(run) {
  await page.goto(`${base}/runs/${run.id}?at=${AT_S}`);
  await page.locator('footer[aria-label=Time]').waitFor();
  await page.keyboard.press('r');
  await everyPacket();
  await until(async () => (await paintedPixels()) > 500, 'packets are painted');
}

/** How many pixels of the canvas are not empty. */
function paintedPixels() {
  return replay()
    .locator('canvas')
    .evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, index) => index % 4 === 3 && value > 0).length;
    });
}

async function compareQueue(run, packetBytes) {
  const [from, to] = WINDOW_S;
  const path = `/runs/${run.id}/packets?from_s=${from}&to_s=${to}`;
  const events = await packetsOf(path);
  const row = events.time_s.findLastIndex((time) => time <= AT_S);
  const packets = events.queue_bytes[row] / packetBytes;
  await replay()
    .getByText(new RegExp(`^${packets} of \\d+ packets wait: `))
    .first()
    .waitFor();
  return events;
}

/** Computed when somebody asks, the page or this script. */
async function packetsOf(path) {
  await until(async () => (await getJson(base, path)).status === 'done', `${path} is computed`);
  return (await getJson(base, path)).events;
}

async function shownSeconds() {
  const text = await page.locator('footer[aria-label=Time]').locator('span').first();
  return Number.parseFloat(await text.innerText());
}

async function stepOn({ time_s }) {
  const next = time_s.find((time) => time > AT_S);
  await page.keyboard.press('.');
  await page.waitForURL((url) => Math.abs(Number(url.searchParams.get('at')) - next) < 0.001);
  await page.keyboard.press('.');
  await page.keyboard.press(',');
  assert.ok(Math.abs((await shownSeconds()) - next) < 0.001);
}

async function nextDrop() {
  const kinds = replay().getByRole('combobox', { name: 'Step to the next' });
  await kinds.focus();
  await kinds.selectOption('loss');
  await kinds.blur();
  await page.keyboard.press('Home');
  await everyPacket();
  await page.keyboard.press('.');
  await replay()
    .getByText(/^packet [\d,]+ of (elephant|mouse) is dropped: the buffer is full$/)
    .waitFor();
}

async function play() {
  const before = await shownSeconds();
  await page.keyboard.press(' ');
  await until(async () => (await shownSeconds()) > before, 'time moves on');
  await page.keyboard.press(' ');
  const pace = page.getByRole('combobox', { name: /^Pace/ });
  await pace.selectOption('4');
  await pace.blur();
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await replay().getByText(/^Too fast for single packets/).waitFor();
  await page.keyboard.press(' ');
  await everyPacket();
}

async function reloadKeeps() {
  await page.keyboard.press('f');
  await page.waitForURL(/at=/);
  const time = await shownSeconds();
  const words = await replay().getByText(/packets wait: /).first().innerText();
  await page.reload();
  await everyPacket();
  assert.equal(await shownSeconds(), time);
  await replay().getByText(words, { exact: true }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('speed'), '4');
}

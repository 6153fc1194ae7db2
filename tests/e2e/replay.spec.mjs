// Replay of a run, by keys alone: what it shows at a moment is what the core's packet window says,
// it steps from event to event, plays, and a link means the same view.
import { getJson, runToEnd, twoFlows } from './support/lab.mjs';
import { expect, test } from './support/test.mjs';

const DURATION_S = 10;
const AT_S = 0.25;
/** The window of 10 Mbit/s and packets of 1,500 bytes that holds the moment. */
const WINDOW_S = [0, 2.4];

test('replay shows the packets that the core has recorded', async ({
  page,
  base,
  owner,
  complaints,
}) => {
  const step = test.step;
  const run = await runToEnd(base, owner, overflowing());
  await step('r opens it, with every packet where it is', () => openReplay(page, base, run));
  const events = await step('its queue is that of the packet window', () =>
    compareQueue(page, base, run),
  );
  await step('. goes to the next event and , back', () => stepOn(page, events));
  await step('it goes to the next drop and says why', () => nextDrop(page));
  await step('it plays, and played faster it shows shares instead of packets', () => play(page));
  await step('a drag of the handle of time moves what is shown', () => dragTime(page));
  await step('a link means the same view', () => reloadKeeps(page));
  expect(complaints, 'the console stayed clean').toEqual([]);
});

/** Slow start fills a buffer of one BDP within a quarter of a second. */
function overflowing() {
  const scenario = twoFlows('cubic', DURATION_S);
  const { rate_bps, delay_s } = scenario.bottleneck;
  const buffer = { amount: 1, unit: 'bdp', rtt_s: 0.035 };
  return { ...scenario, name: 'Overflow', bottleneck: { rate_bps, delay_s, buffer } };
}

function replay(page) {
  return page.getByRole('region', { name: 'Replay' });
}

async function everyPacket(page) {
  await expect(replay(page).getByText('Every packet at its position.')).toBeVisible();
}

async function openReplay(page, base, run) {
  await page.goto(`${base}/runs/${run.id}?at=${AT_S}`);
  await expect(page.locator('footer[aria-label=Time]')).toBeVisible();
  await page.keyboard.press('r');
  await everyPacket(page);
  const painted = () => paintedPixels(page);
  await expect.poll(painted, { message: 'packets are painted' }).toBeGreaterThan(500);
}

/** How many pixels of the canvas are not empty. */
function paintedPixels(page) {
  return replay(page)
    .locator('canvas')
    .evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, index) => index % 4 === 3 && value > 0).length;
    });
}

async function compareQueue(page, base, run) {
  const [from, to] = WINDOW_S;
  const path = `/runs/${run.id}/packets?from_s=${from}&to_s=${to}`;
  // Computed when it is asked for, by the page or this test.
  await expect.poll(async () => (await getJson(base, path)).status).toBe('done');
  const { events } = await getJson(base, path);
  const row = events.time_s.findLastIndex((time) => time <= AT_S);
  const packets = events.queue_bytes[row] / run.scenario.packet_bytes;
  const waiting = new RegExp(`^${packets} of \\d+ packets queued at [\\d.]+ s: `);
  await expect(replay(page).getByText(waiting).first()).toBeVisible();
  return events;
}

async function shownSeconds(page) {
  const text = page.locator('footer[aria-label=Time]').locator('span').first();
  return Number.parseFloat(await text.innerText());
}

async function stepOn(page, { time_s }) {
  const next = time_s.find((time) => time > AT_S);
  await page.keyboard.press('.');
  await page.waitForURL((url) => Math.abs(Number(url.searchParams.get('at')) - next) < 0.001);
  await page.keyboard.press('.');
  await page.keyboard.press(',');
  await expect.poll(() => shownSeconds(page)).toBeCloseTo(next, 3);
}

async function nextDrop(page) {
  const kinds = replay(page).getByRole('combobox', { name: 'Step to the next' });
  await kinds.focus();
  await kinds.selectOption('loss');
  await kinds.blur();
  await page.keyboard.press('Home');
  await everyPacket(page);
  await page.keyboard.press('.');
  const dropped = /^packet [\d,]+ of (elephant|mouse) is dropped: buffer full$/;
  await expect(replay(page).getByText(dropped)).toBeVisible();
}

async function play(page) {
  const before = await shownSeconds(page);
  await page.keyboard.press(' ');
  const time = () => shownSeconds(page);
  await expect.poll(time, { message: 'time moves on' }).toBeGreaterThan(before);
  await page.keyboard.press(' ');
  const pace = page.getByRole('combobox', { name: /^Pace/ });
  await pace.selectOption('4');
  await pace.blur();
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await expect(replay(page).getByText(/^Too fast for single packets/)).toBeVisible();
  await page.keyboard.press(' ');
  await everyPacket(page);
}

/** A quarter of the strip is a quarter of the run. */
async function dragTime(page) {
  const handle = await page.getByRole('slider', { name: 'Time shown' }).boundingBox();
  const strip = await page.getByRole('group', { name: 'Whole run' }).boundingBox();
  const before = await shownSeconds(page);
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + strip.width / 4, y, { steps: 5 });
  await page.mouse.up();
  const moved = async () => (await shownSeconds(page)) - before;
  await expect.poll(moved, { message: 'the time moves along' }).toBeCloseTo(DURATION_S / 4, 0);
  await everyPacket(page);
}

async function reloadKeeps(page) {
  const frozenAt = (address) => new URL(address).searchParams.get('at');
  const before = frozenAt(page.url());
  await page.keyboard.press('f');
  // The address follows the time a little later, and until then may still have an earlier moment.
  await page.waitForURL((url) => ![null, before].includes(frozenAt(url)));
  const time = await shownSeconds(page);
  const words = await replay(page)
    .getByText(/packets queued at [\d.]+ s: /)
    .first()
    .innerText();
  await page.reload();
  await everyPacket(page);
  expect(await shownSeconds(page)).toBe(time);
  await expect(replay(page).getByText(words, { exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('speed')).toBe('4');
}

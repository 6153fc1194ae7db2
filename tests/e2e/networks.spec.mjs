// Real networks in a browser: a delivery trace from a file, and the replay of one of two links.
import { getJson, runToEnd, twoFlows } from './support/lab.mjs';
import { expect, test } from './support/test.mjs';

const DURATION_S = 5;
/** 1,500 bytes each 2 ms, for one second. */
const TRACE = Array.from({ length: 500 }, (_, index) => 2 * (index + 1)).join('\n');
const TRACE_BPS = 6_000_000;

test('a trace from a file is what the link does', async ({ page, base, complaints }) => {
  await page.goto(`${base}/build?preset=elephant-and-mouse`);
  await page.getByText('How the link changes').click();
  const trace = page.locator('[data-path="bottleneck.trace"]');
  await trace
    .locator('input[type=file]')
    .setInputFiles({ name: 'mine.down', mimeType: 'text/plain', buffer: Buffer.from(TRACE) });
  await expect(
    trace.getByText(/^mine\.down: 500 opportunities in 1 s, 6\.0\d* Mbit\/s/),
  ).toBeVisible();
  await trace
    .locator('input[type=file]')
    .setInputFiles({ name: 'bad.down', mimeType: 'text/plain', buffer: Buffer.from('1\nx\n') });
  await expect(trace.getByRole('alert')).toContainText('Line 2: "x" is not a time');
  await expect(trace.getByText(/^mine\.down: 500 opportunities/)).toBeVisible();
  expect(complaints, 'the console stayed clean').toEqual([]);
});

test('the replay is of the link that the plots show', async ({ page, base, owner, complaints }) => {
  const run = await runToEnd(base, owner, parkingLot());
  const AT_S = 2.5;
  for (const [index, id] of ['bottleneck', 'second'].entries()) {
    await page.goto(`${base}/runs/${run.id}?replay=true&at=${AT_S}&link=${index}`);
    const replay = page.getByRole('region', { name: 'Replay' });
    await expect(replay.getByText('Every packet at its position.')).toBeVisible();
    await expect(replay.getByText(`${id}: `)).toBeVisible();
    const packets = await queueAt(base, run, AT_S, index);
    await expect(
      replay.getByText(new RegExp(`^${packets} of 16 packets queued at 2.5`)).first(),
    ).toBeVisible();
  }
  expect(complaints, 'the console stayed clean').toEqual([]);
});

/** What waits there in whole packets, by the link's own events. */
async function queueAt(base, run, seconds, link) {
  const path = `/runs/${run.id}/packets?from_s=0&to_s=${seconds}`;
  let events = null;
  await expect(async () => {
    ({ events } = await getJson(base, path));
    expect(events).not.toBeNull();
  }).toPass();
  const row = events.link_index.lastIndexOf(link);
  return Math.round(events.queue_bytes[row] / 1500);
}

function parkingLot() {
  const scenario = twoFlows('cubic', DURATION_S);
  const [first, second] = scenario.flows;
  const buffer = { amount: 16, unit: 'packets' };
  const link = { rate_bps: 4_000_000, delay_s: 0.002, buffer };
  return {
    ...scenario,
    name: 'Two links',
    bottleneck: link,
    links: [{ ...link, id: 'second', rate_bps: 3_000_000 }],
    flows: [
      { ...first, path: ['bottleneck', 'second'] },
      { ...second, path: ['second'] },
    ],
  };
}

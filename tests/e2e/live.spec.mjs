// A run while it is computed: its curves grow, a cancel keeps them, and the page outlives its
// connection. Every step waits for what it asserts; a slow machine computes the run as slowly.
import { countDrawnLines, drawnCurves, PHONE } from './support/browser.mjs';
import { getJson, startRun, twoFlows } from './support/lab.mjs';
import { expect, test } from './support/test.mjs';

// 40 million packets: no machine of today computes them while a page is looked at.
const LONG_S = 500;

function longRun() {
  const scenario = twoFlows('bbr2', LONG_S);
  const bottleneck = { ...scenario.bottleneck, rate_bps: 1e9 };
  return { ...scenario, name: 'A long run', sample_interval_s: 1, bottleneck };
}

test('curves grow, and a cancel keeps them at once', async ({ mine, base, owner, complaints }) => {
  const { id } = await startRun(base, owner, longRun());
  await mine.goto(`${base}/runs/${id}`);
  await test.step('curves are there and grow', async () => {
    await expect.poll(() => countDrawnLines(mine)).toBeGreaterThan(0);
    const before = await drawnSamples(mine, id);
    await expect.poll(() => drawnSamples(mine, id)).toBeGreaterThan(before);
  });
  await test.step('the answer of the lab ends the run, on the page too', async () => {
    const answer = mine.waitForResponse((response) => response.url().endsWith(`${id}/cancel`));
    await mine.getByRole('button', { name: 'Cancel', exact: true }).click();
    const run = await (await answer).json();
    expect(run.status).toBe('cancelled');
    await expect(mine.getByText(/^Partial: cancelled at /)).toBeVisible();
    await expect(mine.getByText(/^partial: /)).toBeVisible();
    await expect(mine.getByRole('button', { name: 'Run again' })).toBeVisible();
    const kept = run.progress.sample_count;
    expect(kept).toBeGreaterThan(0);
    await expect.poll(() => drawnEnd(mine, id)).toBe(kept);
    const later = await getJson(base, `/runs/${id}`);
    expect(later.progress, 'the worker adds nothing').toEqual(run.progress);
  });
  await test.step('a reload shows the same part', async () => {
    const before = await drawnCurves(mine);
    await mine.reload();
    const name = `${id}:0:throughput_bps`;
    await expect.poll(async () => (await drawnCurves(mine))[name]?.x.length).toBeGreaterThan(0);
    expect((await drawnCurves(mine))[name].y).toEqual(before[name].y);
  });
  expect(complaints).toEqual([]);
});

test('a page that loses its connection says so, covers nothing, and catches up', async ({
  mine,
  base,
  owner,
}) => {
  await mine.setViewportSize(PHONE);
  const { id } = await startRun(base, owner, longRun());
  await mine.goto(`${base}/runs/${id}`);
  await expect.poll(() => drawnSamples(mine, id)).toBeGreaterThan(0);
  const notice = mine.getByText('No connection to the lab.');
  await mine.context().setOffline(true);
  await expect(notice).toBeVisible();
  const [strip, name] = await Promise.all([
    mine.locator('[data-lab-away]').boundingBox(),
    mine.getByRole('heading', { level: 1 }).boundingBox(),
  ]);
  expect(strip.y + strip.height, 'the name of the run is below').toBeLessThanOrEqual(name.y);
  const before = await drawnSamples(mine, id);
  // Meanwhile the run continues.
  const { progress } = await getJson(base, `/runs/${id}`);
  await expect
    .poll(async () => (await getJson(base, `/runs/${id}`)).progress.sample_count)
    .toBeGreaterThan(progress.sample_count);
  expect(await drawnSamples(mine, id)).toBe(before);
  await mine.context().setOffline(false);
  await expect(notice).toBeHidden();
  await expect.poll(() => drawnSamples(mine, id)).toBeGreaterThan(before);
  await mine.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(mine.getByText(/^partial: /)).toBeVisible();
});

/** How many points of the first flow's throughput are drawn. */
async function drawnSamples(page, id) {
  const curve = (await drawnCurves(page))[`${id}:0:throughput_bps`];
  return curve?.y.filter((value) => value !== null).length ?? 0;
}

/** Where its curve ends, in seconds. */
async function drawnEnd(page, id) {
  return (await drawnCurves(page))[`${id}:0:throughput_bps`]?.x.at(-1) ?? 0;
}

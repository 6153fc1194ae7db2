// A run's page is prefetched, so that its curves are there with it: its code is loaded and compiled
// while the list is read, and a press of a name asks for all that the page will ask for.
import { PHONE, WIDE } from './support/browser.mjs';
import { runToEnd, twoFlows } from './support/lab.mjs';
import { expect, test } from './support/test.mjs';
import { curves } from './support/waits.mjs';

const PANE_METRIC = 'cwnd_bytes';
const HINT = '//# allFunctionsCalledOnLoad\n';

for (const viewport of [WIDE, PHONE]) {
  const wide = `${viewport.width} px wide`;
  test(`${wide}: a press of a run's name asks for its curves, and once`, async ({
    mine,
    base,
    owner,
    complaints,
  }) => {
    const { id } = await runToEnd(base, owner, { ...twoFlows('cubic', 10), name: 'Kept' });
    await mine.setViewportSize(viewport);
    const code = mine.waitForResponse(/\/assets\/RunPage-[^/]*\.js$/);
    await mine.goto(`${base}/runs`);
    const text = await (await code).text();
    expect(text.slice(0, HINT.length), 'the browser compiles all of it at once').toBe(HINT);
    // The prefetch is over when the network rests.
    await mine.waitForLoadState('networkidle');
    const asked = [];
    mine.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname !== `/api/runs/${id}/series`) return;
      // What the panes draw; what stands beside the curves asks for other metrics, and later.
      if (searchParams.getAll('metrics').includes(PANE_METRIC)) asked.push('curves');
    });
    const run = mine.waitForRequest((request) => request.url().endsWith(`/runs/${id}`));
    await mine.getByRole('link', { name: 'Kept' }).first().dispatchEvent('pointerdown');
    await run;
    await expect.poll(() => asked.length).toBe(1);
    await mine.getByRole('link', { name: 'Kept' }).first().click();
    await mine.waitForURL(`${base}/runs/${id}`);
    await curves(mine);
    await mine.waitForLoadState('networkidle');
    expect(asked).toEqual(['curves']);
    expect(complaints).toEqual([]);
  });
}

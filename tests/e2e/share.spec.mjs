// A link travels: made on a page with a zoom and two runs, opened in a second, clean browser with
// the same view, run again there, shown inside a page of another origin, refused elsewhere,
// revoked, and then as unknown as one that never was.
import { drawnCurves } from './support/browser.mjs';
import { bothToEnd } from './support/lab.mjs';
import { expect, expectDrawnLines, picture, test } from './support/test.mjs';

const FROM_S = 2;
const TO_S = 6;

test('a link shows the same view in a clean browser until it is revoked', async ({
  journey,
  complaints,
}) => {
  const { mine, guest, base, owner, open, otherOrigin } = journey;
  const step = test.step;
  const runs = await step('two runs are done', () =>
    bothToEnd(base, owner, ['fairtt', 'bbr2'], 10),
  );
  const { link, embed } = await step('Share makes a link', () => makeLink(mine, base, runs));
  await step('a clean browser sees the same view', () => seeSame(mine, guest, link));
  await step("today's core gives the same digests", () => runAgain(guest));
  await step('a fork names its source in words', () => forkIt(guest, link));
  await step('another origin shows the embedding page', () =>
    seeEmbedded(open, otherOrigin, embed),
  );
  await step('no other page lets itself be framed', () =>
    refuseFrame(open, otherOrigin, [link, `${base}/`]),
  );
  await step('revoked in My work', () => revoke(mine, base));
  await step('the link shows nothing any more', () => seeNothing(open, base, link));
  expect(complaints).toEqual([]);
});

async function makeLink(page, base, [current, other]) {
  await page.goto(`${base}/runs/${current.id}?with=${other.id}&from=${FROM_S}&to=${TO_S}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this result' });
  await dialog.getByLabel('Title').fill('Elephant and mouse, side by side');
  await dialog.getByLabel('Note, plain text').fill('Look at the queue after 3 s.');
  await picture(page, 'share-form');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Permanent link' }).inputValue();
  const frame = await dialog
    .getByRole('textbox', { name: 'To show it inside another page' })
    .inputValue();
  await picture(page, 'share-made');
  expect(link).toMatch(/\/s\/[\w-]{22}$/);
  await page.keyboard.press('Escape');
  return { link, embed: /src="([^"]+)"/.exec(frame)[1] };
}

async function seeSame(makerPage, page, link) {
  const response = await page.goto(link);
  expect(response.headers()['referrer-policy']).toBe('no-referrer');
  expect(await response.text()).toMatch(/og:image/);
  await expect(page.getByText('Look at the queue after 3 s.')).toBeVisible();
  const facts = page.getByRole('region', { name: 'Shared result' });
  await expect(facts.getByText(/0 to 10 s, wire bytes, seed 1/)).toHaveCount(2);
  await page.waitForURL(new RegExp(`from=${FROM_S}&to=${TO_S}`));
  await expectDrawnLines(page, 8);
  await expectZoomed(makerPage);
  await expectZoomed(page);
  await expect(async () => {
    const [mine, theirs] = await Promise.all([makerPage, page].map(curvesOf));
    expect(theirs).toEqual(mine);
  }).toPass();
  await picture(page, 'shared');
}

/** Until every curve holds the samples of the range that is shown, and no others. */
async function expectZoomed(page) {
  await page.waitForFunction(
    ([from, to]) => {
      const plots = [...document.querySelectorAll('.js-plotly-plot')];
      const curves = plots.flatMap((plot) => plot.data ?? []).filter(({ x }) => x.length > 0);
      const isThere = ({ x }) => x[0] > from - 1 && x.at(-1) < to + 1;
      return curves.length >= 8 && curves.every(isThere);
    },
    [FROM_S, TO_S],
  );
}

/** The points of all curves, without the ids of the runs. */
async function curvesOf(page) {
  const curves = await drawnCurves(page);
  return Object.entries(curves)
    .map(([name, { x, y }]) => JSON.stringify([name.replace(/^[0-9a-f-]{36}/, ''), x, y]))
    .sort();
}

async function runAgain(page) {
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('button', { name: "Run again with today's core" }).click();
  await expect(page.getByText(/Still holds/)).toBeVisible();
}

/** A copy of it says where it comes from, and not by which link. */
async function forkIt(page, link) {
  await page.getByRole('link', { name: /^Fork/ }).click();
  await expect(page.getByText(/forked from a shared run/)).toBeVisible();
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  await expect(page.getByText(/“Elephant and mouse”, a shared run/)).toBeVisible();
  const token = new URL(link).pathname.split('/').at(-1);
  // The head of this document is still that of the link, which was opened in this very tab.
  expect(await page.locator('body').innerHTML()).not.toContain(token);
  expect(page.url()).not.toContain(token);
}

async function seeEmbedded(open, otherOrigin, embed) {
  const { page, complaints } = await open();
  await page.goto(`${otherOrigin}/?show=${encodeURIComponent(`${embed}?theme=dark`)}`);
  const frame = page.frameLocator('iframe');
  const heading = frame.getByRole('heading', { name: 'Elephant and mouse, side by side' });
  await expect(heading).toBeVisible();
  await expect(frame.locator('path.js-line').first()).toBeVisible();
  const inside = page.frames().find((each) => each.url().startsWith(embed));
  const kept = await inside.evaluate(() => {
    try {
      return [document.cookie, ...Object.keys(localStorage)].join('');
    } catch {
      return ''; // The browser itself refuses storage to a page inside of another one.
    }
  });
  expect(kept).toBe('');
  await picture(page, 'embedded');
  expect(complaints).toEqual([]);
}

async function refuseFrame(open, otherOrigin, addresses) {
  for (const address of addresses) {
    const { page, complaints } = await open();
    await page.goto(`${otherOrigin}/?show=${encodeURIComponent(address)}`);
    const isRefused = () => complaints.some((each) => /frame-ancestors|X-Frame-Options/.test(each));
    await expect.poll(isRefused, { message: `${address} is not framed` }).toBe(true);
  }
}

async function revoke(page, base) {
  await page.goto(`${base}/runs?show=links`);
  await expect(page.getByText('Elephant and mouse, side by side')).toBeVisible();
  await picture(page, 'links');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke for good' }).click();
  await expect(page.getByText('revoked', { exact: true })).toBeVisible();
}

async function seeNothing(open, base, link) {
  const { page } = await open();
  const revoked = await page.goto(link);
  const unknown = await fetch(`${base}/s/${'x'.repeat(22)}`);
  expect(revoked.status()).toBe(404);
  expect(unknown.status).toBe(404);
  expect(await revoked.text()).toBe(await unknown.text());
  await expect(page.getByText('This link shows nothing')).toBeVisible();
  await picture(page, 'gone');
}

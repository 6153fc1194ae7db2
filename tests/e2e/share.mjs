// A link travels: made on a page with a zoom and two runs, opened in a second, clean browser with
// the same view, run again there, shown inside a page of another origin, refused elsewhere,
// revoked, and then as unknown as one that never was.
//
//   node tests/e2e/share.mjs --base-url http://127.0.0.1:8000      exit status 0 or 1
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';

import { baseUrl, drawnCurves, launch, openPage, step, until } from './browser.mjs';
import { giveOwner, makeOwner, runToEnd, twoFlows } from './lab.mjs';

const TIMEOUT_MS = 120_000;
const pictures = process.env.LAB_PICTURES;

const base = baseUrl();
const browser = await launch();
const owner = makeOwner();
const server = createServer((request, response) => {
  const framed = new URL(request.url, 'http://localhost').searchParams.get('show');
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><h1>A course page</h1>
    <iframe src="${framed}" width="900" height="560" title="framed"></iframe>`);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
// Another name of this machine is another origin.
const otherOrigin = `http://localhost:${server.address().port}`;

try {
  const maker = await openPage(browser);
  await giveOwner(maker.page.context(), owner);
  maker.page.setDefaultTimeout(TIMEOUT_MS);
  const ids = await step('two runs are done', makeRuns);
  const { link, embed } = await step('Share makes a link', () => makeLink(maker.page, ids));
  const guest = await openPage(browser);
  guest.page.setDefaultTimeout(TIMEOUT_MS);
  await step('a clean browser sees the same view', () => seeSame(maker.page, guest.page, link));
  await step("today's core gives the same digests", () => runAgain(guest.page));
  await step('a fork names its source in words', () => forkIt(guest.page, link));
  await step('another origin shows the embedding page', () => seeEmbedded(embed));
  await step('no other page lets itself be framed', () => refuseFrame(link));
  await step('revoked in My work', () => revoke(maker.page));
  await step('the link shows nothing any more', () => seeNothing(link));
  assert.deepEqual(maker.complaints, []);
  assert.deepEqual(guest.complaints, []);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}

async function makeRuns() {
  const wanted = ['fairtt', 'bbr2'].map((name) => runToEnd(base, owner, twoFlows(name, 10)));
  return (await Promise.all(wanted)).map(({ id }) => id);
}

async function makeLink(page, [current, other]) {
  await page.goto(`${base}/runs/${current}?with=${other}&from=2&to=6`);
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
  assert.match(link, /\/s\/[\w-]{22}$/);
  await page.keyboard.press('Escape');
  return { link, embed: /src="([^"]+)"/.exec(frame)[1] };
}

async function seeSame(makerPage, page, link) {
  const response = await page.goto(link);
  assert.equal(response.headers()['referrer-policy'], 'no-referrer');
  assert.match(await response.text(), /og:image/);
  await page.getByText('Look at the queue after 3 s.').waitFor();
  await page.waitForURL(/from=2&to=6/);
  await page.waitForFunction(() => document.querySelectorAll('path.js-line').length > 4);
  await until(async () => {
    const [mine, theirs] = await Promise.all([curvesOf(makerPage), curvesOf(page)]);
    return mine.length >= 8 && isDeepStrictEqual(theirs, mine);
  }, 'the same curves on both pages');
  await picture(page, 'shared');
}

/** The points of all curves, without the ids of the runs. */
async function curvesOf(page) {
  const curves = await drawnCurves(page);
  return Object.entries(curves)
    .map(([name, { x, y }]) => JSON.stringify([name.replace(/^[0-9a-f-]{36}/, ''), x, y]))
    .sort();
}

async function runAgain(page) {
  await page.getByRole('button', { name: "Run again with today's core" }).click();
  await page.getByText(/Still holds/).waitFor();
}

/** What somebody makes of it says where it comes from, and not by which link. */
async function forkIt(page, link) {
  await page.getByRole('link', { name: /^Fork/ }).click();
  await page.getByText(/forked from a shared run/).waitFor();
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  await page.getByText(/“Elephant and mouse”, a shared run/).waitFor();
  const token = new URL(link).pathname.split('/').at(-1);
  // The head of this document is still that of the link, which was opened in this very tab.
  const body = await page.locator('body').innerHTML();
  assert.ok(!body.includes(token) && !page.url().includes(token));
}

async function seeEmbedded(embed) {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${otherOrigin}/?show=${encodeURIComponent(`${embed}?theme=dark`)}`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Elephant and mouse, side by side' }).waitFor();
  await frame.locator('path.js-line').first().waitFor();
  const inside = page.frames().find((each) => each.url().startsWith(embed));
  const kept = await inside.evaluate(() => {
    try {
      return [document.cookie, ...Object.keys(localStorage)].join('');
    } catch {
      return ''; // The browser itself refuses storage to a page inside of another one.
    }
  });
  assert.equal(kept, '');
  await picture(page, 'embedded');
  assert.deepEqual(complaints, []);
}

async function refuseFrame(link) {
  for (const address of [link, `${base}/`]) {
    const { page, complaints } = await openPage(browser);
    await page.goto(`${otherOrigin}/?show=${encodeURIComponent(address)}`);
    const isRefused = () => complaints.some((each) => /frame-ancestors|X-Frame-Options/.test(each));
    await until(isRefused, `${address} refuses to be framed`);
  }
}

async function revoke(page) {
  await page.goto(`${base}/runs?show=links`);
  await page.getByText('Elephant and mouse, side by side').waitFor();
  await picture(page, 'links');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke for good' }).click();
  await page.getByText('revoked', { exact: true }).waitFor();
}

async function seeNothing(link) {
  const { page } = await openPage(browser);
  const revoked = await page.goto(link);
  const unknown = await fetch(`${base}/s/${'x'.repeat(22)}`);
  assert.equal(revoked.status(), 404);
  assert.equal(unknown.status, 404);
  assert.equal(await revoked.text(), await unknown.text());
  await page.getByText('This link shows nothing').waitFor();
  await picture(page, 'gone');
}

/** With LAB_PICTURES a folder: what it looks like. */
async function picture(page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

// An experiment travels as a link: the same map and cell in a second, clean browser and inside a
// page of another origin, until it is revoked. So does a comparison of runs. A scenario travels in
// the link itself: opened as a draft, without a word to the server before Run.
//
//   node tests/e2e/links.mjs --base-url http://127.0.0.1:8000      exit status 0 or 1
import assert from 'node:assert/strict';
import { createServer } from 'node:http';

import { baseUrl, launch, openPage, step } from './browser.mjs';
import { experimentToEnd, giveOwner, makeOwner, runToEnd, twoFlows } from './lab.mjs';

const TIMEOUT_MS = 120_000;
const pictures = process.env.LAB_PICTURES;
const VIEW = 'view=map&metric=jain_index&cell=5';

const base = baseUrl();
const browser = await launch();
const owner = makeOwner();
const server = createServer((request, response) => {
  const framed = new URL(request.url, 'http://localhost').searchParams.get('show');
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><iframe src="${framed}" width="900" height="560"></iframe>`);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const otherOrigin = `http://localhost:${server.address().port}`;

try {
  const maker = await openPage(browser);
  await giveOwner(maker.page.context(), owner);
  maker.page.setDefaultTimeout(TIMEOUT_MS);
  const { id } = await step('an experiment is done', () =>
    experimentToEnd(base, owner, definition()),
  );
  const { link, recovery } = await step('Share makes a link', () => makeLink(maker.page, id));
  const guest = await openPage(browser);
  guest.page.setDefaultTimeout(TIMEOUT_MS);
  await step('a clean browser sees the same map', () => seeSame(maker.page, guest.page, link));
  await step('its preview is a picture', () => seePreview(link));
  await step('another origin shows its plot', () => seeEmbedded(link));
  await step('its recovery file revokes it from another browser', () =>
    revoke(guest.page, recovery),
  );
  await step('the link shows nothing any more', () => seeNothing(link));
  const compared = await step('a comparison makes a link', () => makeComparison(maker.page));
  await step('a clean browser sees the same comparison', () =>
    seeComparison(maker.page, guest.page, compared),
  );
  const held = await step('Build makes a link that holds its scenario', () =>
    makeHeld(maker.page),
  );
  await step('it opens as a draft and asks for no run', () => openHeld(guest.page, held));
  assert.deepEqual(maker.complaints, []);
  assert.deepEqual(guest.complaints, []);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}

/** Two arms over three buffers and two RTTs, two seeds: 24 runs of a second. */
function definition() {
  const list = (path, values) => ({ path, values: { kind: 'list', values } });
  const algorithms = [{ name: 'bbr2' }, { name: 'fairtt' }];
  return {
    version: 1,
    name: 'Who wins, and where?',
    base: twoFlows('bbr2', 3),
    axes: [
      { label: 'Algorithm', role: 'arm', moves: [list('flows.*.algorithm', algorithms)] },
      { label: 'Buffer', moves: [list('bottleneck.buffer.amount', [0.5, 2, 10])] },
      { label: 'Elephant', moves: [list('flows.0.rtt_s', [0.035, 0.07])] },
    ],
    baseline_index: 0,
    replications: { count: 2, first_seed: 1 },
  };
}

async function makeLink(page, id) {
  await page.goto(`${base}/experiments/${id}?${VIEW}`);
  await page.getByRole('application', { name: /^Jain/ }).first().waitFor();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Share this result' });
  await dialog.getByLabel('Note, plain text').fill('Look at the short buffer.');
  await picture(page, 'experiment-form');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Permanent link' }).inputValue();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save recovery file' }).click(),
  ]);
  const recovery = await download.path();
  await page.keyboard.press('Escape');
  return { link, recovery };
}

async function seeSame(makerPage, page, link) {
  await page.goto(link);
  await page.getByText('Look at the short buffer.').waitFor();
  await page.waitForURL((url) => url.search === `?${VIEW}`);
  const tables = await Promise.all([makerPage, page].map(cellTexts));
  assert.ok(tables[0].length > 4, `only ${tables[0].length} rows`);
  assert.deepEqual(tables[1], tables[0]);
  await picture(page, 'experiment-shared');
}

/** What the rail says of the chosen cell. */
async function cellTexts(page) {
  const rail = page.getByRole('complementary', { name: 'Chosen cell' });
  await rail.getByRole('row').nth(4).waitFor();
  // The numbers of the other arm come a moment later.
  await page.waitForLoadState('networkidle');
  return rail.getByRole('row').allInnerTexts();
}

async function seePreview(link) {
  const response = await fetch(`${link}/preview.png`);
  assert.equal(response.headers.get('content-type'), 'image/png');
  const html = await (await fetch(link)).text();
  assert.match(html, /og:title" content="Who wins, and where\?"/);
}

async function seeEmbedded(link) {
  const { page, complaints } = await openPage(browser);
  const embed = link.replace('/s/', '/embed/');
  await page.goto(`${otherOrigin}/?show=${encodeURIComponent(`${embed}?theme=dark`)}`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('application', { name: /^Jain/ }).first().waitFor();
  await picture(page, 'experiment-embedded');
  assert.deepEqual(complaints, []);
}

async function revoke(page, recovery) {
  await page.goto(`${base}/runs?show=links`);
  await page.getByLabel('Recovery file').setInputFiles(recovery);
  await page.getByText('Who wins, and where?').waitFor();
  await picture(page, 'recovery');
  await page.getByRole('button', { name: 'Revoke this link' }).click();
  await page.getByText('The link is revoked').waitFor();
}

async function seeNothing(link) {
  const { page } = await openPage(browser);
  assert.equal((await page.goto(link)).status(), 404);
  await page.getByText('This link shows nothing').waitFor();
}

async function makeComparison(page) {
  const wanted = ['fairtt', 'bbr2'].map((name) => runToEnd(base, owner, twoFlows(name, 3)));
  const ids = (await Promise.all(wanted)).map(({ id }) => id);
  await page.goto(`${base}/compare?of=${ids.join('.')}&baseline=1`);
  await page.getByRole('button', { name: /^Share/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this result' });
  await dialog.getByLabel('Title').fill('FaiRTT against BBRv2');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Permanent link' }).inputValue();
  await page.keyboard.press('Escape');
  return link;
}

async function seeComparison(makerPage, page, link) {
  await page.goto(link);
  await page.getByRole('link', { name: 'Compare further' }).waitFor();
  await page.getByRole('button', { name: "Run again with today's core" }).click();
  await page.getByText(/Still holds: core .* for the first seed of 2 items/).waitFor();
  const [mine, theirs] = await Promise.all([makerPage, page].map(metricRows));
  assert.ok(mine.length > 3, `only ${mine.length} rows`);
  assert.deepEqual(theirs, mine);
  assert.equal(new URL(page.url()).search, '');
  await picture(page, 'comparison-shared');
}

async function metricRows(page) {
  await page.getByRole('row').nth(5).waitFor();
  await page.waitForLoadState('networkidle');
  return page.getByRole('main').getByRole('row').allInnerTexts();
}

async function makeHeld(page) {
  await page.goto(`${base}/build?draft=new`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Held by its link');
  await page.getByLabel('Seed', { exact: true }).fill('77');
  await page.getByRole('button', { name: 'Draft' }).click();
  await page.getByRole('button', { name: 'Link without a server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link without a server' });
  const held = await dialog.getByRole('textbox').inputValue();
  await picture(page, 'held-link');
  assert.match(held, /\/build#lab1=[\w-]+&seed=77$/);
  return held;
}

async function openHeld(page, held) {
  const asked = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto(held);
  await page.waitForURL(`${base}/build`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.and(page.locator('[value="Held by its link"]')).waitFor();
  assert.equal(await page.getByLabel('Seed', { exact: true }).inputValue(), '77');
  await picture(page, 'held-opened');
  assert.ok(!asked.some((each) => /POST .*\/api\/(runs|drafts)/.test(each)), asked.join('\n'));
  assert.ok(!asked.some((each) => each.includes('lab1')));
}

/** With LAB_PICTURES a folder: what it looks like. */
async function picture(page, name) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

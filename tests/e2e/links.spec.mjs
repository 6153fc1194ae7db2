// An experiment travels as a link: the same map and cell in a second, clean browser and inside a
// page of another origin, until it is revoked. So does a comparison of runs. A scenario travels in
// the link itself: opened as a draft, without a word to the server before Run.
import { bothToEnd, experimentToEnd, twoFlows } from './support/lab.mjs';
import { expect, picture, test } from './support/test.mjs';

const VIEW = 'view=map&metric=jain_index&cell=5';

test('an experiment travels as a link until it is revoked', async ({ journey, complaints }) => {
  const { mine, guest, base, owner, open, otherOrigin } = journey;
  const step = test.step;
  const { id } = await step('an experiment is done', () =>
    experimentToEnd(base, owner, definition()),
  );
  const { link, recovery } = await step('Share makes a link', () => makeLink(mine, base, id));
  await step('a clean browser sees the same map', () => seeSame(mine, guest, link));
  await step('its preview is a picture', () => seePreview(link));
  await step('another origin shows its plot', () => seeEmbedded(open, otherOrigin, link));
  await step('its recovery file revokes it from another browser', () =>
    revoke(guest, base, recovery),
  );
  await step('the link shows nothing any more', () => seeNothing(open, link));
  expect(complaints).toEqual([]);
});

test('a comparison travels as a link', { tag: '@full' }, async ({ journey, complaints }) => {
  const { mine, guest, base, owner } = journey;
  const link = await makeComparison(mine, base, owner);
  await seeComparison(mine, guest, link);
  expect(complaints).toEqual([]);
});

test('a link holds a scenario and opens as a draft', async ({ mine, guest, base, complaints }) => {
  const held = await makeHeld(mine, base);
  await openHeld(guest, base, held);
  expect(complaints).toEqual([]);
});

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

async function makeLink(page, base, id) {
  await page.goto(`${base}/experiments/${id}?${VIEW}`);
  await expect(page.getByRole('application', { name: /^Jain/ }).first()).toBeVisible();
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
  await expect(page.getByText('Look at the short buffer.')).toBeVisible();
  await page.waitForURL((url) => url.search === `?${VIEW}`);
  // The numbers of the other arm come a moment later.
  await expect(async () => {
    const [mine, theirs] = await Promise.all([makerPage, page].map(cellTexts));
    expect(mine.length).toBeGreaterThan(4);
    expect(theirs).toEqual(mine);
  }).toPass();
  await picture(page, 'experiment-shared');
}

/** What the rail says of the chosen cell. */
async function cellTexts(page) {
  const rail = page.getByRole('complementary', { name: 'Chosen cell' });
  await rail.getByRole('row').nth(4).waitFor();
  await page.waitForLoadState('networkidle');
  return rail.getByRole('row').allInnerTexts();
}

async function seePreview(link) {
  const response = await fetch(`${link}/preview.png`);
  expect(response.headers.get('content-type')).toBe('image/png');
  const html = await (await fetch(link)).text();
  expect(html).toMatch(/og:title" content="Who wins, and where\?"/);
}

async function seeEmbedded(open, otherOrigin, link) {
  const { page, complaints } = await open();
  const embed = link.replace('/s/', '/embed/');
  await page.goto(`${otherOrigin}/?show=${encodeURIComponent(`${embed}?theme=dark`)}`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('application', { name: /^Jain/ }).first()).toBeVisible();
  await picture(page, 'experiment-embedded');
  expect(complaints).toEqual([]);
}

async function revoke(page, base, recovery) {
  await page.goto(`${base}/runs?show=links`);
  await page.getByLabel('Recovery file').setInputFiles(recovery);
  await expect(page.getByText('Who wins, and where?')).toBeVisible();
  await picture(page, 'recovery');
  await page.getByRole('button', { name: 'Revoke this link' }).click();
  await expect(page.getByText('The link is revoked')).toBeVisible();
}

async function seeNothing(open, link) {
  const { page } = await open();
  expect((await page.goto(link)).status()).toBe(404);
  await expect(page.getByText('This link shows nothing')).toBeVisible();
}

async function makeComparison(page, base, owner) {
  const runs = await bothToEnd(base, owner, ['fairtt', 'bbr2'], 3);
  await page.goto(`${base}/compare?of=${runs.map(({ id }) => id).join('.')}&baseline=1`);
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
  await expect(page.getByRole('link', { name: 'Compare further' })).toBeVisible();
  await page.getByRole('button', { name: "Run again with today's core" }).click();
  const holds = page.getByText(/Still holds: core .* for the first seed of 2 items/);
  await expect(holds).toBeVisible();
  await expect(async () => {
    const [mine, theirs] = await Promise.all([makerPage, page].map(metricRows));
    expect(mine.length).toBeGreaterThan(3);
    expect(theirs).toEqual(mine);
  }).toPass();
  expect(new URL(page.url()).search).toBe('');
  await picture(page, 'comparison-shared');
}

async function metricRows(page) {
  await page.getByRole('row').nth(5).waitFor();
  await page.waitForLoadState('networkidle');
  return page.getByRole('main').getByRole('row').allInnerTexts();
}

async function makeHeld(page, base) {
  await page.goto(`${base}/build?draft=new`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Held by its link');
  await page.getByLabel('Seed', { exact: true }).fill('77');
  await page.getByRole('button', { name: 'Draft' }).click();
  await page.getByRole('button', { name: 'Link without a server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link without a server' });
  const field = dialog.getByRole('textbox');
  await expect(field).toHaveValue(/\/build#lab1=[\w-]+&seed=77$/);
  await picture(page, 'held-link');
  return field.inputValue();
}

async function openHeld(page, base, held) {
  const asked = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto(held);
  await page.waitForURL(`${base}/build`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('Held by its link');
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('77');
  await picture(page, 'held-opened');
  const said = asked.join('\n');
  expect(said).not.toMatch(/POST .*\/api\/(runs|drafts)/);
  expect(said).not.toContain('lab1');
}

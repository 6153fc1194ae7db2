// Labs done alone on a site without a server, step by step beside a lab with one: after the same
// answers and settings both must say the same, marks and measured numbers included.
import { doStep, goToStep } from './support/play.mjs';
import { serve } from './support/siteHost.mjs';
import { expect, picture, test } from './support/test.mjs';

/** Each has something that the others lack: the short one is played always. */
const SHORT = 'cubic-and-newreno';
const OTHERS = [
  'kleinrock-and-bdp',
  'bufferbloat-at-home',
  'how-many-runs',
  'name-that-algorithm',
  'l4s-beside-classic',
];
const STUDENTS = {
  careful: { isCareful: true, number: 0 },
  hasty: { isCareful: false, number: 1 },
};

test.beforeEach(() => {
  const isMissing = process.env.LAB_SITE === undefined;
  test.skip(isMissing, process.env.LAB_NO_SITE ?? 'LAB_SITE, a folder of ./lab site');
});

test('a lab done alone on a site is marked as on a server', async ({ open, base }) =>
  playBoth(open, base, SHORT, STUDENTS.careful));

for (const id of OTHERS) {
  test(
    `${id}, done alone on a site, is marked as on a server`,
    { tag: '@full' },
    async ({ open, base }) =>
      playBoth(open, base, id, id === 'how-many-runs' ? STUDENTS.careful : STUDENTS.hasty),
  );
}

async function playBoth(open, base, id, student) {
  const host = await serve(process.env.LAB_SITE);
  const [site, server] = [await open(), await open()];
  const lab = await labWithKeys(base, id);
  const places = [
    { ...site, address: `${host.address}#` },
    { ...server, address: base },
  ];
  for (const { page, address } of places) await begin(page, address, lab);
  for (const step of lab.steps) {
    await test.step(step.title, async () => {
      for (const { page } of places) await doStep({ page, ...student }, lab, step, () => undefined);
      // What a game hides is drawn for each attempt.
      if (step.kind === 'game') return;
      // A run's result may reach one of them while the other is read.
      await expect(async () => {
        const [here, there] = await Promise.all(places.map(({ page }) => saidOf(page)));
        expect(here, step.title).toEqual(there);
      }).toPass();
    });
  }
  await picture(site.page, `site-lab-${id}`);
  await test.step('it is there after the page was loaded again', () => again(site.page, lab));
  await test.step('a file carries it to another browser', async () => {
    const third = await open();
    await carry(site.page, third.page, host.address, lab);
    expect(third.complaints).toEqual([]);
  });
  for (const { complaints } of places) expect(complaints).toEqual([]);
  host.close();
}

/** As its teacher reads it: a copy of one's own has the keys. */
async function labWithKeys(base, id) {
  const headers = {
    'content-type': 'application/json',
    'x-lab-owner': `keys-${'k'.repeat(27)}`,
  };
  const body = JSON.stringify({ copy_of: id });
  const made = await fetch(`${base}/api/lab-documents`, { method: 'POST', headers, body });
  const { draft } = await made.json();
  return { ...draft, id };
}

async function begin(page, address, { title }) {
  await page.goto(`${address}/labs`);
  await page.getByRole('button', { name: `Start ${title}`, exact: true }).click();
  await page.waitForURL(/\/labs\/attempts\//);
}

/** What the step says, without what differs by place: the core's version, and moving clocks. */
async function saidOf(page) {
  const main = page.locator('main');
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
  const lines = (await main.innerText()).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !/\bcore\b|^Stored\.$/.test(line));
}

/** Everything that was done is done still. */
async function again(page, lab) {
  const done = page.locator('aside [data-done]');
  const count = await done.count();
  await page.reload();
  await expect(done).toHaveCount(count);
  const question = lab.steps.findLast(({ kind }) => kind === 'question');
  if (question === undefined) return;
  await goToStep(page, question);
  await expect(page.getByText(/Right|Stored|Your answer/).first()).toBeVisible();
}

/** With its runs, which are computed again there: what is done, and its marks, are the same. */
async function carry(from, to, address, { title }) {
  const place = new URL(from.url()).hash;
  const said = await saidOf(from);
  await from.goto(`${address}#/runs`);
  const [download] = await Promise.all([
    from.waitForEvent('download'),
    from.getByRole('button', { name: 'Save runs to a file' }).click(),
  ]);
  await to.goto(`${address}#/runs`);
  await to.getByLabel('File of runs').setInputFiles(await download.path());
  await expect(to.getByText('Labs done alone with them: 1.')).toBeVisible();
  await to.goto(`${address}#/labs`);
  await expect(to.getByText(title).first()).toBeVisible();
  await to.goto(`${address}${place}`);
  await expect.poll(() => saidOf(to)).toEqual(said);
}

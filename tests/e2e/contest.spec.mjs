// A contest of a class without one event of a mouse: a teacher opens and ends it, students enter
// modules and withdraw one, and the board and its wall say who is where.
import { readFileSync } from 'node:fs';

import { PHONE } from './support/browser.mjs';
import { countMouseEvents, mouseEvents, press, tabTo } from './support/keys.mjs';
import { getJson, giveOwner, makeOwner } from './support/lab.mjs';
import { expect, picture, test } from './support/test.mjs';

const LAB = 'bufferbloat-at-home';
const MODULES = new URL('../../sim-core/modules/', import.meta.url);
const JUDGED_MS = 120_000;

test('a contest is held without a mouse', async ({
  mine: teacher,
  base,
  owner,
  open,
  complaints,
}) => {
  test.setTimeout(JUDGED_MS + 60_000);
  const step = test.step;
  await countMouseEvents(teacher);
  const { id, code } = await openClass(base, owner);
  await step('the teacher opens it', () => openContest(teacher, base, id));
  const ada = await step('a student enters two modules and withdraws one', () =>
    enterTwo(open, base, code),
  );
  await step('the teacher ends it, asked twice', () => endContest(teacher));
  await step('the board has a place, a score and the scenarios', () => readBoard(teacher));
  await step('the student finds the same place', () => readOwn(ada));
  await step('the wall shows titles and no names', () => readWall(teacher, base, id));
  for (const page of [teacher, ada.page]) expect(await mouseEvents(page)).toBe(0);
  expect(ada.complaints).toEqual([]);
  // Before it is opened there is none, and the browser says so.
  expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
});

async function ask(base, owner, method, path, body) {
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-lab-owner': owner },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

async function openClass(base, owner) {
  const wanted = { lab_id: LAB, name: 'Networks, Monday' };
  return (await ask(base, owner, 'POST', '/classes', wanted)).classroom;
}

async function openContest(page, base, id) {
  await page.goto(`${base}/classes/${id}/contest`);
  const count = page.getByRole('combobox', { name: 'Entries per student' });
  await tabTo(page, count);
  await page.keyboard.type('3');
  await expect(count).toHaveValue('3');
  await tabTo(page, page.getByRole('button', { name: 'Open the contest' }));
  await press(page, 'Enter');
  await expect(page.getByText(/There are 0 entries/)).toBeVisible();
  await picture(page, 'contest-open', { fullPage: true });
}

async function enterTwo(open, base, code) {
  const key = makeOwner();
  const joined = await ask(base, key, 'POST', '/class-joins', { code, alias: 'Ada' });
  for (const name of ['newreno', 'cubic']) {
    const content_base64 = readFileSync(new URL(`${name}.wasm`, MODULES)).toString('base64');
    await ask(base, key, 'POST', '/algorithms/modules', { content_base64 });
  }
  const { page, complaints } = await open({ viewport: PHONE, colorScheme: 'dark' });
  await giveOwner(page.context(), key);
  await countMouseEvents(page);
  await page.goto(`${base}/labs/attempts/${joined.attempt_id}/contest`);
  for (const [title, entry] of [
    ['NewReno', 'first'],
    ['CUBIC', 'second'],
  ]) {
    const module = page.getByRole('combobox', { name: 'Your module' });
    await tabTo(page, module);
    await page.keyboard.type(title);
    const field = page.getByRole('textbox', { name: 'Title on the board and the wall' });
    await tabTo(page, field);
    await press(page, 'Control+A');
    await page.keyboard.type(`Ada’s ${entry}`);
    await press(page, 'Enter');
    await expect(page.getByRole('button', { name: `Withdraw Ada’s ${entry}` })).toBeVisible();
  }
  await tabTo(page, page.getByRole('button', { name: 'Withdraw Ada’s first' }));
  await press(page, 'Enter');
  await expect(page.getByText('withdrawn', { exact: true })).toBeVisible();
  const mine = await getJson(base, `/lab-attempts/${joined.attempt_id}/contest`, {
    'x-lab-owner': key,
  });
  expect(mine.entry_count).toBe(1);
  await picture(page, 'contest-entries', { fullPage: true });
  return { page, complaints };
}

async function endContest(page) {
  await page.reload();
  await tabTo(page, page.getByRole('button', { name: 'End now' }));
  await press(page, 'Enter');
  const sure = page.getByRole('button', { name: 'End the contest: no more entries' });
  // What was pressed has become this one, or the keys would begin at the head of the page again.
  await tabTo(page, sure);
  await press(page, 'Enter');
}

async function readBoard(page) {
  const board = page.getByRole('table');
  await expect(board.getByRole('rowheader', { name: /Ada’s second/ })).toBeVisible({
    timeout: JUDGED_MS,
  });
  const all = page.getByText(/^The 20 scenarios that were drawn$/);
  await tabTo(page, all);
  await press(page, 'Enter');
  await expect(
    page.getByText(/^\.\/lab contest DIR --seed \d+ --count 20 --kinds \S+$/),
  ).toBeVisible();
  await picture(page, 'contest-done', { fullPage: true });
}

async function readOwn({ page }) {
  await page.reload();
  await expect(page.getByRole('rowheader', { name: /Ada’s second yours/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0);
  await picture(page, 'contest-own', { fullPage: true });
}

async function readWall(page, base, id) {
  await page.goto(`${base}/classes/${id}/contest/wall`);
  await expect(page.getByRole('rowheader', { name: 'Ada’s second' })).toBeVisible();
  await expect(page.getByText('Ada', { exact: true })).toHaveCount(0);
  await picture(page, 'contest-wall');
}

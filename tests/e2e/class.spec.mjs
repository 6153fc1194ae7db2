// A class from nothing to grades: a teacher and five students, each in a browser of their own, go
// through a whole shipped lab together.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { PHONE } from './support/browser.mjs';
import { expect, expectDrawnLines, picture, test } from './support/test.mjs';

const LAB = 'The sawtooth, then sharing';
const NAMES = ['Ada', 'Ben', 'Chi', 'Dee', 'Eli'];
const STEPS = ['Draw the window', 'Run it', 'A second flow', 'Run both', 'Make it unfair'];

test(
  'a teacher and five students go through a whole lab',
  { tag: '@full' },
  async ({ page: teacher, complaints, base, open }) => {
    const step = test.step;
    const code = await step('the teacher opens a class', () => openClass(teacher, base));
    const students = await step('five students join by the code, on phones', () =>
      Promise.all(NAMES.map((name) => join(open, base, code, name))),
    );
    const pages = students.map(({ page }) => page);
    await step('the teacher sees all of them by name', () => seeNames(teacher));
    await step('all together: later steps are not open', () => paceTo(teacher, pages));
    await step('each student draws the curve, and no one sees the run before', () =>
      Promise.all(pages.map(drawCurve)),
    );
    await step('the class steps on, and a pause stops it', () => stepAndPause(teacher, pages));
    await step('the run lies over what was drawn', () => runFirst(teacher, pages));
    await step('names are hidden', () => hideNames(teacher));
    await step('a second prediction, its run and the goal', () => reachGoal(teacher, pages));
    await step('the class fills a map', () => fillMap(teacher, pages));
    await step('a question in words, with feedback', () => explain(teacher, pages));
    await step('a student continues on another device', () =>
      recover(open, base, code, students[0]),
    );
    await step('the teacher takes grades and evidence home', () => takeHome(teacher));
    for (const { complaints: theirs } of students.slice(1)) expect(theirs).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

async function openClass(page, base) {
  await page.goto(`${base}/classes`);
  const lab = page.getByRole('combobox', { name: 'Lab', exact: true });
  await expect(lab.getByRole('option', { name: new RegExp(`^${LAB}`) })).toBeAttached();
  await lab.selectOption({ label: await optionOf(lab, LAB) });
  await page.getByRole('textbox', { name: /^Name of the class/ }).fill('Networks, Monday');
  await page.getByRole('button', { name: 'Open the class' }).click();
  const join = page.getByRole('button', { name: /^join with/ });
  await expect(join).toBeVisible();
  return /[A-Z]+-\d{4}/.exec(await join.textContent())[0];
}

async function optionOf(select, start) {
  const texts = await select.getByRole('option').allTextContents();
  return texts.find((text) => text.startsWith(start));
}

/** A code, an alias, two presses. Gives the page and the recovery code. */
async function join(open, base, code, name) {
  const { page, complaints } = await open({ viewport: PHONE });
  await page.goto(`${base}/join`);
  await page.getByRole('textbox', { name: /^Code of the class/ }).fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: /^Your alias/ }).fill(name);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  const recovery = page.getByRole('textbox', { name: 'Recovery code' });
  await expect(recovery).toHaveValue(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
  await expect(page.getByRole('region', { name: 'Class' })).toContainText('Networks, Monday');
  return { page, complaints, name, recovery: await recovery.inputValue() };
}

async function seeNames(teacher) {
  const grid = teacher.getByRole('region', { name: 'Students by steps' });
  for (const name of NAMES) {
    await expect(grid.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
  }
}

async function paceTo(teacher, pages) {
  await teacher.getByText('All together', { exact: true }).click();
  for (const page of pages) {
    await expect(page.getByText(/The class is at step 1/)).toBeVisible();
  }
  await openStep(pages[0], 'Run it');
  await expect(pages[0].getByRole('button', { name: 'Run', exact: true })).toBeHidden();
  await openStep(pages[0], 'Draw the window');
}

async function openStep(page, title) {
  const id = await page.evaluate((wanted) => {
    const links = [...document.querySelectorAll('a[href*="step="]')];
    const found = links.find(({ textContent }) => textContent.includes(wanted));
    return found?.getAttribute('href') ?? null;
  }, title);
  expect(id, `there is a way to ${title}`).not.toBeNull();
  await page.locator(`a[href="${id}"]`).first().click();
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
}

async function drawCurve(page, index) {
  const pad = page.getByRole('group', { name: /^Draw the window: Congestion window/ });
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await pad.boundingBox();
  const at = (across, up) => page.mouse.move(x + width * across, y + height * (1 - up));
  await at(0.1, 0.2);
  await page.mouse.down();
  for (const across of [0.3, 0.5, 0.7, 0.9]) await at(across, 0.3 + 0.1 * index);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Store the prediction' }).click();
  await expect(page.getByText('Stored.')).toBeVisible();
}

const nextStep = (teacher) => teacher.getByRole('button', { name: /^Next step/ }).click();

async function stepAndPause(teacher, pages) {
  await expect(teacher.getByText('5 of 5 students done.')).toBeVisible();
  await nextStep(teacher);
  for (const page of pages) {
    await expect(page.getByText(/The class is at step 2/)).toBeVisible();
    await openStep(page, 'Run it');
  }
  const [student] = pages;
  const run = student.getByRole('button', { name: 'Run', exact: true });
  await expect(run).toBeEnabled();
  await teacher.getByRole('button', { name: /^Pause/ }).click();
  await expect(run).toBeDisabled();
  await expect(
    student.getByText('Your teacher has paused the class. Look up!').first(),
  ).toBeVisible();
  await teacher.getByRole('button', { name: /^Resume/ }).click();
  await expect(run).toBeEnabled();
}

async function runFirst(teacher, pages) {
  await Promise.all(
    pages.map(async (page) => {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(
        page.getByText('Your curve is drawn dashed over the measured one.'),
      ).toBeVisible();
    }),
  );
  await expect(teacher.getByText('5 of 5 students done.')).toBeVisible();
  await expect(teacher.getByText('what happened').first()).toBeVisible();
  // Five curves and what happened: teeth that fall at other moments have no median.
  await expectDrawnLines(teacher, 6);
  await picture(teacher, 'class-curves');
  await picture(pages[0], 'class-student-run');
}

async function hideNames(teacher) {
  const heard = [];
  teacher.on('response', async (response) => {
    if (response.url().includes('/board')) heard.push(await response.text().catch(() => 'Ada'));
  });
  await teacher.getByRole('button', { name: /^Names shown/ }).click();
  const grid = teacher.getByRole('region', { name: 'Students by steps' });
  for (const name of NAMES) {
    await expect(grid.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(0);
  }
  // The server left the names out, not the page. (What was navigated away from cannot be read.)
  await expect.poll(() => heard.some((text) => !/Ada|Eli/.test(text))).toBe(true);
  await picture(teacher, 'class-anonymous');
  const wall = await teacher.context().newPage();
  await wall.goto(teacher.url().replace(/\/classes\/([0-9a-f-]+).*/, '/classes/$1/wall'));
  await expect(wall.getByText('5 students')).toBeVisible();
  await expectDrawnLines(wall, 6);
  await picture(wall, 'class-wall');
  expect(await wall.locator('body').innerText()).not.toMatch(/Ada|Ben|Chi|Dee|Eli/);
  await wall.close();
  await teacher.getByRole('button', { name: /^Names hidden/ }).click();
  await seeNames(teacher);
}

async function reachGoal(teacher, pages) {
  await teacher.getByText('Own pace', { exact: true }).click();
  await Promise.all(
    pages.map(async (page, index) => {
      await expect(page.getByText(/The class is at step/)).toHaveCount(0);
      await openStep(page, STEPS[2]);
      await page.getByRole('radio', { name: 'About equal' }).check();
      await page.getByRole('button', { name: 'Store the prediction' }).click();
      await expect(page.getByText('Stored.')).toBeVisible();
      await openStep(page, STEPS[3]);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(page.getByText(/✓ Right|✗ Not right/).first()).toBeVisible();
      await openStep(page, STEPS[4]);
      const rtt = page.getByRole('textbox', { name: /RTT/ });
      if (index > 0) {
        await rtt.fill('60');
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await expect(page.getByText(/^✗ The goal is missed/)).toBeVisible();
      }
      await rtt.fill('160');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(page.getByText('✓ The goal is reached.')).toBeVisible();
    }),
  );
  await picture(pages[1], 'class-student-goal');
}

async function fillMap(teacher, pages) {
  await Promise.all(
    pages.map(async (page, index) => {
      await openStep(page, 'The class fills a map');
      await page.getByRole('combobox', { name: /^RTT of the second flow/ }).selectOption({ index });
      await page.getByRole('button', { name: 'Run this cell' }).click();
      await expect(page.getByText('1 of your runs is done.')).toBeVisible();
    }),
  );
  await teacher.getByText('Map', { exact: true }).click();
  for (const page of [...pages, teacher]) {
    const map = page.getByRole('application', { name: /5 runs in 5 of 24 cells/ });
    await expect(map).toBeVisible();
  }
  await picture(pages[0], 'class-student-map');
  await picture(teacher, 'class-map');
}

async function explain(teacher, pages) {
  await Promise.all(
    pages.map(async (page, index) => {
      await openStep(page, 'Explain');
      await page
        .getByRole('textbox', { name: 'Explain' })
        .fill(`=Both add the same, says ${index}.`);
      await page.getByRole('button', { name: 'Store the answer' }).click();
      await expect(page.getByText('Stored.')).toBeVisible();
    }),
  );
  const grid = teacher.getByRole('region', { name: 'Students by steps' });
  await grid.getByRole('button', { name: /^Ada/ }).click();
  const sheet = teacher.getByRole('dialog');
  await sheet
    .getByRole('textbox', { name: 'Feedback on Explain' })
    .fill('Say why a halving takes more.');
  await sheet.getByRole('textbox', { name: /^Points for Explain/ }).fill('1.5');
  await sheet.getByRole('button', { name: 'Give' }).last().click();
  // By the stream: a poll would take half a minute.
  await expect(pages[0].getByText('Say why a halving takes more.')).toBeVisible({ timeout: 5_000 });
  await expect(sheet.getByRole('button', { name: 'Change' })).toBeDisabled();
  await picture(teacher, 'class-feedback');
  await teacher.keyboard.press('Escape');
}

/** The recovery code opens the same place in another browser, and closes the first one. */
async function recover(open, base, code, { page: before, recovery, name }) {
  const { page, complaints } = await open({ viewport: PHONE });
  await page.goto(`${base}/join`);
  await page.getByRole('link', { name: 'I have a recovery code' }).click();
  await page.getByRole('textbox', { name: /^Code of the class/ }).fill(code);
  await page.getByRole('textbox', { name: /^Recovery code/ }).fill(recovery);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^${name}, number`) })).toBeVisible();
  await openStep(page, 'Explain');
  await expect(page.getByRole('textbox', { name: 'Explain' })).toHaveValue(/^=Both add the same/);
  expect(complaints).toEqual([]);
  await before.reload();
  await expect(before.getByText(/another browser/)).toBeVisible();
}

async function takeHome(teacher) {
  await teacher.getByText('Class', { exact: true }).last().click();
  const [grades] = await Promise.all([
    teacher.waitForEvent('download'),
    teacher.getByRole('button', { name: 'Grades, CSV' }).click(),
  ]);
  const lines = readFileSync(await grades.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(lines).toHaveLength(1 + NAMES.length);
  for (const name of NAMES) expect(lines.some((line) => line.includes(name))).toBe(true);
  // A spreadsheet must not take what a student wrote for a formula.
  for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+@]/);
  const [evidence] = await Promise.all([
    teacher.waitForEvent('download'),
    teacher.getByRole('button', { name: 'All evidence, ZIP' }).click(),
  ]);
  const inside = execFileSync('python3', ['-m', 'zipfile', '-l', await evidence.path()], {
    encoding: 'utf8',
  });
  expect(inside).toMatch(/lab\.json/);
  expect(inside).toMatch(/README/);
}

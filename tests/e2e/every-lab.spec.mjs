// Every shipped lab from its first step to its last, one after the other, by a teacher and two
// students who keep their browsers: all together, with a wall, a pause and feedback in each.
// Prints how long the class waited. LAB_PLAY names labs by id, with commas, to play only those.
import { loadavg } from 'node:os';

import { PHONE } from './support/browser.mjs';
import { doStep, goToStep } from './support/play.mjs';
import { expect, picture, test } from './support/test.mjs';

const HOURS_MS = 7_200_000;
const ALIASES = ['Ada', 'Ben'];

test(
  'a teacher and two students play every shipped lab',
  { tag: '@full' },
  async ({ page, complaints, base, open }) => {
    test.setTimeout(HOURS_MS);
    const waits = createWaits();
    const people = { teacher: page, wall: await page.context().newPage(), students: [] };
    for (const [number, alias] of ALIASES.entries()) {
      const student = await open({ viewport: PHONE });
      people.students.push({ ...student, alias, number, isCareful: number === 0 });
    }
    const listed = await (await fetch(`${base}/api/labs`)).json();
    const wanted = process.env.LAB_PLAY?.split(',');
    for (const { id, title } of listed.filter((lab) => wanted?.includes(lab.id) ?? true)) {
      await test.step(title, () => playLab(people, base, { id, title }, waits));
      waits.say(title);
    }
    waits.sayAll();
    expect(complaints).toEqual([]);
    for (const student of people.students) expect(student.complaints).toEqual([]);
  },
);

async function playLab(people, base, listed, waits) {
  const { teacher, wall, students } = people;
  const code = await openClass(teacher, base, listed.id);
  for (const student of students) await join(student, base, code);
  const lab = await readLab(teacher);
  await wall.goto(teacher.url().replace(/\/classes\/([0-9a-f-]+).*/, '/classes/$1/wall'));
  await teacher.getByText('All together', { exact: true }).click();
  let isPaused = false;
  let hasFeedback = false;
  for (const [index, step] of lab.steps.entries()) {
    await stepOn(people, step, index);
    if (!isPaused && index > 0) await pause(people, waits);
    isPaused ||= index > 0;
    await Promise.all(students.map((student) => doStep(student, lab, step, waits.note)));
    const isText = step.kind === 'text';
    if (!isText) await expect(teacher.getByText('2 of 2 students done.')).toBeVisible();
    if (step.kind === 'question' && !hasFeedback) await giveFeedback(people, step, waits);
    hasFeedback ||= step.kind === 'question';
    expect(await wall.locator('body').innerText()).not.toMatch(/\b(Ada|Ben)\b/);
  }
  await expectBoard(teacher, lab);
  await picture(teacher, `play-${listed.id}`);
  await picture(wall, `play-${listed.id}-wall`);
}

async function openClass(page, base, labId) {
  await page.goto(`${base}/classes`);
  const lab = page.getByRole('combobox', { name: 'Lab', exact: true });
  await lab.selectOption({ value: labId });
  await page.getByRole('textbox', { name: /^Name of the class/ }).fill('Every lab');
  await page.getByRole('button', { name: 'Open the class' }).click();
  const join = page.getByRole('button', { name: /^join with/ });
  await expect(join).toBeVisible();
  return /[A-Z]+-\d{4}/.exec(await join.textContent())[0];
}

async function join({ page, alias }, base, code) {
  await page.goto(`${base}/join/${code}`);
  await page.getByRole('textbox', { name: /^Your alias/ }).fill(alias);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeVisible();
  await page.getByRole('button', { name: 'I have it' }).click();
}

/** What only the teacher's browser may read. */
function ofClass(page, part = '') {
  return page.evaluate(async (address) => {
    const headers = { 'x-lab-owner': window.localStorage.getItem('lab-owner') };
    const [, id] = /\/classes\/([0-9a-f-]+)/.exec(window.location.pathname);
    return (await fetch(`/api/classes/${id}${address}`, { headers })).json();
  }, part);
}

async function readLab(teacher) {
  const { lab } = await ofClass(teacher);
  return lab;
}

/** The teacher opens the next step, and the wall and both phones follow. */
async function stepOn({ teacher, wall, students }, step, index) {
  if (index > 0) await teacher.getByRole('button', { name: /^Next step/ }).click();
  await expect(teacher.locator('#shown-step')).toHaveText(step.title);
  await expect(wall.getByRole('heading', { name: step.title }).first()).toBeVisible();
  for (const { page } of students) {
    await expect(page.getByText(new RegExp(`^The class is at step ${index + 1}\\b`))).toBeVisible();
  }
}

/** From the teacher's press until each student reads it. */
async function pause({ teacher, students }, waits) {
  const from = performance.now();
  await teacher.getByRole('button', { name: /^Pause/ }).click();
  for (const { page } of students) {
    await expect(
      page.getByText('Your teacher has paused the class. Look up!').first(),
    ).toBeVisible();
    waits.note('pause', from);
  }
  await teacher.getByRole('button', { name: /^Resume/ }).click();
  for (const { page } of students) {
    await expect(page.getByText('Your teacher has paused the class. Look up!')).toHaveCount(0);
  }
}

/** From the press on Give until the student reads it, in the list of all answers. */
async function giveFeedback({ teacher, students: [{ page, alias }] }, step, waits) {
  await goToStep(page, step);
  await teacher.getByRole('button', { name: 'Grade the answers' }).click();
  const sheet = teacher.getByRole('dialog');
  const said = 'Say it in one sentence.';
  await sheet.getByRole('textbox', { name: `Feedback on ${step.title} of ${alias}` }).fill(said);
  const from = performance.now();
  await sheet.getByRole('button', { name: 'Give', exact: true }).first().click();
  await expect(page.getByText(said)).toBeVisible();
  waits.note('feedback', from);
  await expect(sheet.getByRole('button', { name: 'Change' })).toBeVisible();
  await teacher.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

/** What the server has judged: who was careful is right everywhere that can be known before. */
async function expectBoard(teacher, lab) {
  const { students } = await ofClass(teacher, '/board');
  for (const step of lab.steps) {
    const states = students.map((student) => student.steps[step.id].state);
    const isMarked = step.kind === 'question' && step.question.kind !== 'text';
    if (isMarked) expect(states, step.title).toEqual(['right', 'wrong']);
    if (step.kind === 'goal') expect(states, step.title).toEqual(['right', 'right']);
    for (const state of states) expect(state, step.title).not.toMatch(/none|working/);
  }
}

/** How long people waited, by what for, in seconds. */
function createWaits() {
  const all = {};
  let began = performance.now();
  const rank = (times, part) =>
    times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))];
  return {
    note(kind, from) {
      (all[kind] ??= []).push((performance.now() - from) / 1000);
    },
    say(title) {
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.log(`${title}: ${seconds} s, load ${loadavg()[0].toFixed(1)}`);
      began = performance.now();
    },
    sayAll() {
      for (const [kind, times] of Object.entries(all)) {
        const [median, slowest] = [0.5, 1].map((part) => rank(times, part).toFixed(2));
        console.log(`${kind}: ${times.length} times, median ${median} s, slowest ${slowest} s`);
      }
    },
  };
}

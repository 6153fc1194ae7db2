// Classes and their walls as a teacher and a student meet them.
import { joinAndWork, joinForty } from './classes.mjs';
import { sheet, WAIT_MS } from './waits.mjs';

/** Of this page's browser, which is its teacher's from then on. */
export async function openClass(page) {
  await page.getByRole('combobox', { name: 'Lab' }).selectOption({ value: 'bufferbloat-at-home' });
  await page.getByRole('textbox', { name: /^Name of the class/ }).fill('Networks, Monday');
  await page.getByRole('button', { name: 'Open the class' }).click();
  await page.waitForURL(/\/classes\/[0-9a-f-]{36}/);
  await page.getByText('No student has joined yet. Show the class code').waitFor();
}

function codeOf(page) {
  return page
    .getByRole('button', { name: /^join with/ })
    .locator('b')
    .innerText();
}

/** Three students have predicted and run; one of them asks for help. */
export async function openWorkingClass(page) {
  await openClass(page);
  await joinAndWork(new URL(page.url()).origin, await codeOf(page));
  await page.getByRole('link', { name: /^\d 100 packets/ }).click();
  await page.getByRole('img', { name: /3 answers.*what happened/ }).waitFor({ timeout: WAIT_MS });
  await page.getByText('asks for help (1)').waitFor();
}

/** Forty students half an hour into the lab: who is where, and who needs the teacher. */
export async function openCrowdedClass(page) {
  await openClass(page);
  await joinForty(new URL(page.url()).origin, await codeOf(page));
  await page.getByRole('link', { name: /^Step 3, 100 packets/ }).click();
  await page.getByRole('img', { name: /3\d answers.*what happened/ }).waitFor({ timeout: WAIT_MS });
}

export async function openCrowdedWall(page) {
  await openCrowdedClass(page);
  await page.getByText('All together', { exact: true }).click();
  await toWall(page);
  await page.getByRole('img', { name: /3\d answers.*what happened/ }).waitFor({ timeout: WAIT_MS });
}

export async function openGuide(page) {
  await openClass(page);
  await page.getByText('Guide', { exact: true }).click();
  await page.getByText('All steps, with answers and solutions').click();
}

export async function openGuideSheet(page) {
  await openGuide(page);
  await page.getByRole('link', { name: 'Print the guide' }).click();
  await sheet(page);
}

/** The same browser teaches the class and is a student of it, who reads what was given out. */
export async function openClassSolutions(page) {
  await openClass(page);
  const { pathname } = new URL(page.url());
  await page.goto(new URL(`/join/${await codeOf(page)}`, page.url()).href);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByRole('region', { name: 'Class' }).waitFor();
  await page.evaluate(async (classroom) => {
    const headers = {
      'content-type': 'application/json',
      'x-lab-owner': window.localStorage.getItem('lab-owner'),
    };
    const body = JSON.stringify({ shows_solutions: true });
    await fetch(`/api${classroom}`, { method: 'PATCH', headers, body });
    await fetch(`/api${classroom}/close`, { method: 'POST', headers });
  }, pathname);
  await page.getByRole('link', { name: 'Solutions' }).click();
  await sheet(page);
}

export async function openStudent(page) {
  await openWorkingClass(page);
  await page.getByRole('button', { name: 'Student 1 of the test: show answers' }).click();
  await page.getByRole('dialog', { name: 'Student 1 of the test' }).getByText('700 ms').waitFor();
}

export async function openJoinSheet(page) {
  await openClass(page);
  await page.getByRole('button', { name: /^join with/ }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
}

/** In the same window: its browser is the teacher's. */
async function toWall(page) {
  await page.goto(`${page.url().split(/[?#]/)[0]}/wall`);
}

export async function openEmptyWall(page) {
  await openClass(page);
  await toWall(page);
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
}

export async function openWall(page) {
  await openWorkingClass(page);
  await toWall(page);
  await page.getByRole('img', { name: /3 answers.*what happened/ }).waitFor({ timeout: WAIT_MS });
}

export async function openJoining(page) {
  await openClass(page);
  await page.goto(new URL(`/join/${await codeOf(page)}`, page.url()).href);
  await page.getByRole('button', { name: 'Join', exact: true }).waitFor();
}

export async function joinAsStudent(page) {
  await openJoining(page);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByRole('region', { name: 'Class' }).waitFor();
  await page.getByRole('textbox', { name: 'Recovery code' }).waitFor();
}

// Students of a class as the API sees them, for pages that show what a class has done.
import { makeOwner } from './lab.mjs';

const POLL_MS = 150;
const PREDICTED_MS = [700, 150, 900];

/** Three students join the class on bufferbloat, predict and run; the last one asks for help. */
export async function joinAndWork(base, code) {
  const students = [];
  for (const [index, answer] of PREDICTED_MS.entries()) {
    const ask = asStudent(base, makeOwner());
    const alias = `Student ${index + 1} of the test`;
    const { attempt_id } = await ask('POST', '/class-joins', { code, alias });
    const attempt = `/lab-attempts/${attempt_id}`;
    await ask('PUT', `${attempt}/answers/guess`, { answer });
    await ask('POST', `${attempt}/steps/large/runs`, { settings: {} });
    students.push({ ask, attempt });
  }
  const { ask, attempt } = students.at(-1);
  await ask('PUT', `${attempt}/place`, { step_id: 'large' });
  await ask('PUT', `${attempt}/help`, { asks: true });
  for (const each of students) await untilRun(each);
}

const FORTY = 40;
const FIRST = ['Ada', 'Benedikta', 'Chi', 'Dee', 'Emmanuel', 'Fay', 'Giovanna Maria', 'Hu'];
const LAST = ['', ' K.', ' from the second row', ' O\u2019Neill-Vandenberghe', ' (with Max)'];

/**
 * Forty students of the class on bufferbloat, as they may be half an hour into it: some still
 * predict, most have run, a few are at the goal, two ask for help.
 */
export async function joinForty(base, code) {
  const students = await Promise.all(
    Array.from({ length: FORTY }, async (_, index) => {
      const ask = asStudent(base, makeOwner());
      const alias = `${FIRST[index % FIRST.length]}${LAST[index % LAST.length]}`;
      const { attempt_id } = await ask('POST', '/class-joins', { code, alias });
      return { ask, attempt: `/lab-attempts/${attempt_id}`, index };
    }),
  );
  for (const student of students) await workHalfAnHour(student);
  for (const student of students) await untilRun(student);
}

/** Guesses from 60 ms to 3.6 s; how far a student is depends on the number. */
async function workHalfAnHour({ ask, attempt, index }) {
  const at = (step_id) => ask('PUT', `${attempt}/place`, { step_id });
  const answer = (step, value) => ask('PUT', `${attempt}/answers/${step}`, { answer: value });
  const run = (step, settings) => ask('POST', `${attempt}/steps/${step}/runs`, { settings });
  if (index % 20 === 7) await ask('PUT', `${attempt}/help`, { asks: true });
  if (index % 13 === 12) return at('guess');
  await answer('guess', Math.round(60 * 1.11 ** ((index * 17) % FORTY)));
  await run('large', {});
  if (index % 4 === 0) return at('large');
  await answer('order', 1 + ((index * 7) % 10) / 10);
  await run('small', {});
  if (index % 4 === 1) return at('small');
  await run('tune', { 'bottleneck.buffer.amount': 4 + 4 * (index % 6) });
  await answer('why', `The link was busy all the time; the rest only waits, says ${index}.`);
  return at('tune');
}

async function untilRun({ ask, attempt }) {
  for (;;) {
    const { runs } = await ask('GET', attempt);
    if (runs.every(({ status }) => status === 'done')) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function asStudent(base, owner) {
  return async (method, path, body) => {
    const response = await fetch(`${base}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-lab-owner': owner },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
}

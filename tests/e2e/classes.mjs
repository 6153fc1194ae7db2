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

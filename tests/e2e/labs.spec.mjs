// A lab done alone: predict, run, compare, reach a goal; a curve drawn with the pointer.
import { readdir, readFile } from 'node:fs/promises';

import { PHONE } from './support/browser.mjs';
import { expect, expectDrawnLines, picture, test } from './support/test.mjs';

const LABS = new URL('../../backend/lab_model/classroom/templates/', import.meta.url);

async function start(page, base, title) {
  await page.goto(`${base}/labs`);
  await page.getByRole('button', { name: `Start ${title}` }).click();
  await page.waitForURL(/\/labs\/attempts\//);
}

const next = (page) => page.getByRole('button', { name: /^Next/ }).click();
const run = (page) => page.getByRole('button', { name: 'Run', exact: true }).click();

test('a visitor predicts, runs and reaches the goal of a lab', async ({ guest, base }) => {
  await start(guest, base, 'Bufferbloat at home');
  await expect(guest.getByRole('heading', { name: 'At home', exact: true })).toBeVisible();

  // The run is withheld until it is predicted. The focus shows that the page listens to keys.
  await next(guest);
  await expect(guest.getByRole('heading', { name: 'Predict the RTT', level: 2 })).toBeFocused();
  await guest.keyboard.press('ArrowRight');
  await expect(guest.getByText('This step waits for your prediction.')).toBeVisible();
  await guest.getByRole('main').getByRole('link', { name: 'Predict the RTT' }).click();

  await guest.getByRole('textbox', { name: 'Predict the RTT, in ms' }).fill('700');
  await guest.getByRole('button', { name: 'Store the prediction' }).click();
  await expect(guest.getByText('Stored.')).toBeVisible();
  await next(guest);
  await run(guest);
  await expect(guest.getByText('You predicted 700 ms, the run measured 735 ms.')).toBeVisible();
  await expect(guest.getByText('✓ Right.')).toBeVisible();
  await expectDrawnLines(guest, 4);
  await picture(guest, 'lab-run');

  // A step with open fields can show what is still to be predicted, so it waits, too.
  await guest.getByRole('link', { name: 'Tune it' }).click();
  await expect(guest.getByText('This step waits for your prediction.')).toBeVisible();
  await guest.getByRole('main').getByRole('link', { name: 'A smaller buffer' }).click();
  await guest.getByRole('textbox', { name: 'A smaller buffer, in Mbit/s' }).fill('1');
  await guest.getByRole('button', { name: 'Store the prediction' }).click();
  await expect(guest.getByText('Stored.')).toBeVisible();

  await guest.getByRole('link', { name: 'Tune it' }).click();
  await guest.getByRole('textbox', { name: 'Buffer' }).fill('100');
  await run(guest);
  await expect(guest.getByText(/^✗ The goal is missed/)).toBeVisible();
  await guest.getByRole('textbox', { name: 'Buffer' }).fill('8');
  await run(guest);
  await expect(guest.getByText('✓ The goal is reached.')).toBeVisible();
  await expect(guest.getByRole('row', { name: /^Buffer 8 packets/ })).toContainText('✓ reached');

  // What was begun is found again, with the prediction as it was.
  await guest.getByRole('link', { name: 'All labs' }).click();
  await guest.getByRole('link', { name: /^Continue Bufferbloat at home/ }).click();
  await guest.getByRole('link', { name: 'Predict the RTT' }).click();
  await expect(guest.getByText(/so the prediction can no longer be changed/)).toBeVisible();
});

test('what is typed is kept, and stored by itself once there is a network', async ({
  open,
  base,
}) => {
  const { page: guest, complaints } = await open({ viewport: PHONE });
  await start(guest, base, 'Bufferbloat at home');
  await next(guest);
  const answer = guest.getByRole('textbox', { name: 'Predict the RTT, in ms' });
  await answer.fill('700');
  await next(guest);
  await guest.getByRole('button', { name: /^Previous/ }).click();
  await expect(answer).toHaveValue('700');
  await guest.reload();
  await expect(answer).toHaveValue('700');
  await picture(guest, 'lab-kept-after-reload');
  await guest.context().setOffline(true);
  await guest.getByRole('button', { name: 'Store the prediction' }).click();
  await expect(guest.getByText('The lab does not answer.')).toBeVisible();
  await picture(guest, 'lab-offline');
  await guest.context().setOffline(false);
  await expect(guest.getByText('Stored.')).toBeVisible();
  await picture(guest, 'lab-stored-by-itself');
  await guest.reload();
  await expect(answer).toHaveValue('700');
  // A browser says so of each request that finds no network.
  expect(complaints.filter((said) => !said.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('a curve that was drawn with the pointer lies over the measured one', async ({
  guest,
  base,
}) => {
  await start(guest, base, 'The sawtooth, then sharing');
  const pad = guest.getByRole('group', { name: /^Draw the window: Congestion window/ });
  const { x, y, width, height } = await pad.boundingBox();
  const at = (across, up) => guest.mouse.move(x + width * across, y + height * (1 - up));
  await at(0.1, 0.2);
  await guest.mouse.down();
  for (const [across, up] of [
    [0.3, 0.6],
    [0.32, 0.3],
    [0.6, 0.7],
    [0.8, 0.4],
  ]) {
    await at(across, up);
  }
  await guest.mouse.up();
  await guest.getByRole('button', { name: 'Store the prediction' }).click();
  await expect(guest.getByText('Stored.')).toBeVisible();
  await next(guest);
  await run(guest);
  await expect(guest.getByText('Your curve is drawn dashed over the measured one.')).toBeVisible();
  await guest.getByText('Plots as a table').click();
  const table = guest.getByRole('region', { name: /^Window/ });
  await expect(table.getByRole('columnheader', { name: 'predicted' })).toBeVisible();
  await expectDrawnLines(guest, 5);
  await picture(guest, 'lab-curve');
});

/** How often a curve falls by a fifth or more, and the highest value after the first time. */
function teethOf(values) {
  let [high, low, falls, height, isFalling] = [0, 0, 0, 0, false];
  for (const value of values) {
    if (isFalling) {
      low = Math.min(low, value);
      if (value * 0.8 > low) [isFalling, high] = [false, value];
    } else if (value <= high * 0.8) {
      if (falls > 0) height = Math.max(height, high);
      [isFalling, low, falls] = [true, value, falls + 1];
    } else high = Math.max(high, value);
  }
  return { falls, height };
}

/** Every curve that a shipped lab asks for, with the run that it is about. */
async function drawnPredictions() {
  const names = await readdir(LABS);
  const files = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readFile(new URL(name, LABS))),
  );
  return files.flatMap((file) => {
    const { lab } = JSON.parse(file);
    return lab.steps
      .filter(({ prediction }) => prediction?.kind === 'curve')
      .map(({ title, about, prediction }) => {
        const { scenario } = lab.steps.find(({ id }) => id === about);
        return { lab: lab.title, title, prediction, scenario };
      });
  });
}

/** What is right: the measured curve as points of time and value. */
async function truthOf(request, base, { prediction, scenario }) {
  const begun = await request.post(`${base}/api/runs`, { data: { scenario, seed: 1 } });
  const address = `${base}/api/runs/${(await begun.json()).id}`;
  await expect.poll(async () => (await (await request.get(address)).json()).status).toBe('done');
  const flow = scenario.flows.findIndex(({ label }) => label === prediction.flow);
  const query = `metrics=${prediction.series}&subjects=flow:${flow}&points=1000`;
  const series = await (await request.get(`${address}/series?${query}`)).json();
  const { mean } = series.subjects[0].columns[prediction.series];
  return series.time_s.flatMap((time, index) =>
    mean[index] === null ? [] : [[time, mean[index]]],
  );
}

const COLUMNS = 61;

/** The curve's value at each of so many equal steps of time. */
function sampled(truth, count, { duration_s: duration }) {
  return Array.from({ length: count }, (_, index) => {
    const time = (index / (count - 1)) * duration;
    const [[, value]] = truth.toSorted(
      ([one], [two]) => Math.abs(one - time) - Math.abs(two - time),
    );
    return value;
  });
}

const middleOf = async (square) => {
  const { x, y, width, height } = await square.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

/** Draws with a pointer, as far as its pixels let it. */
async function drawByPointer(page, pad, values) {
  const squares = pad.getByRole('slider');
  const most = Number(await squares.first().getAttribute('aria-valuemax'));
  const [left, right] = [await middleOf(squares.first()), await middleOf(squares.last())];
  await squares.first().press('End');
  const { y: top } = await middleOf(squares.first());
  await page.getByRole('button', { name: 'Start again' }).click();
  for (const [column, value] of values.entries()) {
    const x = left.x + (column / (values.length - 1)) * (right.x - left.x);
    await page.mouse.move(x, left.y - (value / most) * (left.y - top));
    if (column === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

/** Draws with keys alone: a square in each place, a fortieth of the axis a press. */
async function drawByKeys(page, pad, values) {
  const most = Number(await pad.getByRole('slider').first().getAttribute('aria-valuemax'));
  await pad.getByRole('slider').first().focus();
  let before = 0;
  for (const value of values) {
    const steps = Math.round((value / most) * 40);
    // What is there already is said, too: a square that no key has moved is not drawn.
    const presses = steps === before ? ['ArrowUp', 'ArrowDown'] : [];
    const key = steps > before ? 'ArrowUp' : 'ArrowDown';
    for (let press = 0; press < Math.abs(steps - before); press += 1) presses.push(key);
    for (const each of presses) await page.keyboard.press(each);
    before = steps;
    await page.keyboard.press('ArrowRight');
  }
}

/** Draws what is right and gives the values that the lab stored. */
async function stored(page, asked, truth, draw) {
  const pad = page.getByRole('group', { name: new RegExp(`^${asked.title}: `) });
  await pad.scrollIntoViewIfNeeded();
  const count = draw === drawByKeys ? (COLUMNS + 1) / 2 : COLUMNS;
  await draw(page, pad, sampled(truth, count, asked.scenario));
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Store the prediction' }).click();
  const { answer } = (await sent).postDataJSON();
  await expect(page.getByText('Stored.')).toBeVisible();
  return answer.map(([, value]) => value);
}

for (const [means, draw] of [
  ['a finger', drawByPointer],
  ['the keyboard', drawByKeys],
]) {
  test(`every curve that a lab asks for can be drawn right with ${means}, on a phone`, async ({
    open,
    base,
  }) => {
    const all = await drawnPredictions();
    expect(all.length).toBeGreaterThan(0);
    for (const asked of all) {
      const { page, complaints } = await open({ viewport: { width: 390, height: 844 } });
      const truth = await truthOf(page.request, base, asked);
      await start(page, base, asked.lab);
      const drawn = teethOf(await stored(page, asked, truth, draw));
      const right = teethOf(truth.map(([, value]) => value));
      await picture(page, `drawn-with-${means.split(' ')[1]}`);
      expect(Math.abs(drawn.falls - right.falls), `${drawn.falls}, ${right.falls}`).toBeLessThan(2);
      expect(drawn.height / right.height).toBeGreaterThan(0.9);
      expect(drawn.height / right.height).toBeLessThan(1.1);
      expect(complaints).toEqual([]);
    }
  });
}

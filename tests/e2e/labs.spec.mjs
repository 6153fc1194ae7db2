// A lab done alone: predict, run, compare, reach a goal; a curve drawn with the pointer.
import { expect, expectDrawnLines, picture, test } from './test.mjs';

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
  await expect(guest.getByText(/so the prediction stays as it is/)).toBeVisible();
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

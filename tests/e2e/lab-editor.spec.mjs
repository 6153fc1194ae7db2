// A lab that a teacher writes: from a copy, broken and mended, published, and begun by a student.
import { expect, picture, test } from './support/test.mjs';

test('a teacher writes a lab from a copy, and a student begins it by its link @full', async ({
  guest,
  base,
  open,
}) => {
  await guest.goto(`${base}/labs`);
  await guest.getByRole('button', { name: 'Copy a lab' }).click();
  await guest
    .getByRole('dialog', { name: 'Copy a lab' })
    .getByRole('button', { name: /^Bufferbloat at home/ })
    .click();
  await guest.waitForURL(/\/labs\/edit\//);
  await guest.getByRole('textbox', { name: 'Title', exact: true }).fill('Delay at home');

  // A field is broken, and the list of problems leads back to it.
  const steps = guest.getByRole('navigation', { name: 'Steps' });
  await steps.getByRole('button', { name: /Tune it/ }).click();
  const goal = guest.getByRole('textbox', { name: 'Goal', exact: true });
  const right = await goal.inputValue();
  await goal.fill('flow["uplod"].mean_rtt_s < 0.09');
  await expect(goal).toHaveAttribute('aria-invalid', 'true');
  await expect(goal).toHaveAccessibleDescription(/there is no flow "uplod"/);
  await steps.getByRole('button', { name: 'About the lab' }).click();
  await guest.getByRole('button', { name: /^Step \d+, Tune it: Goal/ }).click();
  await expect(goal).toBeFocused();
  await picture(guest, 'lab-editor-problem');
  await goal.fill(right);
  await expect(guest.getByText('1 thing to fix')).toHaveCount(0);

  // By keyboard alone: another step, behind the one that is shown.
  await steps.getByRole('button', { name: /Tune it/ }).focus();
  await guest.keyboard.press('n');
  await guest.getByRole('button', { name: /^Question/ }).press('Enter');
  await guest.getByRole('textbox', { name: 'What is asked' }).fill('Why not *fewer* packets?');
  await expect(guest.getByText('saved', { exact: true })).toBeVisible();

  await guest.getByRole('button', { name: 'Publish', exact: true }).click();
  await guest.getByRole('button', { name: 'Publish version 1' }).click();
  const link = await guest.getByRole('textbox', { name: 'Link to the lab' }).inputValue();
  await guest.keyboard.press('Escape');
  await expect(guest.getByText('version 1 published')).toBeVisible();

  // Another browser: it has the link and nothing else.
  const { page: student, complaints } = await open();
  await student.goto(link);
  await expect(student.getByRole('heading', { name: 'Delay at home', level: 1 })).toBeVisible();
  await student.getByRole('button', { name: 'Begin' }).click();
  await student.waitForURL(/\/labs\/attempts\//);
  await student.getByRole('link', { name: /Why\?/ }).last().click();
  await expect(student.getByRole('link', { name: /Tune it/ })).toBeVisible();
  expect(complaints).toEqual([]);

  // What the author changes next reaches no student before it is published.
  await steps.getByRole('button', { name: 'About the lab' }).click();
  await guest.getByRole('textbox', { name: 'Title', exact: true }).fill('Another title');
  await expect(guest.getByText('saved', { exact: true })).toBeVisible();
  await student.goto(link);
  await expect(student.getByRole('heading', { name: 'Delay at home', level: 1 })).toBeVisible();
});

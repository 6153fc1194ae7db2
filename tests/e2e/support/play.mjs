// A step of any lab, done by a student as the page offers it. Which answer is right stands in the
// lab as its teacher reads it.
import { expect } from './test.mjs';

const shownStep = (step) => `aside a[href$="step=${step.id}"]`;

/** By the list of steps, as a student goes there. */
export async function goToStep(page, step) {
  await page.locator(shownStep(step)).click();
  await expect(
    page.getByRole('heading', { name: step.title, exact: true, level: 2 }),
  ).toBeVisible();
}

/** Until the page says that the step is done. */
async function untilDone(page, step) {
  await expect(page.locator(`${shownStep(step)}[data-done]`)).toBeVisible();
}

/**
 * Does what a step asks for. A careful student answers questions rightly and takes the solution of
 * a goal at once; another one is wrong, and misses a goal first. `note(kind, seconds)` is given how
 * long it took until an answer was stored.
 */
export async function doStep({ page, isCareful, number }, lab, step, note) {
  await goToStep(page, step);
  switch (step.kind) {
    case 'prediction':
      await predict(page, step, number);
      return store(page, 'Store the prediction', note);
    case 'question':
      return answer(page, step, isCareful, note);
    case 'run':
      await press(page, 'Run');
      await untilDone(page, step);
      return expectMarks(page, lab, step);
    case 'goal':
      return reach(page, lab, step, isCareful);
    case 'map':
      return runCell(page, step, number);
    case 'game':
      return guess(page, step, number);
  }
}

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

async function store(page, button, note) {
  const from = performance.now();
  await press(page, button);
  await expect(page.getByText('Stored.')).toBeVisible();
  note('answer', from);
}

async function predict(page, { title, prediction }, number) {
  switch (prediction.kind) {
    case 'number':
      return page.getByRole('textbox', { name: title }).fill(String(10 ** number));
    case 'pick':
      return page.getByRole('radio').nth(number).check();
    case 'order':
      if (number > 0)
        await page
          .getByRole('button', { name: /^Move .* down$/ })
          .first()
          .click();
      return undefined;
    case 'curve':
      return draw(page, title, number);
  }
}

async function draw(page, title, number) {
  const pad = page.getByRole('group', { name: new RegExp(`^${title}: `) });
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await pad.boundingBox();
  const at = (across, up) => page.mouse.move(x + width * across, y + height * (1 - up));
  await at(0.1, 0.2);
  await page.mouse.down();
  for (const across of [0.3, 0.5, 0.7, 0.9]) await at(across, 0.3 + 0.2 * number);
  await page.mouse.up();
}

async function answer(page, { title, question }, isCareful, note) {
  if (question.kind === 'text') {
    await page.getByRole('textbox', { name: title }).fill(`In words: ${title}`);
    return store(page, 'Store the answer', note);
  }
  if (question.kind === 'number') {
    const given = isCareful ? question.right : 100 * question.right;
    await page.getByRole('textbox', { name: title }).fill(String(given));
  } else {
    const wrong = question.options.findIndex((_, index) => !question.right.includes(index));
    for (const index of isCareful ? question.right : [wrong]) {
      await page.getByRole('checkbox').nth(index).check();
    }
  }
  const from = performance.now();
  await press(page, 'Store the answer');
  await expect(page.getByText(isCareful ? '✓ Right' : '✗ Not right').first()).toBeVisible();
  note('answer', from);
}

/** At its run each prediction that can be marked is. */
async function expectMarks(page, lab, step) {
  const about = lab.steps.filter(({ about: of }) => of === step.id);
  const marked = about.filter(
    ({ points_for, prediction }) => points_for === 'right' && prediction.kind !== 'curve',
  );
  await expect(page.getByText(/^(✓ Right|✗ Not right)/)).toHaveCount(marked.length);
}

async function reach(page, lab, step, isCareful) {
  const isPredicted = lab.steps.some(({ about }) => about === step.id);
  if (!isCareful || isPredicted) {
    await press(page, 'Run');
    await expect(page.getByText(/^✗ The goal is missed/)).toBeVisible();
  }
  for (const [index, field] of step.fields.entries()) {
    if (field.path in step.solution) await setField(page, step, index);
  }
  await press(page, 'Run');
  await expect(page.getByText(/^✓ The goal is reached/)).toBeVisible();
}

/** Fields stand in the lab's order. A page shows them in people's units. */
async function setField(page, { fields, scenario, solution }, index) {
  const { path, choices } = fields[index];
  const form = page.locator('main form').first();
  const field = form.locator('label[for]').nth(index);
  const input = page.locator(`[id="${await field.getAttribute('for')}"]`);
  const wanted = solution[path];
  if (choices !== null) return input.selectOption(String(choices.indexOf(wanted)));
  const given = path.split('.').reduce((at, part) => at[part === '*' ? 0 : part], scenario);
  // A zero does not show its unit. It is a share in all labs: people write those as percentages.
  if (given === 0) return input.fill(`${Number((wanted * 100).toPrecision(12))}%`);
  const factor = given / Number((await input.inputValue()).replaceAll(',', ''));
  return input.fill(String(Number((wanted / factor).toPrecision(12))));
}

async function runCell(page, step, number) {
  const [x, y] = await page.locator('main form select').all();
  await x.selectOption(String(Math.min(number, step.x.values.length - 1)));
  await y.selectOption('0');
  await press(page, 'Run this cell');
  await expect(page.getByText('1 of your runs is done.')).toBeVisible();
}

async function guess(page, { rounds, candidates }, number) {
  for (let round = 1; round <= rounds; round += 1) {
    const part = page.getByRole('region', { name: `Round ${round}`, exact: true });
    await press(page, `Start round ${round}`);
    await part
      .getByRole('radio')
      .nth(number % candidates.length)
      .check();
    await press(page, 'That is my guess');
    await expect(part.getByText(/^(✓ Right|✗ Not right)/)).toBeVisible();
    if (round < rounds) await press(page, 'Next round');
  }
}

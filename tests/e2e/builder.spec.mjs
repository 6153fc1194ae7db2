// The builder in a browser: every control of every kind of part can be reached and read.
import { PHONE, WIDE } from './support/browser.mjs';
import { getJson } from './support/lab.mjs';
import { expect, test } from './support/test.mjs';

const LAPTOP = { width: 1024, height: 768 };

test('nothing lies over a control at any width', async ({ page, base, complaints }) => {
  for (const scenario of await everyKind(base)) {
    await openScenario(page, base, scenario);
    await page.evaluate(unfold);
    await expect(page.getByRole('heading', { name: /^Parameters of/ }).last()).toBeVisible();
    for (const size of [WIDE, LAPTOP, PHONE]) {
      await page.setViewportSize(size);
      const { controls, faults } = await page.evaluate(lookOver);
      expect(controls, 'the form is there').toBeGreaterThan(100);
      expect(faults, `at ${size.width} pixels`).toEqual([]);
    }
  }
  expect(complaints, 'the console stayed clean').toEqual([]);
});

test('Run stays in the first line of the head', async ({ page, base }) => {
  for (const width of [1024, 1100, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${base}/build?draft=new`);
    const run = page.getByRole('button', { name: /^Run/ });
    await expect(run).toBeEnabled();
    const name = await page.getByRole('textbox', { name: 'Name', exact: true }).boundingBox();
    const box = await run.boundingBox();
    expect(box.y, `at ${width} pixels`).toBeLessThan(name.y + name.height);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  }
});

/** Scenarios that together have every queue, loss, kind of traffic and algorithm. */
async function everyKind(base) {
  const algorithms = await getJson(base, '/algorithms');
  const { $defs: parts } = await getJson(base, '/schema/scenario');
  const ofKinds = (owner, name) =>
    Object.entries(parts[owner].properties[name].discriminator.mapping).map(([kind, place]) => ({
      kind,
      ...startOf(parts[place.split('/').at(-1)]),
    }));
  const [queues, losses] = ['queue', 'loss'].map((name) => ofKinds('Link', name));
  const traffic = ofKinds('FlowGroup', 'traffic');
  const rounds = Math.ceil(algorithms.length / traffic.length);
  return Array.from({ length: rounds }, (_, round) => ({
    version: 1,
    name: 'Every kind',
    duration_s: 10,
    bottleneck: { rate_bps: 1e7, buffer: { amount: 1, unit: 'bdp' } },
    links: queues
      .filter((_, index) => index % rounds === round)
      .map((queue, index) => ({
        id: `link-${index}`,
        rate_bps: 1e7,
        queue,
        loss: losses[(round + index) % losses.length],
      })),
    flows: traffic.map((sends, index) => {
      const { name } = algorithms[(round * traffic.length + index) % algorithms.length];
      return {
        label: `flow ${index + 1}`,
        rtt_s: 0.04,
        algorithm: { name: sends.kind === 'udp' ? 'none' : name },
        traffic: sends,
      };
    }),
  }));
}

/** What a kind of part must have, by its schema. */
function startOf({ required = [], properties }) {
  return Object.fromEntries(
    required
      .filter((name) => name !== 'kind')
      .map((name) => {
        const field = properties[name];
        return [name, field['x-start'] ?? field.minimum ?? field.exclusiveMinimum ?? 1];
      }),
  );
}

async function openScenario(page, base, scenario) {
  await page.goto(`${base}/build?draft=new`);
  await page.getByText('JSON', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Scenario as JSON' }).fill(JSON.stringify(scenario));
  await page.getByText('Form', { exact: true }).click();
  await expect(page.getByRole('group', { name: 'flow 1', exact: true })).toBeVisible();
}

/** In the page: opens all that is folded away. */
function unfold() {
  for (const fold of document.querySelectorAll('form details')) fold.open = true;
  for (const more of document.querySelectorAll('form [aria-label^="More of"]')) more.click();
}

/**
 * In the page: clicks at several points of each control must reach it, what it shows must fit, and
 * the marks of a slider must not overlap.
 */
function lookOver() {
  const form = document.querySelector('form[aria-label="Form"]');
  const context = document.createElement('canvas').getContext('2d');
  const faults = [];
  const note = (element, fault) => {
    const name = element.getAttribute('aria-label') ?? element.textContent;
    const place = element.closest('[data-path]')?.dataset.path ?? '';
    faults.push(`${place} ${name}: ${fault}`);
  };
  const controls = [...form.querySelectorAll('input, select, button, summary')].filter(
    (element) => element.getClientRects().length > 0 && !element.closest('[inert]'),
  );
  for (const control of differentOnes(controls)) {
    control.scrollIntoView({ block: 'center' });
    const box = control.getBoundingClientRect();
    for (const across of [0.1, 0.5, 0.9]) {
      for (const down of [0.2, 0.5, 0.8]) {
        const hit = document.elementFromPoint(
          box.left + box.width * across,
          box.top + box.height * down,
        );
        if (!isPartOf(hit, control)) note(control, `covered by ${words(hit)}`);
      }
    }
    const style = getComputedStyle(control);
    context.font = style.font;
    if (control.tagName === 'SELECT') {
      const text = control.selectedOptions[0]?.textContent ?? '';
      // The arrow takes the rest.
      const room = control.clientWidth - 2 * parseFloat(style.paddingLeft) - 12;
      if (context.measureText(text).width > room) note(control, `"${text}" does not fit`);
    } else if (control.scrollWidth > control.clientWidth + 1 && control.type !== 'range') {
      note(control, `"${control.value}" does not fit`);
    }
  }
  for (const slider of form.querySelectorAll('input[type=range] + [aria-hidden]')) {
    const marks = [...slider.children].map((mark) => mark.getBoundingClientRect());
    const isOver = marks.some((box, index) => index > 0 && box.left < marks[index - 1].right);
    if (isOver) note(slider.previousElementSibling, `marks overlap: ${slider.textContent}`);
  }
  return { controls: controls.length, faults };

  /** One of those that every link, or every flow, has alike; all that belong to a kind of part. */
  function differentOnes(all) {
    const first = new Map();
    for (const control of all) {
      const path = control.closest('[data-path]')?.dataset.path ?? '';
      const isOfKind = /\.(queue|loss|traffic|algorithm)\b/.test(path);
      const name = `${path} ${control.type} ${control.getAttribute('aria-label')}`;
      const key = isOfKind ? name : name.replaceAll(/\d+/g, '#');
      if (path === '' || !first.has(key)) first.set(path === '' ? control : key, control);
    }
    return first.values();
  }

  function isHit(control) {
    const { left, top, width, height } = control.getBoundingClientRect();
    return isPartOf(document.elementFromPoint(left + width / 2, top + height / 2), control);
  }

  function isPartOf(hit, control) {
    return control.contains(hit) || (hit?.closest('label')?.contains(control) ?? false);
  }

  function words(element) {
    return element?.getAttribute('aria-label') ?? element?.textContent?.slice(0, 40) ?? 'nothing';
  }
}

// What axe cannot check: forced colours, reduced motion, a wall of 4K, where the focus is.
import { settle } from './support/browser.mjs';
import { getJson, runToEnd, twoFlows } from './support/lab.mjs';
import { expect, test as base } from './support/test.mjs';

const DURATION_S = 10;
const MOST_TABS = 45;

const test = base.extend({
  /** The address of a run that is done. */
  runUrl: async ({ base: url, owner }, use) => {
    const run = await runToEnd(url, owner, twoFlows('fairtt', DURATION_S));
    await use(`${url}/runs/${run.id}`);
  },
  /** The address of a scenario in the builder. */
  buildUrl: async ({ base: url }, use) => {
    const [preset] = await getJson(url, '/presets');
    await use(`${url}/build?preset=${preset.id}&variant=0`);
  },
});

// The system's palette takes the interface; a flow keeps its hue, or all would be alike.
test('forced colours keep the hues of data', { tag: '@full' }, async ({ open, runUrl }) => {
  const { page } = await open({ forcedColors: 'active' });
  await page.goto(runUrl);
  await expect(page.locator('.js-plotly-plot .scatterlayer path.js-line').first()).toBeVisible();
  const painted = await page.evaluate(() => {
    const marks = [...document.querySelectorAll('[class*="hue-"] > i, i[class*="hue-"]')];
    const lines = [...document.querySelectorAll('.js-plotly-plot .scatterlayer path.js-line')];
    const paper = getComputedStyle(document.body).backgroundColor;
    return {
      marks: marks.map((mark) => getComputedStyle(mark).backgroundColor),
      lines: [...new Set(lines.map((line) => getComputedStyle(line).stroke))],
      isForced: matchMedia('(forced-colors: active)').matches,
      paper,
    };
  });
  expect(painted.isForced).toBe(true);
  expect(painted.marks.length, 'there are marks of flows').toBeGreaterThanOrEqual(2);
  expect(new Set(painted.marks).size, 'two flows have two hues').toBe(2);
  expect(painted.marks, 'a mark is not paper').not.toContain(painted.paper);
  expect(painted.lines.length, 'two flows can be distinguished').toBeGreaterThanOrEqual(2);
});

test('with reduced motion nothing moves', async ({ open, runUrl, buildUrl }) => {
  const { page } = await open({ reducedMotion: 'reduce' });
  for (const url of [runUrl, buildUrl]) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const moving = await page.evaluate(() => {
      const longest = (times) => Math.max(...times.split(',').map((time) => parseFloat(time)));
      const takesTime = (element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return longest(animationDuration) > 0 || longest(transitionDuration) > 0;
      };
      const all = [...document.querySelectorAll('body *')];
      return all.filter(takesTime).map((element) => element.outerHTML.slice(0, 120));
    });
    expect(moving, url).toEqual([]);
  }
});

// The page is drawn larger than it is laid out: the time under the pointer must still be right.
test(
  'on a wall of 4K everything grows, and the pointer still hits',
  { tag: '@full' },
  async ({ open, runUrl }) => {
    const { page } = await open({ viewport: { width: 3840, height: 2160 } });
    await page.goto(runUrl);
    const plot = page.locator('.js-plotly-plot .nsewdrag').first();
    await expect(plot).toBeVisible();
    await settle(page);
    const { x, y, width, height } = await plot.boundingBox();
    const middle = [x + width / 2, y + height / 2];
    await page.mouse.move(...middle);
    await expect(page.getByText(/State at 5\.0/)).toBeVisible();
    await page.mouse.move(x + width / 4, middle[1]);
    await page.mouse.down();
    await page.mouse.move(...middle, { steps: 6 });
    await page.mouse.up();
    await page.waitForURL(/from=2\.[45]\d*&to=(4\.9|5)/);
    const size = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    expect(size, 'the workbench fills the window').toEqual([3840, 2160]);
  },
);

// Tab goes through a whole page; each stop has an outline, and is in view.
test('the focus is always seen', async ({ page, base: url, runUrl, buildUrl }) => {
  for (const address of [runUrl, buildUrl, `${url}/runs`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settle(page);
    for (let tabs = 1; tabs <= MOST_TABS; tabs += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(focusFault), `${address}, ${tabs} tabs`).toBeNull();
    }
  }
});

/** Runs in the page: what is wrong with how the focus shows; null if nothing. */
function focusFault() {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const seen = element.matches('input[type=radio], input[type=checkbox]')
    ? element.parentElement
    : element;
  const { top, bottom, left, right } = seen.getBoundingClientRect();
  const name = element.outerHTML.slice(0, 160);
  if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth)
    return `out of view: ${name}`;
  const head = document.querySelector('header');
  const isBelow = !head.contains(element) && !element.matches('.skip-link');
  if (isBelow && bottom <= head.getBoundingClientRect().bottom)
    return `under the head bar: ${name}`;
  // A range input shows the focus at its thumb, which has no style of its own to ask for.
  if (element.matches('input[type=range], input[type=radio]')) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return outlineStyle === 'none' || outlineWidth === '0px' ? `no outline: ${name}` : null;
}

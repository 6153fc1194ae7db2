// Every page and state against WCAG 2.2 AA as far as axe can tell, by turns light and wide or dark
// and on a phone, then in forced colours and with reduced motion.
//
//   node tests/e2e/accessible.mjs --base-url http://127.0.0.1:8000      exit status 0 or 1
//   ... --only run,help      these pages alone
//   ... --all-looks          each page in both schemes at both widths: four times the time
//   ... --part 2/3           every third of all there is to look at, from the second on
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { baseUrl, launch, openPage, step } from './browser.mjs';
import { pageStates, prepare } from './pages.mjs';

const require = createRequire(new URL('../../frontend/package.json', import.meta.url));
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Off unless named, since it is the youngest.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The first two take turns from page to page. */
const LOOKS = [
  { viewport: WIDE, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: WIDE, colorScheme: 'dark' },
];
const isEveryLook = process.argv.includes('--all-looks');
/** What axe cannot tell. */
const LOOKED_AT = [
  ['forced colours keep the hues of data', keepHues],
  ['with reduced motion nothing moves', restStill],
  ['on a wall of 4K everything grows, and the pointer still hits', grow],
  ['the focus is always seen', showFocus],
];
const DURATION_S = 10;
const MOST_TABS = 45;

const base = baseUrl();
const browser = await launch();
const faults = [];

try {
  const lab = await prepare(base, () => openPage(browser), DURATION_S);
  const wanted = wantedNames();
  const states = pageStates(lab)
    .map((state, index) => ({ ...state, looks: isEveryLook ? LOOKS : [LOOKS[index % 2]] }))
    .filter(({ name }) => wanted?.has(name) ?? true);
  for (const { name, open, looks } of partOf(states)) {
    const found = await checkLooks(name, open, looks).catch((error) => [`${name}: ${error.stack}`]);
    faults.push(...found);
    console.log(`${found.length === 0 ? 'ok ' : 'BAD'} ${name}`);
  }
  for (const fault of faults) console.error(fault);
  assert.equal(faults.length, 0, 'every page is clean');
  for (const [title, look] of partOf(LOOKED_AT)) await step(title, () => look(lab));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser.close();
}

async function checkLooks(name, open, looks) {
  const found = [];
  let page = null;
  for (const { viewport, colorScheme } of looks) {
    if (page === null) page = await open();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const where = `${name}, ${colorScheme}, ${viewport.width} px`;
    found.push(...(await violations(page, where)), ...(await sideways(page, where)));
  }
  await page.setViewportSize(WIDE);
  return found;
}

/** Two frames, so that a new size and new colours have been laid out and painted. */
async function settle(page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.waitForTimeout(250);
}

async function violations(page, where) {
  // Evaluated and not inserted as a script: the content security policy refuses scripts that are
  // written into the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations: found } = await page.evaluate((rules) => window.axe.run(rules), RULES);
  return found.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ html }) => !hasEqual(id, html))
      .map((node) => `${where}: ${id} (${help})\n    ${node.html.slice(0, 220)}\n    ${why(node)}`),
  );
}

/**
 * The handles of the bar below the plots lie on one another where the view is narrow. A drag in a
 * plot and the keys do the same (WCAG 2.2, 2.5.8: equivalent).
 */
function hasEqual(id, html) {
  return id === 'target-size' && html.includes('data-part=');
}

function why({ target, any, all, none }) {
  const messages = [...any, ...all, ...none].map(({ message }) => message);
  return `${target.join(' ')}: ${messages.join('; ')}`;
}

/** Nothing scrolls sideways. */
async function sideways(page, where) {
  const [inner, outer] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  return inner > outer ? [`${where}: the page is ${inner} px wide in ${outer} px`] : [];
}

/** `--only run,help` looks at these alone. */
function wantedNames() {
  const at = process.argv.indexOf('--only');
  return at > 0 ? new Set(process.argv[at + 1].split(',')) : null;
}

/** `--part 2/3` takes every third from the second on, so that several can look side by side. */
function partOf(items) {
  const at = process.argv.indexOf('--part');
  if (at < 0) return items;
  const [part, parts] = process.argv[at + 1].split('/').map(Number);
  return items.filter((_, index) => index % parts === part - 1);
}

/** The system's palette takes the interface; a flow keeps its hue, or all would be alike. */
async function keepHues({ base: at, current }) {
  const { page } = await openPage(browser, { forcedColors: 'active' });
  await page.goto(`${at}/runs/${current.id}`);
  await page.locator('.js-plotly-plot .scatterlayer path.js-line').first().waitFor();
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
  assert.ok(painted.isForced);
  assert.ok(painted.marks.length >= 2, 'there are marks of flows');
  assert.equal(new Set(painted.marks).size, 2, `two flows have two hues: ${painted.marks}`);
  assert.ok(!painted.marks.includes(painted.paper), 'a mark is not paper');
  assert.ok(painted.lines.length >= 2, 'the curves of two flows are told apart');
  await page.context().close();
}

/** Nothing takes time to change its look where the system asks for that. */
async function restStill({ base: at, current, preset }) {
  const { page } = await openPage(browser, { reducedMotion: 'reduce' });
  for (const path of [`/runs/${current.id}`, `/build?preset=${preset.id}&variant=0`]) {
    await page.goto(`${at}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const moving = await page.evaluate(() => {
      const longest = (times) => Math.max(...times.split(',').map((time) => parseFloat(time)));
      const takesTime = (element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return longest(animationDuration) > 0 || longest(transitionDuration) > 0;
      };
      const all = [...document.querySelectorAll('body *')];
      return all.filter(takesTime).map((element) => element.outerHTML.slice(0, 120));
    });
    assert.deepEqual(moving, [], path);
  }
  await page.context().close();
}

/** The page is drawn larger than it is laid out: the time under the pointer must still be right. */
async function grow({ base: at, current }) {
  const { page } = await openPage(browser, { viewport: { width: 3840, height: 2160 } });
  await page.goto(`${at}/runs/${current.id}`);
  const plot = page.locator('.js-plotly-plot .nsewdrag').first();
  await plot.waitFor();
  await settle(page);
  const { x, y, width, height } = await plot.boundingBox();
  const middle = [x + width / 2, y + height / 2];
  await page.mouse.move(...middle);
  await page.getByText(/State at 5\.0/).waitFor();
  await page.mouse.move(x + width / 4, middle[1]);
  await page.mouse.down();
  await page.mouse.move(...middle, { steps: 6 });
  await page.mouse.up();
  await page.waitForURL(/from=2\.[45]\d*&to=(4\.9|5)/);
  const size = await page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    return [scrollWidth, scrollHeight];
  });
  assert.deepEqual(size, [3840, 2160], 'the workbench fills the window');
  await page.context().close();
}

/** Tab goes through a whole page; each stop has an outline, and is in view. */
async function showFocus({ base: at, current, preset }) {
  const { page } = await openPage(browser);
  for (const path of [`/runs/${current.id}`, `/build?preset=${preset.id}&variant=0`, '/runs']) {
    await page.goto(`${at}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settle(page);
    for (let tabs = 1; tabs <= MOST_TABS; tabs += 1) {
      await page.keyboard.press('Tab');
      const fault = await page.evaluate(focusFault);
      assert.equal(fault, null, `${path}, ${tabs} tabs`);
    }
  }
  await page.context().close();
}

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

// Every page and state against WCAG 2.2 AA as far as axe can check. With LAB_FULL each is looked at
// light and dark, wide and on a phone; without, in one of two looks, which take turns. What axe
// cannot check is in looks.spec.mjs.
import { AxeBuilder, baseUrl, openPage, PHONE, settle, WIDE } from './support/browser.mjs';
import { openState, PAGE_STATES } from './support/pages.mjs';
import { prepare } from './support/prepared.mjs';
import { expect, test as base } from './support/test.mjs';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OPTIONS = {
  runOnly: { type: 'tag', values: TAGS },
  // Off unless named, since it is the youngest.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};
const DURATION_S = 10;
const isFull = Boolean(process.env.LAB_FULL);
const look = (colorScheme, width, viewport) => ({ colorScheme, width, viewport });
const TURNS = [look('dark', 'phone', PHONE), look('light', 'wide', WIDE)];
const LOOKS = [...TURNS, look('light', 'phone', PHONE), look('dark', 'wide', WIDE)];

const test = base.extend({
  /** Runs and two windows, shared by the pages that one worker looks at. */
  lab: [
    async ({ browser }, use) => {
      const lab = await prepare(baseUrl(), () => openPage(browser), DURATION_S);
      await use(lab);
      await Promise.all([lab.mine, lab.guest].map((page) => page.context().close()));
    },
    { scope: 'worker' },
  ],
});

// In one worker, so that the runs are computed once, and pages find scripts that they have loaded.
// All looks are so many tests that two workers gain more.
if (!isFull) test.describe.configure({ mode: 'default' });

PAGE_STATES.forEach((state, index) => {
  for (const { colorScheme, width, viewport } of isFull ? LOOKS : [TURNS[index % 2]]) {
    const title = `${state.name} is accessible, ${colorScheme}, ${width}`;
    test(title, { tag: state.isMore ? '@full' : [] }, async ({ lab }) => {
      for (const page of [lab.mine, lab.guest]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
      }
      const page = await openState(lab, state);
      await settle(page);
      expect(await violations(page)).toEqual([]);
      expect(await sideways(page), 'nothing scrolls sideways').toBeLessThanOrEqual(0);
    });
  }
});

async function violations(page) {
  // Pages have no frames, so nothing is gained by putting parts together in a page of their own.
  const axe = new AxeBuilder({ page }).options(OPTIONS).setLegacyMode();
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ html }) => !hasEqual(id, html))
      .map((node) => `${id} (${help})\n    ${node.html.slice(0, 220)}\n    ${why(node)}`),
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

/** How many pixels the page is wider than its window. */
function sideways(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

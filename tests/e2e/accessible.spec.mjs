// Every page and state against WCAG 2.2 AA as far as axe can tell, in the look of the project:
// light or dark, wide or on a phone. What axe cannot tell is in looks.spec.mjs.
import { AxeBuilder, baseUrl, openPage, settle } from './browser.mjs';
import { openState, PAGE_STATES, prepare } from './pages.mjs';
import { expect, test as base } from './test.mjs';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OPTIONS = {
  runOnly: { type: 'tag', values: TAGS },
  // Off unless named, since it is the youngest.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};
const DURATION_S = 10;

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

PAGE_STATES.forEach((state, index) => {
  const turn = index % 2 === 0 ? '@even' : '@odd';
  const tag = state.isMore ? [turn, '@full'] : turn;
  test(`${state.name} is accessible`, { tag }, async ({ lab, viewport, colorScheme }) => {
    for (const page of [lab.mine, lab.guest]) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
    }
    const page = await openState(lab, state);
    await settle(page);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page), 'nothing scrolls sideways').toBeLessThanOrEqual(0);
  });
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

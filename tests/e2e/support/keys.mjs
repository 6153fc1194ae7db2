// A page that is used with the keyboard alone.
import { expect } from './test.mjs';

const MOST_TABS = 120;

/** Counts what a pointer would do, in every page that is loaded. */
export async function countMouseEvents(page) {
  await page.addInitScript(() => {
    const count = () => Number(sessionStorage.getItem('mouse-events') ?? 0);
    const note = () => sessionStorage.setItem('mouse-events', String(count() + 1));
    for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel']) {
      window.addEventListener(kind, note, { capture: true });
    }
  });
}

export function mouseEvents(page) {
  return page.evaluate(() => Number(sessionStorage.getItem('mouse-events') ?? 0));
}

export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses Tab until the focus is on the one that is wanted. */
export async function tabTo(page, locator, key = 'Tab') {
  await expect(locator).toBeVisible();
  // Found once: looking for it by its role at every step takes far longer than the step.
  let element = await locator.elementHandle();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    const { isThere, isFocused } = await element.evaluate((node) => ({
      isThere: node.isConnected,
      isFocused: node === document.activeElement,
    }));
    if (isFocused) return;
    if (!isThere) element = await locator.elementHandle();
    await press(page, key);
  }
  throw new Error(`${MOST_TABS} tabs do not reach ${locator}`);
}

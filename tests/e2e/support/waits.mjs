// Until a page shows what it is about: what many states wait for.
import { CURVES } from './browser.mjs';

/** Longer than anything takes on a busy machine: the test's own limit ends it. */
export const WAIT_MS = 900_000;

export async function heading(page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: WAIT_MS });
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

export async function curves(page) {
  await page.waitForFunction(
    (drawn) => {
      const lines = [...document.querySelectorAll(drawn)];
      return lines.some((line) => (line.getAttribute('d') ?? '').length > 50);
    },
    CURVES,
    { timeout: WAIT_MS },
  );
}

/** A lab on paper; what reads Markdown comes a moment later. */
export async function sheet(page) {
  await page.getByRole('table').first().waitFor({ timeout: WAIT_MS });
}

// What every test here starts from: the lab's address, an owner of runs, pages that are heard.
import { createServer } from 'node:http';

import { baseUrl, countDrawnLines, listen, playwright } from './browser.mjs';
import { giveOwner, makeOwner } from './lab.mjs';

export const { expect } = playwright;

export const test = playwright.test.extend({
  /** Where the lab is, without a slash at the end. */
  base: async ({}, use) => use(baseUrl()),

  /** The key that the runs of this test belong to. */
  owner: async ({}, use) => use(makeOwner()),

  /** A page that has the key. */
  mine: async ({ page, owner }, use) => {
    await giveOwner(page.context(), owner);
    await use(page);
  },

  /** What `page` (and `mine`, which is the same) says that a clean page must not. */
  complaints: async ({ page }, use) => use(listen(page)),

  /** Opens another browser's page: a context without anything of the first one. */
  open: async ({ browser }, use) => {
    const contexts = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      return { page, complaints: listen(page) };
    });
    for (const context of contexts) await context.close();
  },

  /** A page of a clean browser, which must have nothing to complain of. */
  guest: async ({ open }, use) => {
    const { page, complaints } = await open();
    await use(page);
    expect(complaints).toEqual([]);
  },

  /** What a link travels between: who makes it, a clean browser, further ones, another origin. */
  journey: async ({ mine, guest, base, owner, open, otherOrigin }, use) =>
    use({ mine, guest, base, owner, open, otherOrigin }),

  /** The address of another origin's page; it shows what `?show=` names inside of it. */
  otherOrigin: async ({}, use) => {
    const server = createServer((request, response) => {
      const framed = new URL(request.url, 'http://localhost').searchParams.get('show');
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><h1>A course page</h1>
        <iframe src="${framed}" width="900" height="560" title="framed"></iframe>`);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Another name of this machine is another origin.
    await use(`http://localhost:${server.address().port}`);
    server.closeAllConnections();
    server.close();
  },
});

/** Waits until at least so many curves are really drawn. */
export async function expectDrawnLines(page, count) {
  await expect.poll(() => countDrawnLines(page)).toBeGreaterThanOrEqual(count);
}

/** With LAB_PICTURES a folder: what it looks like. */
export async function picture(page, name, options = {}) {
  const folder = process.env.LAB_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, ...options });
}

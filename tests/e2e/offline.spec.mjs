// A site without a server and without a network: after the first visit the browser has all of it. A
// newer version is taken whole, at the press of a button, never while its files are being copied.
import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serve } from './support/siteHost.mjs';
import { expect, picture, test } from './support/test.mjs';
import { curves } from './support/waits.mjs';

const SCRIPT = 'service-worker.js';
const PAGE = 'index.html';

test.beforeEach(() => {
  const isMissing = process.env.LAB_SITE === undefined;
  test.skip(isMissing, process.env.LAB_NO_SITE ?? 'LAB_SITE, a folder of ./lab site');
});

test('a site that was visited once works without a network', async ({ open }) => {
  const host = await serve(process.env.LAB_SITE);
  const { page, complaints } = await open();
  await page.goto(host.address);
  await isKept(page);
  await page.context().setOffline(true);
  host.close();
  await page.reload();
  await curves(page);
  await picture(page, 'site-offline');
  await page.goto(`${host.address}#/build`);
  await page.getByRole('button', { name: /^Run/ }).first().click();
  await page.waitForURL(/#\/runs\//);
  await expect(page.getByRole('heading', { name: 'Phenomena' })).toBeVisible();
  await expect(page.getByText(/ of its fair share/)).toBeVisible();
  await page.goto(`${host.address}#/algorithms`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a newer version of a site is announced and taken whole', async ({ open }) => {
  const folder = await mkdtemp(join(tmpdir(), 'lab-site-'));
  await cp(process.env.LAB_SITE, folder, { recursive: true });
  const host = await serve(folder);
  const { page } = await open();
  const other = await page.context().newPage();
  await page.goto(host.address);
  await isKept(page);
  await other.goto(host.address);
  const announced = page.getByText('A new version of this site is here');
  const newer = await makeNewer(folder);
  await test.step('half of it is not taken', async () => {
    await writeFile(join(folder, SCRIPT), newer.script);
    expect(await look(page)).toBe('none');
    await page.reload();
    await curves(page);
    await expect(announced).toHaveCount(0);
    expect(await markOf(page)).toBeNull();
  });
  await test.step('all of it is announced, and taken in all tabs', async () => {
    await writeFile(join(folder, PAGE), newer.page);
    // Until then no page gets anything of it.
    await page.reload();
    expect(await markOf(page)).toBeNull();
    expect(await look(page)).toBe('waits');
    await expect(announced).toBeVisible();
    await picture(page, 'site-new-version');
    await page.getByRole('button', { name: 'Load it' }).click();
    for (const each of [page, other]) {
      await expect.poll(() => markOf(each).catch(() => null)).toBe('newer');
    }
    await expect(announced).toHaveCount(0);
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  });
  host.close();
  await rm(folder, { recursive: true });
});

/** Until the browser has all files, and answers this page with them. */
async function isKept(page) {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
}

/** Has the browser look for a newer version: whether it found a whole one. */
function look(page) {
  return page.evaluate(async () => {
    const found = await navigator.serviceWorker.ready;
    const checked = await found.update().catch(() => found);
    const coming = checked.installing;
    if (coming !== null) {
      await new Promise((done) => {
        coming.addEventListener('statechange', done, { once: true });
      });
    }
    return checked.waiting === null ? 'none' : 'waits';
  });
}

/** The same site with a mark in its page. */
async function makeNewer(folder) {
  const [page, script] = await Promise.all(
    [PAGE, SCRIPT].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const [, version] = /const VERSION = '([0-9a-f]{64})'/.exec(script);
  const next = randomBytes(32).toString('hex');
  const changed = page
    .replace(version, next)
    .replace('</head>', '<meta name="mark" content="newer" /></head>');
  return {
    page: changed,
    script: script.replace(version, next).replace(sha256(page), sha256(changed)),
  };
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}

function markOf(page) {
  return page.evaluate(
    () => document.querySelector('meta[name="mark"]')?.getAttribute('content') ?? null,
  );
}

// Takes a picture of every page and state, so that a person can look at them all. It is no test.
//
//   node tests/e2e/support/screens.mjs FOLDER --base-url http://127.0.0.1:8000 [--only run,help]
//
// Names: PAGE-WIDTHxHEIGHT-THEME.png. A page that scrolls is taken down to four screens.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { baseUrl, launch, openPage } from './browser.mjs';
import { openState, PAGE_STATES } from './pages.mjs';
import { prepare } from './prepared.mjs';

const DURATION_S = 60;
const MOST_SCREENS = 4;
const LOOKS = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 1024, height: 768, colorScheme: 'light' },
  { width: 3840, height: 2160, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
];

const folder = process.argv[2];
if (folder === undefined || folder.startsWith('--')) throw new Error('Say where to put them.');
await mkdir(folder, { recursive: true });
const base = baseUrl();
const browser = await launch();
const lab = await prepare(base, () => openPage(browser), DURATION_S);
const at = process.argv.indexOf('--only');
const wanted = at > 0 ? process.argv[at + 1].split(',') : null;
for (const state of PAGE_STATES) {
  if (wanted === null || wanted.includes(state.name)) await take(state);
}
await browser.close();

async function take(state) {
  const { name } = state;
  for (const { width, height, colorScheme } of LOOKS) {
    // Loaded anew for each: that is how a person on such a screen meets it.
    for (const page of [lab.mine, lab.guest]) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
    }
    const page = await openState(lab, state).catch((error) =>
      console.error(`${name}: ${error.message}`),
    );
    if (!page) continue;
    await page.waitForTimeout(1500);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    const clip = { x: 0, y: 0, width, height: Math.min(tall, MOST_SCREENS * height) };
    const path = join(folder, `${name}-${width}x${height}-${colorScheme}.png`);
    const isWhole = await page.evaluate(() => window.scrollY === 0);
    await page.screenshot(isWhole ? { path, fullPage: true, clip } : { path });
    console.log(path);
  }
}

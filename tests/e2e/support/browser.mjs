// Chromium and Playwright for the tests and the measurements, and what both ask of a page.
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

// The packages are installed with the frontend; this folder has no dependencies of its own.
const require = createRequire(new URL('../../../frontend/package.json', import.meta.url));
export const playwright = require('@playwright/test');
export const { AxeBuilder } = require('@axe-core/playwright');
const { chromium } = playwright;

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** How Chromium is started, root or not: nothing but the lab is asked for anything. */
export const launchOptions = {
  executablePath: process.env.LAB_CHROMIUM ?? onPath('chromium'),
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Where a program of this name is; the name itself if it is nowhere. */
function onPath(name) {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return places.find(isExecutable) ?? name;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function launch() {
  return chromium.launch(launchOptions);
}

/** A page of its own context; `complaints` is what a clean page must not say. */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: WIDE, ...options });
  const page = await context.newPage();
  return { page, complaints: listen(page) };
}

/** Collects console messages, errors and failed requests from now on. */
export function listen(page) {
  const complaints = [];
  page.on('console', (message) => {
    const isExpected = isOverBefore(message.location().url, message.text());
    if (!isExpected) complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('response', (response) => {
    const text = `${response.status()} from ${response.url()}`;
    if (response.status() >= 400 && !isOverBefore(response.url(), text)) complaints.push(text);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that goes away drops what it was still asking for: that is no failure.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${reason} for ${request.url()}`);
  });
  return complaints;
}

/** A run that a page gives up may be over before it is cancelled: the answer is 409, as is well. */
function isOverBefore(url, text) {
  return /\/api\/runs\/[0-9a-f-]{36}\/cancel$/.test(url) && /\b409\b/.test(text);
}

export function baseUrl() {
  const at = process.argv.indexOf('--base-url');
  const url = at > 0 ? process.argv[at + 1] : process.env.LAB_URL;
  if (!url) throw new Error('Say where the lab is: --base-url http://127.0.0.1:PORT, or LAB_URL.');
  return url.replace(/\/$/, '');
}

/** What Plotly was given to draw, by trace name: `RUN_ID:FLOW:METRIC`. */
export function drawnCurves(page) {
  return page.evaluate(() => {
    const plots = [...document.querySelectorAll('.js-plotly-plot')];
    const traces = plots.flatMap((plot) => plot.data ?? []);
    return Object.fromEntries(traces.map(({ name, x, y }) => [name, { x: [...x], y: [...y] }]));
  });
}

/** Curves as drawings: those of Plotly, and those that a page draws itself. */
export const CURVES = '.js-plotly-plot .scatterlayer path.js-line, [data-curves] path';

/** How many lines are really there as drawings, with at least a few points. */
export function countDrawnLines(page) {
  return page.evaluate((curves) => {
    const paths = [...document.querySelectorAll(curves)];
    return paths.filter((path) => (path.getAttribute('d') ?? '').length > 50).length;
  }, CURVES);
}

/** Until the page is laid out and painted, and nothing moves that will come to rest. */
export function settle(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const moving = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await frame();
  });
}

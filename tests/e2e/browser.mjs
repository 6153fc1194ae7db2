// A headless Chromium for the tests, and a record of everything that a clean page must not say.
import { createRequire } from 'node:module';

// The package is installed with the frontend; this folder has no dependencies of its own.
const require = createRequire(new URL('../../frontend/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launch() {
  const executablePath = process.env.LAB_CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
}

/** Opens a page; `complaints` collects console messages, errors and failed requests. */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} from ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that goes away drops what it was still asking for: that is no failure.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${reason} for ${request.url()}`);
  });
  return { page, complaints };
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

/** How many lines are really there as drawings, with at least a few points. */
export function countDrawnLines(page) {
  return page.evaluate(() => {
    const paths = [...document.querySelectorAll('.js-plotly-plot .scatterlayer path.js-line')];
    return paths.filter((path) => (path.getAttribute('d') ?? '').length > 50).length;
  });
}

/** Asks until the answer is yes; the time is a guard against what never comes. */
export async function until(isTrue, wanted) {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`It never came: ${wanted}`);
}

/** Runs one step of a test and says so when it has passed; gives what the step gives. */
export async function step(name, action) {
  const result = await action();
  console.log(`ok  ${name}`);
  return result;
}

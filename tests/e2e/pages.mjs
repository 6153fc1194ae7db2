// Every page and state that a person meets, and how to get there: for whoever has to look at all
// of them, a checker or a person. Pages that need nothing to be shown are found in the router.
import { readFileSync } from 'node:fs';

import { getJson, giveOwner, makeOwner, runToEnd, twentyFlows, twoFlows } from './lab.mjs';

const WAIT_MS = 120_000;
const ROUTER = new URL('../../frontend/src/app/router.tsx', import.meta.url);
const TRACE = new URL('../../frontend/tests/traces/iperf3.json', import.meta.url).pathname;

/** Computes what the pages show, and opens one window with runs of its own and one without. */
export async function prepare(base, open, durationSeconds) {
  const owner = makeOwner();
  const run = (scenario) => runToEnd(base, owner, scenario);
  const baseline = await run(twoFlows('bbr2', durationSeconds));
  const current = await run(twoFlows('fairtt', durationSeconds));
  const many = await run(twentyFlows(durationSeconds));
  const mine = await open();
  await giveOwner(mine.page.context(), owner);
  const guest = await open();
  const [preset] = await getJson(base, '/presets');
  return { base, mine: mine.page, guest: guest.page, baseline, current, many, preset };
}

/** `name`, and `open`: goes there and gives the page that shows it. */
export function pageStates(lab) {
  const { base, mine, guest, baseline, current, many, preset } = lab;
  const preload = `${base}/build?preset=${preset.id}&variant=0`;
  const listed = new Set();
  const at = (page, path, ready) => {
    listed.add(path.split('?')[0]);
    return async () => {
      await page.goto(`${base}${path}`);
      await ready(page);
      return page;
    };
  };
  const states = [
    { name: 'first', open: at(guest, '/', curves) },
    { name: 'gallery', open: at(guest, '/', gallery) },
    { name: 'build-form', open: at(guest, preload.slice(base.length), builderIsReady) },
    { name: 'build-json', open: at(guest, preload.slice(base.length), openJson) },
    { name: 'build-problems', open: at(guest, preload.slice(base.length), makeProblem) },
    { name: 'build-vary', open: at(guest, preload.slice(base.length), varyThree) },
    { name: 'build-axis', open: at(guest, preload.slice(base.length), openAxis) },
    { name: 'run', open: at(mine, `/runs/${current.id}`, curves) },
    { name: 'run-two', open: at(mine, `/runs/${current.id}?with=${baseline.id}`, curves) },
    { name: 'run-twenty', open: at(mine, `/runs/${many.id}`, curves) },
    { name: 'run-replay', open: at(mine, `/runs/${current.id}?replay=true&at=0.4`, packets) },
    { name: 'run-table', open: at(mine, `/runs/${current.id}?table=true`, tables) },
    { name: 'compare-empty', open: at(guest, '/compare', heading) },
    {
      name: 'compare',
      open: at(mine, `/compare?of=${baseline.id}.${current.id}&seeds=5`, comparedOverSeeds),
    },
    { name: 'picture', open: at(mine, `/runs/${current.id}`, openPicture) },
    { name: 'share', open: at(mine, `/runs/${current.id}`, openShare) },
    { name: 'measured', open: at(mine, `/runs/${current.id}`, openTrace) },
    { name: 'help', open: at(mine, `/runs/${current.id}`, openHelp) },
    { name: 'work-empty', open: at(guest, '/runs', heading) },
    { name: 'work-experiments', open: at(guest, '/runs?show=experiments', heading) },
    { name: 'work-full', open: at(mine, '/runs', listOfRuns) },
    { name: 'algorithms', open: at(guest, '/algorithms', listOfAlgorithms) },
    { name: 'algorithm', open: at(guest, '/algorithms/fairtt', algorithm) },
    { name: 'papers', open: at(guest, '/papers', listOfPapers) },
    { name: 'paper-fairtt', open: at(guest, '/papers/fairtt', paper) },
    { name: 'paper-choice', open: at(guest, '/papers/fairtt?choices=error-rate:0', paper) },
    { name: 'paper-live', open: at(guest, '/papers/fairtt', runFigure) },
    { name: 'paper-sizing', open: at(guest, '/papers/buffer-sizing', paper) },
    { name: 'paper-efra', open: at(guest, '/papers/bbr-efra', paper) },
    { name: 'not-found', open: at(guest, '/no/such/page', heading) },
  ];
  const others = plainPages().filter((path) => !listed.has(path));
  return [
    ...states,
    ...others.map((path) => ({ name: path.slice(1), open: at(guest, path, heading) })),
  ];
}

/** Addresses in the table of pages that name nothing which has to be there. */
function plainPages() {
  const paths = [...readFileSync(ROUTER, 'utf8').matchAll(/^ {2}path: '([^'$]+)',$/gm)];
  return paths.map(([, path]) => path);
}

async function heading(page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: WAIT_MS });
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

async function curves(page) {
  await page.waitForFunction(
    () => {
      const lines = [...document.querySelectorAll('.js-plotly-plot .scatterlayer path.js-line')];
      return lines.some((line) => (line.getAttribute('d') ?? '').length > 50);
    },
    null,
    { timeout: WAIT_MS },
  );
}

async function comparedOverSeeds(page) {
  await curves(page);
  await page.getByText(/^Paired seed by seed/).waitFor({ timeout: WAIT_MS });
}

async function gallery(page) {
  await curves(page);
  await page.locator('main li a[href^="/build"]').first().scrollIntoViewIfNeeded();
}

async function builderIsReady(page) {
  await page.getByText(/^Ready, /).waitFor({ timeout: WAIT_MS });
}

async function openJson(page) {
  await builderIsReady(page);
  await page.getByText('JSON', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Scenario as JSON' }).waitFor();
}

async function makeProblem(page) {
  await builderIsReady(page);
  await page.getByRole('textbox', { name: /^Base RTT of mouse/i }).fill('1');
  await page.getByRole('button', { name: /^1 problem/ }).waitFor();
}

async function openAxis(page) {
  await builderIsReady(page);
  await page.getByRole('button', { name: 'Vary Algorithm of elephant' }).click();
  await page.getByRole('dialog', { name: /^Vary Algorithm/ }).waitFor();
}

async function varyThree(page) {
  await openAxis(page);
  await page.getByRole('button', { name: 'Done' }).click();
  for (const field of ['Buffer', 'RTT of elephant']) {
    await page.getByRole('button', { name: `Vary ${field}` }).click();
    await page.getByRole('button', { name: 'Done' }).click();
  }
  await page.getByText(/^Ready, 1,000 runs/).waitFor({ timeout: WAIT_MS });
}

async function tables(page) {
  await curves(page);
  await page.getByRole('table').first().waitFor();
}

async function packets(page) {
  await curves(page);
  await page.getByText('Every packet where it is.').waitFor({ timeout: WAIT_MS });
}

async function openHelp(page) {
  await curves(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
}

/** Drawn, so that the preview is looked at too. */
async function openPicture(page) {
  await curves(page);
  await page.keyboard.press('p');
  await page.getByText(/^175 × /).waitFor({ timeout: WAIT_MS });
}

async function openShare(page) {
  await curves(page);
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: 'Share this result' }).waitFor();
}

async function openTrace(page) {
  await curves(page);
  await page.locator('main input[type=file]').setInputFiles(TRACE);
  await page.getByRole('button', { name: 'Numbers and settings' }).click();
  await page.getByRole('dialog', { name: 'iperf3.json, measured' }).waitFor();
}

async function listOfRuns(page) {
  await page.locator('main a[href^="/runs/"]').first().waitFor({ timeout: WAIT_MS });
}

async function listOfAlgorithms(page) {
  await page.getByRole('link', { name: 'FaiRTT', exact: true }).waitFor({ timeout: WAIT_MS });
}

async function algorithm(page) {
  await page.getByRole('img', { name: /^States of FaiRTT/ }).waitFor({ timeout: WAIT_MS });
}

async function listOfPapers(page) {
  await page.locator('main li h2 a').first().waitFor({ timeout: WAIT_MS });
}

/** Its plots are drawn, and its folded tables open, so that they are looked at too. */
async function paper(page) {
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: WAIT_MS });
  await page.locator('main section h2').first().waitFor();
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('main details')) fold.open = true;
  });
}

async function runFigure(page) {
  await paper(page);
  await page.getByRole('button', { name: 'Run it now' }).first().click();
  await curves(page);
}

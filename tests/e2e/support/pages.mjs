// Every page and state that a person meets, and how to get there: for a checker or a person who has
// to look at all of them. Pages that need nothing to be shown are found in the router.
import { readdirSync, readFileSync } from 'node:fs';

import {
  openClass,
  openWorkingClass,
  openCrowdedClass,
  openCrowdedWall,
  openGuide,
  openGuideSheet,
  openClassSolutions,
  openStudent,
  openJoinSheet,
  openEmptyWall,
  openWall,
  openJoining,
  joinAsStudent,
} from './classStates.mjs';
import { curves, heading, sheet, WAIT_MS } from './waits.mjs';

const anyTable = (page) => page.getByRole('table').first().waitFor();
const ROUTES = new URL('../../../frontend/src/app/routes/', import.meta.url);
const TRACE = new URL('../../../frontend/tests/traces/iperf3.json', import.meta.url).pathname;

const draft = ({ preset }) => `/build?preset=${preset.id}&variant=0`;
const run = ({ current }) => `/runs/${current.id}`;

/** A name, whose window shows it, its address, and what is done there until it is seen. */
const NAMED_STATES = [
  ['first', 'guest', '/', curves],
  ['first-moved', 'guest', '/?pair=cubic.bbr1&rtt=70&buffer=2&loss=0', ownSetting],
  ['gallery', 'guest', '/', gallery],
  ['case', 'guest', ({ preset }) => `/cases/${preset.id}`, curves],
  ['case-three', 'guest', '/cases/ten-flows', curves],
  ['case-unknown', 'guest', '/cases/nothing', heading],
  ['build-form', 'guest', draft, builderIsReady],
  ['build-json', 'guest', draft, openJson],
  ['build-problems', 'guest', draft, makeProblem],
  ['build-vary', 'guest', draft, varyThree],
  ['build-axis', 'guest', draft, openAxis],
  ['run', 'mine', run, curves],
  ['run-two', 'mine', (lab) => `${run(lab)}?with=${lab.baseline.id}`, curves],
  ['run-twenty', 'mine', ({ many }) => `/runs/${many.id}`, curves],
  ['run-replay', 'mine', (lab) => `${run(lab)}?replay=true&at=0.4`, packets],
  ['run-why', 'mine', run, openWhy],
  ['run-partial', 'mine', ({ partial }) => `/runs/${partial.id}`, cancelled],
  ['run-offline', 'mine', run, withoutConnection],
  ['run-table', 'mine', (lab) => `${run(lab)}?table=true`, tables],
  ['compare-empty', 'guest', '/compare', heading],
  ['compare', 'mine', overFiveSeeds, comparedOverSeeds],
  ['picture', 'mine', run, openPicture],
  ['share', 'mine', run, openShare],
  ['measured', 'mine', run, openTrace],
  ['help', 'mine', run, openHelp],
  ['work-empty', 'guest', '/runs', heading],
  ['work-experiments', 'guest', '/runs?show=experiments', heading],
  ['work-full', 'mine', '/runs', listOfRuns],
  ['experiment-bases', 'guest', '/experiments/new', bases],
  ['experiment-canvas', 'guest', '/experiments/new?draft=new', varyOnCanvas],
  ['experiment-verdicts', 'guest', '/experiments/new?draft=new', runVerdicts],
  ['experiment-precision', 'guest', '/experiments/new?draft=new', runPrecision],
  ['algorithms', 'guest', '/algorithms', listOfAlgorithms],
  ['algorithm', 'guest', '/algorithms/fairtt', algorithm],
  ['algorithm-witness', 'guest', '/algorithms/bbr2', algorithm],
  ['algorithm-witness-bbr3', 'guest', '/algorithms/bbr3', algorithm],
  ['league', 'guest', '/league', anyTable],
  ['break', 'guest', '/break', heading],
  ['report', 'guest', '/algorithms/bbr2/report', anyTable],
  ['papers', 'guest', '/papers', listOfPapers],
  ['paper-fairtt', 'guest', '/papers/fairtt', paper],
  ['paper-choice', 'guest', '/papers/fairtt?choices=error-rate:0', paper],
  ['paper-live', 'guest', '/papers/fairtt', runFigure],
  ['paper-sizing', 'guest', '/papers/buffer-sizing', paper],
  ['paper-efra', 'guest', '/papers/bbr-efra', paper],
  ['labs', 'guest', '/labs', listOfLabs],
  ['lab-prediction', 'guest', '/labs', openCurve],
  ['lab-withheld', 'guest', '/labs', openWithheld],
  ['lab-goal', 'guest', '/labs', reachGoal],
  ['classes', 'guest', '/classes', heading],
  ['class', 'guest', '/classes', openWorkingClass],
  ['class-forty', 'guest', '/classes', openCrowdedClass],
  ['class-empty', 'guest', '/classes', openClass],
  ['class-guide', 'guest', '/classes', openGuide],
  ['class-student', 'guest', '/classes', openStudent],
  ['class-code', 'guest', '/classes', openJoinSheet],
  ['wall-empty', 'guest', '/classes', openEmptyWall],
  ['wall', 'guest', '/classes', openWall],
  ['wall-forty', 'guest', '/classes', openCrowdedWall],
  ['wall-refused', 'guest', '/classes/00000000-0000-7000-8000-000000000000/wall', heading],
  ['join-class', 'guest', '/classes', openJoining],
  ['lab-in-class', 'guest', '/classes', joinAsStudent],
  ['lab-link', 'guest', '/labs/bufferbloat-at-home', labLink],
  ['worksheet', 'guest', '/labs/bufferbloat-at-home/worksheet', sheet],
  ['solutions', 'guest', '/labs/bufferbloat-at-home/solutions', sheet],
  ['class-guide-sheet', 'guest', '/classes', openGuideSheet],
  ['class-solutions', 'guest', '/classes', openClassSolutions],
  ['lab-editor', 'guest', '/labs', openEditor],
  ['lab-editor-goal', 'guest', '/labs', editGoal],
  ['lab-editor-problem', 'guest', '/labs', breakGoal],
  ['lab-editor-read', 'guest', '/labs', readAsStudent],
  ['use-in-lab', 'mine', run, useInLab],
  ['not-found', 'guest', '/no/such/page', heading],
];

/** Further states of pages that are seen anyway, and plain lists: looked at with `--full` only. */
const MORE_STATES = new Set([
  'first-moved',
  'gallery',
  'build-json',
  'build-problems',
  'build-axis',
  'run-two',
  'run-twenty',
  'run-table',
  'run-why',
  'compare',
  'picture',
  'share',
  'help',
  'work-empty',
  'work-experiments',
  'experiment-bases',
  'experiment-precision',
  'algorithms',
  'algorithm-witness',
  'algorithm-witness-bbr3',
  'league',
  'report',
  'lab-withheld',
  'lab-link',
  'solutions',
  'class-guide-sheet',
  'lab-editor',
  'lab-editor-goal',
  'lab-editor-problem',
  'lab-editor-read',
  'use-in-lab',
  'lab-goal',
  'class-empty',
  'class-forty',
  'wall-forty',
  'class-guide',
  'class-student',
  'class-code',
  'wall-empty',
  'wall-refused',
  'class-solutions',
  'wall',
  'join-class',
  'lab-in-class',
  'privacy',
  'paper-choice',
  'paper-live',
  'paper-sizing',
  'paper-efra',
]);

export const PAGE_STATES = [
  ...NAMED_STATES,
  ...otherPages().map((path) => [path.slice(1), 'guest', path, heading]),
].map(([name, who, path, ready]) => ({ name, who, path, ready, isMore: MORE_STATES.has(name) }));

/** Goes to a state and gives the page that shows it. */
export async function openState(lab, { who, path, ready }) {
  const page = lab[who];
  // The state before may have been one without a connection.
  await page.context().setOffline(false);
  await page.goto(`${lab.base}${addressOf(path, lab)}`);
  await ready(page);
  return page;
}

function addressOf(path, lab) {
  return typeof path === 'string' ? path : path(lab);
}

/** Addresses in the table of pages that name nothing which has to be there, and not met above. */
function otherPages() {
  const any = { id: 'any' };
  const lab = { baseline: any, current: any, many: any, partial: any, preset: any };
  const met = new Set(NAMED_STATES.map(([, , path]) => addressOf(path, lab).split('?')[0]));
  const files = readdirSync(ROUTES).map((name) => readFileSync(new URL(name, ROUTES), 'utf8'));
  const paths = files.flatMap((file) => [...file.matchAll(/^ {2}path: '([^'$]+)',$/gm)]);
  return paths.map(([, path]) => path).filter((path) => !met.has(path));
}

async function bases(page) {
  await page
    .getByRole('link', { name: /^Begin with / })
    .first()
    .waitFor({ timeout: WAIT_MS });
}

/** Five buffers and two algorithms for one flow: 30 runs of a few milliseconds. */
async function varyOnCanvas(page) {
  for (const field of ['Algorithm of CUBIC', 'Buffer']) {
    await page.getByRole('checkbox', { name: `Vary ${field}` }).click();
  }
  await page.getByRole('textbox', { name: 'Seeds of each cell' }).fill('3');
  await page.getByText(/ of one processor$| stored$/).waitFor({ timeout: WAIT_MS });
}

async function runVerdicts(page) {
  await varyOnCanvas(page);
  await runCanvas(page);
  await page.goto(`${page.url()}?view=difference&metric=mean_queue_s&table=true`);
  await page
    .getByText(/ of 5 cells/)
    .first()
    .waitFor({ timeout: WAIT_MS });
}

async function runPrecision(page) {
  await varyOnCanvas(page);
  await page.getByRole('checkbox', { name: /^more until the interval/ }).click();
  await page.getByRole('textbox', { name: 'Maximum seeds per cell' }).fill('4');
  await runCanvas(page);
  await page.getByText(/^The chosen cell: \d seeds/).waitFor({ timeout: WAIT_MS });
}

async function runCanvas(page) {
  await page.getByRole('button', { name: /^Run 30 runs/ }).click();
  await page.waitForURL(/\/experiments\/[0-9a-f]{8}-/);
  await page.getByText(/^done/).first().waitFor({ timeout: WAIT_MS });
}

function overFiveSeeds({ baseline, current }) {
  return `/compare?of=${baseline.id}.${current.id}&seeds=5`;
}

async function openWhy(page) {
  await curves(page);
  const sheet = page.getByRole('button', { name: 'Meaning', exact: true });
  if (await sheet.isVisible()) await sheet.click();
  const chain = page.getByRole('list', { name: /Chain of causes/ });
  await chain.locator('summary').first().click({ timeout: WAIT_MS });
}

async function cancelled(page) {
  await curves(page);
  await page.getByText(/^Partial: cancelled at /).waitFor({ timeout: WAIT_MS });
}

async function withoutConnection(page) {
  await curves(page);
  await page.context().setOffline(true);
  await page.getByText('No connection to the lab.').waitFor({ timeout: WAIT_MS });
}

async function comparedOverSeeds(page) {
  await curves(page);
  await page.getByText(/^Paired by seed/).waitFor({ timeout: WAIT_MS });
}

/** A setting that does not ship: its seeds come in, in the room that they will have. */
async function ownSetting(page) {
  await page.getByText('Your own setting, computed in this lab.').waitFor({ timeout: WAIT_MS });
  await curves(page);
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
  // Half under the head bar, where a phone has scrolled, buttons would seem too small.
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function tables(page) {
  await curves(page);
  await anyTable(page);
}

async function packets(page) {
  await curves(page);
  await page.getByText('Every packet at its position.').waitFor({ timeout: WAIT_MS });
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
  // On a phone what is beside the plots is a sheet of its own.
  const sheet = page.getByRole('button', { name: 'Scenario', exact: true });
  if (await sheet.isVisible()) await sheet.click();
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
  await page.getByRole('img', { name: /^States of / }).waitFor({ timeout: WAIT_MS });
}

async function listOfLabs(page) {
  await page
    .getByRole('button', { name: /^Start / })
    .first()
    .waitFor({ timeout: WAIT_MS });
}

async function startLab(page, title) {
  await page.getByRole('button', { name: `Start ${title}` }).click();
  await page.waitForURL(/\/labs\/attempts\//);
  await heading(page);
}

async function openCurve(page) {
  await startLab(page, 'The sawtooth, then sharing');
  await page.getByRole('slider').first().waitFor();
}

async function openWithheld(page) {
  await startLab(page, 'Window and round-trip time');
  await page.getByRole('link', { name: /Run it/ }).click();
  await page.getByText('This step waits for your prediction.').waitFor();
}

async function predict(page, step, value) {
  await page.getByRole('link', { name: step }).first().click();
  await page.getByRole('textbox', { name: new RegExp(`^${step}, in`) }).fill(value);
  await page.getByRole('button', { name: 'Store the prediction' }).click();
  await page.getByText('Stored.').waitFor();
}

async function reachGoal(page) {
  await startLab(page, 'Bufferbloat at home');
  // The goal waits for the predictions that its runs could answer.
  await predict(page, 'Predict the RTT', '700');
  await predict(page, 'A smaller buffer', '1');
  await page.getByRole('link', { name: /Tune it/ }).click();
  await page.getByRole('textbox', { name: 'Buffer' }).fill('8');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('✓ The goal is reached.').waitFor({ timeout: WAIT_MS });
  await curves(page);
}

async function labLink(page) {
  await page.getByRole('button', { name: 'Begin' }).waitFor({ timeout: WAIT_MS });
}

async function openEditor(page) {
  await page.getByRole('button', { name: 'Copy a lab' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy a lab' });
  await dialog.getByRole('button', { name: /^Bufferbloat at home/ }).click();
  await page.waitForURL(/\/labs\/edit\//);
  await heading(page);
}

async function editGoal(page) {
  await openEditor(page);
  await page.getByRole('button', { name: /Tune it/ }).click();
  await page.getByRole('region', { name: 'Open fields' }).waitFor();
}

async function breakGoal(page) {
  await editGoal(page);
  await page.getByRole('textbox', { name: 'Goal', exact: true }).fill('jain');
  await page.getByRole('heading', { name: '1 thing to fix' }).waitFor({ timeout: WAIT_MS });
  // Half out of sight, where the page has scrolled, fields would seem too small.
  await page.evaluate(() => {
    for (const each of [window, document.querySelector('main')]) each.scrollTo(0, 0);
  });
}

async function readAsStudent(page) {
  await openEditor(page);
  await page.getByText('Read as a student', { exact: true }).click();
  await page.getByText(/^Nothing is stored here/).waitFor();
}

async function useInLab(page) {
  await curves(page);
  // On a phone it is in a menu.
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: 'Use in a lab' }).filter({ visible: true }).click();
  await page.getByRole('radio', { name: 'A new lab' }).waitFor({ timeout: WAIT_MS });
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

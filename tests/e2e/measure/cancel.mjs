// How soon a run page answers Cancel, with 100 flows at 1 Gbit/s, as the browser sees it.
//
//   node tests/e2e/measure/cancel.mjs --base-url http://127.0.0.1:8000 [--count 10] [--flows 100]
//
// The clock starts with the click and stops at the first frame in which the page says that the run
// is cancelled or partial. Beside it: when the API answered the request, and what the run kept.
import { baseUrl, countDrawnLines, launch, openPage } from '../support/browser.mjs';
import { getJson, giveOwner, makeOwner } from '../support/lab.mjs';

const base = baseUrl();
const count = numberAfter('--count', 10);
const flowCount = numberAfter('--flows', 100);
const firstSeed = numberAfter('--first-seed', Math.floor(Date.now() / 1000));
const DURATION_S = 200;

const owner = makeOwner();
const browser = await launch();
const { page, complaints } = await openPage(browser);
await giveOwner(page.context(), owner);
const seen = [];
for (let index = 0; index < count; index += 1) {
  seen.push(await cancelOne(firstSeed + index, index));
  console.log(JSON.stringify(seen.at(-1)));
}
await browser.close();
for (const what of ['said_ms', 'answered_ms']) {
  const times = seen.map((one) => one[what]).sort((a, b) => a - b);
  console.log(
    `${what}: median ${times[Math.floor(times.length / 2)]}, ` +
      `fastest ${times[0]}, slowest ${times.at(-1)} of ${times.length}`,
  );
}
if (complaints.length > 0) {
  console.error(complaints.join('\n'));
  process.exitCode = 1;
}

async function cancelOne(seed, index) {
  const run = await startRun(seed);
  await page.goto(`${base}/runs/${run.id}`);
  await page.waitForFunction(isAnyCurveDrawn, null, { timeout: 120_000 });
  // Not always at the same moment of a tail or a chunk.
  await page.waitForTimeout(250 * index);
  const said = page.evaluate(whenSaid);
  const answer = page.waitForResponse((response) => response.url().endsWith('/cancel'));
  const clicked = Date.now();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await answer;
  const answered_ms = Date.now() - clicked;
  const said_ms = Math.round(await said);
  const { progress } = await getJson(base, `/runs/${run.id}`);
  const lines = await countDrawnLines(page);
  return { said_ms, answered_ms, ...progress, lines };
}

async function startRun(seed) {
  const response = await fetch(`${base}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lab-owner': owner },
    body: JSON.stringify({
      seed,
      name: null,
      scenario: {
        version: 1,
        name: `${flowCount} flows`,
        duration_s: DURATION_S,
        bottleneck: { rate_bps: 1e9, delay_s: 0.01 },
        flows: [{ count: flowCount, rtt_s: 0.04, algorithm: { name: 'bbr2' } }],
      },
    }),
  });
  const run = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(run));
  return run;
}

function isAnyCurveDrawn() {
  const paths = [...document.querySelectorAll('.js-plotly-plot .scatterlayer path.js-line')];
  return paths.some((path) => (path.getAttribute('d') ?? '').length > 50);
}

/** Runs in the page: milliseconds from the click until it says that the run has ended. */
function whenSaid() {
  return new Promise((resolve) => {
    let start = null;
    const listening = { once: true, capture: true };
    window.addEventListener('click', () => (start = performance.now()), listening);
    const look = () => {
      const states = [...document.querySelectorAll('[role=status]')];
      const isSaid = states.some(({ textContent }) => /partial:|cancelled/.test(textContent));
      if (start !== null && isSaid) resolve(performance.now() - start);
      else requestAnimationFrame(look);
    };
    look();
  });
}

function numberAfter(flag, otherwise) {
  const at = process.argv.indexOf(flag);
  return at > 0 ? Number(process.argv[at + 1]) : otherwise;
}

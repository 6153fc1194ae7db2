// Time from pressing a button that runs to the first curve of the run page, as the browser sees it.
//
//   node tests/e2e/measure_first_curve.mjs --base-url http://127.0.0.1:8000 [--count 20]
//
// Every press has a seed of its own, written into what the page asks for, so that nothing is
// answered from a stored result. The clock starts with the click and stops at the first frame of
// the run page in which a curve with samples is drawn.
import { baseUrl, launch, openPage } from './browser.mjs';

const base = baseUrl();
const count = numberAfter('--count', 20);
const firstSeed = numberAfter('--first-seed', Math.floor(Date.now() / 1000));

const browser = await launch();
const { page, complaints } = await openPage(browser);
const times = [];
for (let index = 0; index < count; index += 1) {
  times.push(await pressRun(firstSeed + index));
}
await browser.close();

const sorted = [...times].sort((a, b) => a - b);
const middle = (sorted[Math.floor((count - 1) / 2)] + sorted[Math.ceil((count - 1) / 2)]) / 2;
console.log(`each, ms: ${times.map((time) => time.toFixed(0)).join(' ')}`);
console.log(
  `from Run to the first curve: median ${middle.toFixed(0)} ms of ${count}, ` +
    `fastest ${sorted[0].toFixed(0)} ms, slowest ${sorted.at(-1).toFixed(0)} ms`,
);
if (complaints.length > 0) {
  console.error(complaints.join('\n'));
  process.exitCode = 1;
}

async function pressRun(seed) {
  await page.goto(base);
  // Somebody reads the page before pressing: its own comparison is there by then.
  await page.getByText('mean and 95% interval of 20', { exact: true }).waitFor();
  const button = page.getByRole('button', { name: 'Open in the workbench' });
  await page.route('**/api/runs', (route) => route.continue({ postData: withSeed(route, seed) }));
  const seen = page.evaluate(firstCurve);
  await button.click();
  const time = await seen;
  // The runs end before the next press, so that presses do not slow one another down.
  await page.getByText('FaiRTT: done').waitFor({ timeout: 120_000 });
  await page.getByText('BBRv2: done').waitFor({ timeout: 120_000 });
  await page.unroute('**/api/runs');
  return time;
}

function withSeed(route, seed) {
  const body = route.request().postDataJSON();
  return body === null ? undefined : JSON.stringify({ ...body, seed });
}

/** Runs in the page: milliseconds from the click to the first drawn curve. */
function firstCurve() {
  return new Promise((resolve) => {
    let start = null;
    const listening = { once: true, capture: true };
    window.addEventListener('click', () => (start = performance.now()), listening);
    const look = () => {
      const paths = document.querySelectorAll('.js-plotly-plot .scatterlayer path.js-line');
      const isDrawn = [...paths].some((path) => (path.getAttribute('d') ?? '').length > 50);
      if (start !== null && isDrawn && location.pathname.startsWith('/runs/'))
        resolve(performance.now() - start);
      else requestAnimationFrame(look);
    };
    look();
  });
}

function numberAfter(flag, otherwise) {
  const at = process.argv.indexOf(flag);
  return at > 0 ? Number(process.argv[at + 1]) : otherwise;
}

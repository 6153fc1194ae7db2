// How smoothly replay plays packets: the time between frames, and of it what the page's own code
// takes, with 2 flows and with 100. Printed, not judged: a busy machine says little.
//
//   node tests/e2e/measure/replay.mjs --base-url http://127.0.0.1:8000
import { baseUrl, launch, openPage } from '../support/browser.mjs';
import { makeOwner, runToEnd, twoFlows } from '../support/lab.mjs';

const FRAME_LIMIT_MS = 33;
const PLAY_MS = 6000;
const READY_MS = 60_000;
const DURATION_S = 20;

const base = baseUrl();
const browser = await launch();

try {
  await measure('2 flows, 10 Mbit/s', twoFlows('bbr2', DURATION_S), [0.03, 0.1, 1, 20]);
  await measure('100 flows, 100 Mbit/s', hundredFlows(), [0.01, 0.1, 20]);
} finally {
  await browser.close();
}

function hundredFlows() {
  const group = (label, rtt_s, name) => ({ label, count: 50, rtt_s, algorithm: { name } });
  return {
    version: 1,
    name: 'Hundred flows',
    duration_s: DURATION_S,
    bottleneck: { rate_bps: 1e8, delay_s: 0.01, buffer: { amount: 2, unit: 'bdp', rtt_s: 0.04 } },
    flows: [group('elephants', 0.06, 'bbr2'), group('mice', 0.03, 'cubic')],
  };
}

async function measure(name, scenario, speeds) {
  const run = await runToEnd(base, makeOwner(), scenario);
  for (const speed of speeds) {
    const { page } = await openPage(browser);
    page.setDefaultTimeout(READY_MS);
    await page.goto(`${base}/runs/${run.id}?replay=true&speed=${speed}&at=0.5`);
    await page.getByText('Every packet at its position.').waitFor();
    await page.waitForTimeout(1000);
    await page.keyboard.press(' ');
    await page.evaluate(recordFrames);
    await page.waitForTimeout(PLAY_MS);
    const { gaps, work } = await page.evaluate(() => window.stopFrames());
    report(`${name}, ${speed} x`, gaps, work);
    await page.context().close();
  }
}

function report(name, gaps, work) {
  const at = (times, share) => {
    const sorted = [...times].sort((a, b) => a - b);
    const place = Math.min(sorted.length - 1, Math.floor(share * sorted.length));
    return (sorted[place] ?? NaN).toFixed(1);
  };
  const slow = gaps.filter((gap) => gap > FRAME_LIMIT_MS).length;
  console.log(
    `${name}: ${gaps.length} frames, median ${at(gaps, 0.5)} ms, 95% ${at(gaps, 0.95)} ms, ` +
      `worst ${at(gaps, 1)} ms, ${slow} above ${FRAME_LIMIT_MS} ms; ` +
      `own code median ${at(work, 0.5)} ms, 95% ${at(work, 0.95)} ms`,
  );
}

/** Runs in the page: keeps the gaps between frames and how long the callbacks of each take. */
function recordFrames() {
  const gaps = [];
  const work = [];
  const ask = window.requestAnimationFrame.bind(window);
  let spent = 0;
  window.requestAnimationFrame = (callback) =>
    ask((now) => {
      const start = performance.now();
      callback(now);
      spent += performance.now() - start;
    });
  let last = null;
  let isOn = true;
  const next = (now) => {
    if (last !== null) {
      gaps.push(now - last);
      work.push(spent);
    }
    spent = 0;
    last = now;
    if (isOn) ask(next);
  };
  ask(next);
  window.stopFrames = () => {
    isOn = false;
    return { gaps, work };
  };
}

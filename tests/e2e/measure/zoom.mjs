// How smoothly a run of ten flows and 120 s zooms with every pane shown: the time between frames
// while the page is dragged, wheeled and panned. Printed, not judged: a busy machine says little.
//
//   node tests/e2e/measure/zoom.mjs --base-url http://127.0.0.1:8000
import { baseUrl, launch, openPage } from '../support/browser.mjs';

const FLOW_COUNT = 10;
const DURATION_S = 120;
const FRAME_LIMIT_MS = 33;
const SETTLE_MS = 1500;
const READY_MS = 60_000;

const base = baseUrl();
const browser = await launch();
const { page } = await openPage(browser);
page.setDefaultTimeout(READY_MS);

try {
  const id = await startRun();
  await page.goto(`${base}/runs/${id}?toggled=rates`);
  await page.waitForFunction(everyFlowIsDrawn, FLOW_COUNT);
  await page.waitForTimeout(SETTLE_MS);
  await report('the page at rest', () => page.waitForTimeout(SETTLE_MS));
  await report('five drags that zoom', dragZooms);
  await report('40 steps of the wheel with Ctrl', wheelZooms);
  await report('30 steps of Shift and an arrow', pans);
} finally {
  await browser.close();
}

async function startRun() {
  const flow = (label, count, rtt_s, name) => ({ label, count, rtt_s, algorithm: { name } });
  const scenario = {
    version: 1,
    name: 'Zoom',
    duration_s: DURATION_S,
    bottleneck: { rate_bps: 5e7, delay_s: 0.01 },
    flows: [flow('elephant', 5, 0.035, 'bbr2'), flow('mouse', 5, 0.025, 'cubic')],
  };
  const answer = await page.request.post(`${base}/api/runs`, { data: { scenario, seed: 7 } });
  const { id } = await answer.json();
  for (;;) {
    const run = await (await page.request.get(`${base}/api/runs/${id}`)).json();
    if (run.status === 'done') return id;
    if (run.status === 'failed') throw new Error(run.error.message);
    await page.waitForTimeout(200);
  }
}

/** Runs in the page. */
function everyFlowIsDrawn(count) {
  const plots = [...document.querySelectorAll('.js-plotly-plot')];
  const names = plots.flatMap((plot) => (plot.data ?? []).map(({ name }) => name));
  return names.filter((name) => name.endsWith(':throughput_bps')).length >= count;
}

/** Frames between the start of an action and half a second after its end. */
async function report(name, action) {
  await page.evaluate(recordFrames);
  await action();
  await page.waitForTimeout(500);
  const gaps = (await page.evaluate(() => window.stopFrames())).sort((a, b) => a - b);
  const at = (share) => gaps[Math.min(gaps.length - 1, Math.floor(share * gaps.length))] ?? NaN;
  const slow = gaps.filter((gap) => gap > FRAME_LIMIT_MS).length;
  console.log(
    `${name}: ${gaps.length} frames, median ${at(0.5).toFixed(1)} ms, ` +
      `95% ${at(0.95).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms, ` +
      `${slow} above ${FRAME_LIMIT_MS} ms`,
  );
}

/** Runs in the page: keeps the gaps between frames until it is stopped. */
function recordFrames() {
  const gaps = [];
  let last = null;
  let isOn = true;
  const next = (now) => {
    if (last !== null) gaps.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  window.stopFrames = () => {
    isOn = false;
    return gaps;
  };
}

async function plotBox() {
  return page.locator('.js-plotly-plot .nsewdrag').first().boundingBox();
}

async function dragZooms() {
  for (let index = 0; index < 5; index += 1) {
    const box = await plotBox();
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, y, { steps: 20 });
    await page.mouse.up();
    await page.waitForTimeout(400);
  }
  await page.keyboard.press('0');
  await page.waitForTimeout(400);
}

async function wheelZooms() {
  const box = await plotBox();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.keyboard.down('Control');
  for (let index = 0; index < 40; index += 1) {
    await page.mouse.wheel(0, index < 20 ? -60 : 60);
    await page.waitForTimeout(16);
  }
  await page.keyboard.up('Control');
}

async function pans() {
  await page.locator('[role=application]').first().focus();
  for (let index = 0; index < 3; index += 1) await page.keyboard.press('+');
  for (let index = 0; index < 30; index += 1) {
    await page.keyboard.press(index < 15 ? 'Shift+ArrowRight' : 'Shift+ArrowLeft');
    await page.waitForTimeout(16);
  }
  await page.keyboard.press('0');
}

// How long the first page takes from a moved slider to curves of one seed that its own core has
// computed, in Chromium: a key pressed at rest, and a key held down. Printed, not judged.
//
//   node tests/e2e/measure_live.mjs --base-url http://127.0.0.1:8000 [--count 40] [--throttle 4]
import { baseUrl, launch, openPage, PHONE, WIDE } from './browser.mjs';

const option = (name, otherwise) => {
  const place = process.argv.indexOf(name);
  return place < 0 ? otherwise : Number(process.argv[place + 1]);
};
const COUNT = option('--count', 40);
const THROTTLE = option('--throttle', 1);
const REST_MS = 700;
const HELD_MS = 33;
const READY_MS = 60_000;
const BIN_MS = 25;

const browser = await launch();
const { page } = await openPage(browser, { viewport: THROTTLE > 1 ? PHONE : WIDE });
page.setDefaultTimeout(READY_MS);

try {
  // The server answers nothing new: what is drawn is the page's own.
  await page.route('**/api/seeds', () => undefined);
  await page.goto(`${baseUrl()}/?pair=bbr2.fairtt&rtt=26&buffer=10&loss=0.0015`);
  if (THROTTLE > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    await page.getByRole('button', { name: 'Change' }).click();
  }
  await page.evaluate(watchPictures);
  const slider = page.getByRole('slider', { name: /RTT/ });
  await slider.focus();
  await page.waitForFunction(() => window.livePictures.some(({ isWhole }) => isWhole));
  await page.evaluate(() => window.livePictures.splice(0));
  for (let index = 0; index < COUNT; index += 1) {
    await page.keyboard.press(index < COUNT / 2 ? 'ArrowRight' : 'ArrowLeft');
    await page.waitForTimeout(REST_MS);
  }
  await report('a key at rest', await page.evaluate(() => window.livePictures.splice(0)));
  await page.evaluate(() => window.liveInputs.splice(0));
  for (let index = 0; index < COUNT; index += 1) {
    await page.keyboard.press(index < COUNT / 2 ? 'ArrowRight' : 'ArrowLeft');
    await page.waitForTimeout(HELD_MS);
  }
  await page.waitForTimeout(REST_MS);
  await report('a key held down', await page.evaluate(() => window.livePictures.splice(0)));
} finally {
  await browser.close();
}

/** Runs in the page: when a slider moves, and when the next two frames after its curves begin. */
function watchPictures() {
  window.livePictures = [];
  window.liveInputs = [];
  document.addEventListener(
    'keydown',
    (event) => {
      // What the page makes of the key is there when its handlers have run.
      setTimeout(() => {
        const rtt = Number.parseFloat(event.target.getAttribute('aria-valuetext') ?? '');
        window.liveInputs.push({ rtt, at: event.timeStamp });
      });
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const { name, detail, startTime } of list.getEntries()) {
      if (name !== 'live-curves') continue;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          const input = window.liveInputs.findLast(({ rtt }) => rtt === detail.elephantRttMs);
          const { isWhole } = detail;
          const drawn = performance.now();
          window.livePictures.push({
            isWhole,
            rtt: detail.elephantRttMs,
            input: input?.at ?? null,
            ms: input ? drawn - input.at : null,
            commitMs: input ? startTime - input.at : null,
          });
        };
        channel.port2.postMessage(null);
      });
    }
  }).observe({ type: 'mark' });
}

/** The first picture of each input, and the whole one. */
function report(name, pictures) {
  const firsts = new Map();
  const wholes = new Map();
  for (const { input, ms, isWhole } of pictures) {
    if (ms === null) continue;
    if (!firsts.has(input)) firsts.set(input, ms);
    if (isWhole && !wholes.has(input)) wholes.set(input, ms);
  }
  console.log(`${name}: first picture ${summary([...firsts.values()])}`);
  console.log(`${name}: whole run     ${summary([...wholes.values()])}`);
  for (const line of histogram([...firsts.values()])) console.log(line);
}

/** First pictures by their latency. */
function histogram(values) {
  const counts = new Map();
  for (const value of values) {
    const from = Math.floor(value / BIN_MS) * BIN_MS;
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([from, count]) => `  ${from} to ${from + BIN_MS} ms ${'#'.repeat(count)}`);
}

function summary(values) {
  if (values.length === 0) return 'none';
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const shown = [0.05, 0.5, 0.95].map((share) => `${at(share).toFixed(0)} ms`).join(', ');
  return `n=${values.length}, p5, p50, p95: ${shown}`;
}

// How long a page takes from a moved control to curves that its own core has computed, in Chromium:
// a control moved at rest, and one that keeps moving. Every input counts from its event to the
// frame after the first curves that were asked for since. Printed, not judged; in the end as rows
// of docs/performance.md: p50 (p95) and how many took less than 10 ms, 20 ms, ...
//
//   node tests/e2e/measure/live.mjs --base-url http://127.0.0.1:8000 [--count 40] [--throttle 4]
//     [--page first|builder|what-if|algorithm|lab|embed]
//
// On a machine that does other work, LAB_CHROMIUM may be a program that gives the browser the
// processors first. What the page's main thread computes for an input is given in its own
// processor time, which other work changes little.
import { loadavg } from 'node:os';

import { baseUrl, launch, openPage, PHONE, WIDE } from '../support/browser.mjs';

const option = (name, otherwise) => {
  const place = process.argv.indexOf(name);
  return place < 0 ? otherwise : process.argv[place + 1];
};
const COUNT = Number(option('--count', 40));
const THROTTLE = Number(option('--throttle', 1));
const REST_MS = 900;
const HELD_MS = 33;
const READY_MS = 120_000;
const BIN_MS = 10;
/** The opening case's preset. */
const PRESET = '/build?preset=elephant-and-mouse';

/** How to come to a control, and what moves it: values in turn, or one key after the other. */
const PAGES = {
  first: async (page) => {
    // The server answers nothing new: what is drawn is the page's own.
    await page.route('**/api/seeds', () => undefined);
    await page.goto(`${baseUrl()}/?pair=bbr2.fairtt&rtt=26&buffer=10&loss=0.0015`);
    if (THROTTLE > 1) await page.getByRole('button', { name: 'Change' }).click();
    return byKeys(page, page.getByRole('slider', { name: /RTT/ }));
  },
  builder: async (page) => {
    await page.goto(`${baseUrl()}${PRESET}`);
    return byValues(page.getByRole('textbox', { name: /^Base RTT of/ }).first());
  },
  'what-if': async (page) => {
    await run(page);
    await page.getByRole('button', { name: 'What would change?' }).click();
    return byValues(page.getByRole('textbox', { name: /^Buffer/ }));
  },
  algorithm: async (page) => {
    await page.goto(`${baseUrl()}/algorithms/bbr2`);
    const field = page.getByRole('combobox', { name: 'Compare with' });
    const values = ['cubic', 'newreno'];
    return (index) => field.selectOption(values[index % values.length]);
  },
  lab: async (page) => {
    await page.goto(`${baseUrl()}/labs`);
    await page.getByRole('button', { name: 'Start Name that algorithm' }).click();
    await page.waitForURL(/\/labs\/attempts\//);
    await page.locator('aside a[href$="step=practise"]').click();
    const field = page.locator('form select').first();
    return (index) => field.selectOption({ index: (index + 1) % 5 });
  },
  embed: async (page) => {
    await run(page);
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this result' });
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const field = dialog.getByRole('textbox', { name: 'To show it inside another page' });
    await page.goto(/src="([^"]+)"/.exec(await field.inputValue())[1].replaceAll('&amp;', '&'));
    await page.getByRole('button', { name: 'Change it' }).click();
    return byKeys(page, page.getByRole('slider', { name: /RTT/ }));
  },
};

const browser = await launch();
try {
  const wanted = option('--page', null);
  const rows = [];
  for (const name of wanted === null ? Object.keys(PAGES) : [wanted]) {
    rows.push(`| ${name} | ${(await measure(name)).join(' | ')} |`);
  }
  console.log(rows.join('\n'));
} finally {
  await browser.close();
}

async function measure(name) {
  const { page } = await openPage(browser, { viewport: THROTTLE > 1 ? PHONE : WIDE });
  page.setDefaultTimeout(READY_MS);
  await page.addInitScript(watchPictures);
  const move = await PAGES[name](page);
  if (THROTTLE > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  }
  const thread = await page.context().newCDPSession(page);
  await thread.send('Performance.enable', { timeDomain: 'threadTicks' });
  await move(0);
  await page.waitForFunction(() => window.live.pictures.some(({ isWhole }) => isWhole));
  await page.waitForTimeout(REST_MS);
  const cells = [];
  for (const [way, waitMs] of [
    ['at rest', REST_MS],
    ['going on', HELD_MS],
  ]) {
    await page.evaluate(forget);
    const before = await busySeconds(thread);
    for (let index = 1; index <= COUNT; index += 1) {
      await move(index);
      await page.waitForTimeout(waitMs);
    }
    await page.waitForTimeout(2 * REST_MS);
    const busyMs = ((await busySeconds(thread)) - before) * 1e3;
    const live = await page.evaluate(() => window.live);
    cells.push(report(`${name}, ${way}`, live, busyMs / COUNT));
  }
  await page.context().close();
  return cells;
}

/** Of the page's main thread, processor time. */
async function busySeconds(thread) {
  const { metrics } = await thread.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value;
}

async function byKeys(page, slider) {
  await slider.focus();
  return (index) => page.keyboard.press(index % 10 < 5 ? 'ArrowRight' : 'ArrowLeft');
}

async function byValues(field) {
  const first = Number.parseFloat(await field.inputValue()) || 20;
  return (index) => field.fill(String(first + 1 + (index % 7)));
}

async function run(page) {
  await page.goto(`${baseUrl()}${PRESET}`);
  await page.getByRole('button', { name: /^Run/ }).first().click();
  await page.waitForURL(/\/runs\//);
  await page.getByRole('heading', { name: 'Phenomena' }).waitFor();
}

/** Runs in the page: its inputs, its questions, and the frames after curves of them were drawn. */
function watchPictures() {
  window.live = { inputs: [], asked: [], pictures: [] };
  for (const kind of ['keydown', 'input']) {
    const note = ({ timeStamp, target }) => {
      // A key on a slider is one input, whatever follows from it.
      if (kind === 'keydown' || target.type !== 'range') window.live.inputs.push(timeStamp);
    };
    document.addEventListener(kind, note, true);
  }
  const mark = performance.mark.bind(performance);
  performance.mark = (name, options) => {
    const { detail, startTime } = mark(name, options);
    if (name === 'live-asked') window.live.asked.push({ ...detail, at: startTime });
    if (name !== 'live-curves') return;
    // What is in the document now is in the next frame, which is over with the task behind it.
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        window.live.pictures.push({ ...detail, at: performance.now(), committed: startTime });
      };
      channel.port2.postMessage(null);
    });
  };
}

function forget() {
  for (const list of Object.values(window.live)) list.splice(0);
}

/** Of every input: its first picture, its question, and the whole run; of later ones if need be. */
function report(name, { inputs, asked, pictures }, busyMs) {
  const found = inputs.map((at) => {
    const question = asked.find((each) => each.at >= at);
    // Of a known setting nothing is asked.
    if (question === undefined || question.at - at > REST_MS / 2) return {};
    const own = pictures.filter((each) => each.question >= question.question);
    return {
      asked: question.at - at,
      committed: own[0] && own[0].committed - at,
      first: own[0] && own[0].at - at,
      whole: own.find(({ isWhole }) => isWhole)?.at - at,
    };
  });
  const [load] = loadavg();
  const work = `${busyMs.toFixed(0)} ms of the main thread an input`;
  console.log(`${name}: ${inputs.length} inputs, load ${load.toFixed(1)}, ${work}`);
  for (const [words, key] of [
    ['asked', 'asked'],
    ['in the document', 'committed'],
    ['first picture', 'first'],
    ['whole run', 'whole'],
  ]) {
    const values = found.map((each) => each[key]).filter((value) => Number.isFinite(value));
    console.log(`  ${words.padEnd(16)}${summary(values)}`);
  }
  return cellOf(found.map(({ first }) => first).filter((value) => Number.isFinite(value)));
}

/** First pictures by their latency, in one cell of a table. */
function cellOf(values) {
  if (values.length === 0) return 'none';
  const counts = Array.from({ length: Math.floor(Math.max(...values) / BIN_MS) + 1 }, () => 0);
  for (const value of values) counts[Math.floor(value / BIN_MS)] += 1;
  const [half, most] = [0.5, 0.95].map((share) => percentile(values, share).toFixed(0));
  return `${half} (${most}) [${counts.join()}]`;
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function summary(values) {
  if (values.length === 0) return 'none';
  const shown = [0.5, 0.95, 0.99].map((share) => `${percentile(values, share).toFixed(0)} ms`);
  return `n=${values.length}, p50, p95, p99: ${shown.join(', ')}`;
}

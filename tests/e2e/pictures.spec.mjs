// A plot is saved as PNG, SVG and PDF, and each is opened by what it is for: the SVG alone in a
// browser without scripts or network, the PNG's own header, the PDF by poppler where it is there.
// It is copied, too, and a PDF shows labels in letters that its font lacks.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

import { runToEnd, twoFlows } from './support/lab.mjs';
import { expect, picture, test } from './support/test.mjs';

/** 175 mm at 300 dots per inch. */
const DOUBLE_PX = 2067;
const DOTS_PER_M = 11811;

// From a dark page: pictures are light all the same.
test.use({ colorScheme: 'dark' });

test('a plot is saved as PNG, SVG and PDF, and each is opened', async ({
  mine: page,
  base,
  owner,
  complaints,
  open,
}) => {
  const step = test.step;
  const { id, scenario_digest: digest } = await step('a run is done', () =>
    runToEnd(base, owner, twoFlows('fairtt', 10)),
  );
  await step('the dialog opens by its key', () => openDialog(page, base, id));
  const png = await step('PNG', () => save(page, 'PNG'));
  await step('it has its size at 300 dpi', () => checkPng(png));
  const svg = await step('SVG', () => save(page, 'SVG'));
  await step('it opens alone, without scripts or network', () => checkSvg(open, svg, digest));
  const pdf = await step('PDF', () => save(page, 'PDF'));
  await step('it has letters and lines', () => checkPdf(pdf));
  await step('the clipboard takes it', () => copyPng(page, base));
  await step('Escape closes the dialog', () => closeDialog(page));
  expect(complaints).toEqual([]);
});

test(
  'what the font of a PDF lacks is there as pixels, and said',
  { tag: '@full' },
  async ({ mine, base, owner, complaints }) => {
    const { id } = await runToEnd(base, owner, farScenario());
    await openDialog(mine, base, id);
    await checkFar(mine, await save(mine, 'PDF'));
    expect(complaints).toEqual([]);
  },
);

async function openDialog(page, base, id) {
  await page.goto(`${base}/runs/${id}`);
  await expect(page.locator('path.js-line').first()).toBeVisible();
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: 'Save a picture' });
  await expect(dialog.locator('path.js-line').first()).toBeAttached();
  await expect(dialog.getByText(/PNG 2067/)).toBeVisible();
  await picture(page, 'dialog');
}

/** With LAB_PICTURES a folder the file is kept there. */
async function save(page, kind) {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: `Save ${kind}` }).click();
  const download = await waiting;
  const name = download.suggestedFilename();
  expect(name).toMatch(new RegExp(`fairtt-lab-[a-z0-9-]+\\.${kind.toLowerCase()}$`));
  const kept = process.env.LAB_PICTURES;
  const path = kept ? `${kept}/${name}` : test.info().outputPath(name);
  await download.saveAs(path);
  return path;
}

function checkPng(path) {
  const bytes = readFileSync(path);
  expect(bytes.readUInt32BE(16)).toBe(DOUBLE_PX);
  expect(bytes.readUInt32BE(20)).toBeGreaterThan(DOUBLE_PX / 3);
  const at = bytes.indexOf('pHYs');
  expect(at).toBeGreaterThan(0);
  expect(at).toBeLessThan(bytes.indexOf('IDAT'));
  const dots = [bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8)];
  expect(dots).toEqual([DOTS_PER_M, DOTS_PER_M]);
}

async function checkSvg(open, path, digest) {
  const text = readFileSync(path, 'utf8');
  expect(text).not.toMatch(/<script|<style|<foreignObject|@import|url\((?!#)|href="(?!#)/);
  const alone = await open({ javaScriptEnabled: false, offline: true });
  await alone.page.goto(`file://${path}`);
  const reader = await open();
  const seen = await reader.page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
    const all = (name) => [...parsed.querySelectorAll(name)];
    return {
      isBroken: parsed.querySelector('parsererror') !== null,
      width: parsed.documentElement.getAttribute('width'),
      words: all('text').map((each) => each.textContent),
      longPaths: all('path').filter((each) => each.getAttribute('d').length > 200).length,
      paper: parsed.querySelector('rect').getAttribute('fill'),
    };
  }, text);
  expect(seen.isBroken).toBe(false);
  expect(seen.width).toBe('175mm');
  expect(seen.paper).toBe('#ffffff');
  for (const word of ['Throughput', 'time, s', 'elephant', 'mouse']) {
    expect(seen.words).toContain(word);
  }
  expect(seen.words.join(' '), 'the caption has the digest').toContain(digest.slice(0, 12));
  expect(seen.longPaths, 'curves').toBeGreaterThanOrEqual(4);
}

function checkPdf(path) {
  const bytes = readFileSync(path);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const pages = streamsOf(bytes);
  const curves = pages.filter((each) => (each.match(/ l$/gm) ?? []).length > 200);
  expect(curves.length, 'curves as lines').toBeGreaterThan(0);
  expect(bytes.includes('/Subtype /Image'), 'a picture made of pixels').toBe(false);
  const words = poppler('pdftotext', path, '-');
  if (words === null) return;
  for (const word of ['throughput', 'mbit/s', 'time, s', 'elephant', 'seed 1']) {
    expect(words.toLowerCase()).toContain(word);
  }
  expect(poppler('pdffonts', path)).toMatch(/Arimo\S*\s.*\syes /);
  expect(poppler('pdfinfo', path)).toMatch(/Page size:\s+496\.\d+ x/);
}

async function copyPng(page, base) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base });
  await page.getByRole('button', { name: 'Copy PNG' }).click();
  await expect(page.getByRole('status').getByText('Copied')).toBeVisible();
  const head = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bytes = await (await item.getType('image/png')).arrayBuffer();
    return [...new Uint8Array(bytes.slice(0, 24))];
  });
  expect(Buffer.from(head).readUInt32BE(16)).toBe(DOUBLE_PX);
}

/** Of the labels the font of pictures has the first; of the second it has none. */
function farScenario() {
  const scenario = twoFlows('cubic', 5);
  const flow = (label) => ({ ...scenario.flows[0], label });
  return { ...scenario, flows: ['слон', '象 فيل 🐘'].map(flow) };
}

async function checkFar(page, path) {
  await expect(page.getByRole('status').getByText(/lacks letters of .*象/)).toBeVisible();
  const bytes = readFileSync(path);
  const count = bytes.toString('latin1').split('/Subtype /Image').length - 1;
  expect(count, 'pictures of words').toBeGreaterThanOrEqual(2);
  const words = poppler('pdftotext', path, '-');
  if (words === null) return;
  expect(words).toContain('слон');
  // Nothing is written with a font that lacks it.
  for (const lacking of ['象', 'فيل', '🐘']) expect(words).not.toContain(lacking);
}

/** What the compressed parts of a PDF hold. */
function streamsOf(bytes) {
  const found = [];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 1)) {
    try {
      found.push(inflateSync(bytes.subarray(at + 7)).toString('latin1'));
    } catch {
      // Not a compressed one, or the end of one.
    }
  }
  return found;
}

/** What a tool of poppler says; null where there is none. */
function poppler(tool, ...parameters) {
  try {
    return execFileSync(tool, parameters, { encoding: 'utf8' });
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

async function closeDialog(page) {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

// Files of a run that a site's page made, against those of a lab with a server.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { runToEnd } from './lab.mjs';
import { expect } from './test.mjs';

const { strFromU8, unzipSync } = createRequire(
  new URL('../../../frontend/package.json', import.meta.url),
)('fflate');

const LISTING = new URL('../../../frontend/src/generated/exportFiles.ts', import.meta.url);
const SERVER_ONLY = 'parquet';

/** Of the formats that the interface offers for runs: names in the API, and titles. */
async function offered() {
  const [ofRuns] = (await readFile(LISTING, 'utf8')).split('} as const');
  const lines = [...ofRuns.matchAll(/^ {2}(\w+): '(.+)',$/gm)];
  return lines.map(([, format, title]) => [format, title]);
}

/**
 * Byte for byte, but for the core's version: it names the flags that the core was compiled with,
 * which are others in a page. What holds it is compressed otherwise, so of a ZIP each file counts.
 */
export async function expectFilesOfServer(page, base, owner) {
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this result' });
  await expect(dialog.getByText(/^Series \(Parquet\): only in a lab with a server/)).toBeVisible();
  const titles = Object.fromEntries((await offered()).filter(([name]) => name !== SERVER_ONLY));
  const entries = textsOf(await saved(page, dialog, titles.zip));
  const { seed, core_version: mine } = JSON.parse(entries['result.json']);
  const run = await runToEnd(base, owner, JSON.parse(entries['scenario.json']), seed);
  const theirs = run.result.core_version;
  for (const [format, title] of Object.entries(titles)) {
    const answer = await fetch(`${base}/api/runs/${run.id}/export/${format}`);
    const file = await saved(page, dialog, title);
    const server = new Uint8Array(await answer.arrayBuffer());
    const [made, sent] = [file, server].map(
      format === 'zip' ? textsOf : (bytes) => ({ [format]: strFromU8(bytes) }),
    );
    expect(Object.keys(made)).toEqual(Object.keys(sent));
    for (const [name, text] of Object.entries(made)) {
      // A whole document may be too long to be shown as a difference.
      const isEqual = text.replaceAll(mine, theirs) === sent[name];
      expect(isEqual, `${format}: ${name} of the page and of the server`).toBe(true);
    }
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return run;
}

/** The packets of a moment as captures of both, and nothing but the core's version differs. */
export async function expectPacketsOfServer(page, base, run) {
  await page.getByRole('button', { name: 'Packets of this moment' }).click();
  const panel = page.getByRole('region', { name: 'Packets' });
  await expect(panel.getByRole('table')).toBeVisible();
  const capture = await saved(page, panel, 'Packets for Wireshark (pcapng)');
  const shown = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
  const window = new URLSearchParams({ from_s: shown.get('from'), to_s: shown.get('to') });
  const packets = `${base}/api/runs/${run.id}/packets?${window}`;
  await expect.poll(async () => (await (await fetch(packets)).json()).status).toBe('done');
  const answer = await fetch(`${base}/api/runs/${run.id}/export/pcapng?${window}`);
  const sent = new Uint8Array(await answer.arrayBuffer());
  expect(capture.length).toBeGreaterThan(10_000);
  const [mine, theirs] = [capture, sent].map((bytes) => afterFirstBlock(bytes));
  expect(Buffer.compare(mine, theirs), 'packets of the page and of the server').toBe(0);
  await page.getByRole('button', { name: /^Hide the packets/ }).click();
}

/** Of a capture: its first block has a comment with the core's version. */
function afterFirstBlock(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  return Buffer.from(bytes.subarray(size));
}

async function saved(page, dialog, title) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: title, exact: true }).click(),
  ]);
  return new Uint8Array(await readFile(await download.path()));
}

function textsOf(zip) {
  const files = Object.entries(unzipSync(zip));
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

// Runs the program of frontend/src/cli/core.ts in Chromium instead of Node, unchanged: what it
// takes from Node are its arguments, two files and an output, which a page gets from here.
//
//   node core_in_chromium.mjs PROGRAM MODULE QUESTION
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';

import { launch } from '../e2e/support/browser.mjs';

const [, , program, module, question] = process.argv;
const ORIGIN = 'http://core.invalid';
const IMPORTS = { 'node:fs/promises': `${ORIGIN}/files.js`, 'node:zlib': `${ORIGIN}/plain.js` };
const FILES = {
  '/': ['text/html', `<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`],
  '/files.js': ['text/javascript', `export const readFile = ${readInPage}`],
  // The module comes decompressed: a page leaves that to its host.
  '/plain.js': ['text/javascript', 'export const brotliDecompressSync = (bytes) => bytes'],
  '/core.mjs': ['text/javascript', await readFile(program)],
  '/module': ['application/wasm', brotliDecompressSync(await readFile(module))],
  '/question': ['application/json', await readFile(question)],
};

const browser = await launch();
try {
  const page = await browser.newPage();
  await page.route(`${ORIGIN}/**`, (route) => {
    const [contentType, body] = FILES[new URL(route.request().url()).pathname] ?? [];
    return body === undefined ? route.abort() : route.fulfill({ contentType, body });
  });
  await page.goto(ORIGIN);
  process.stdout.write(await page.evaluate(runInPage));
} finally {
  await browser.close();
}

async function readInPage(path, encoding) {
  const answer = await fetch(path);
  return encoding === undefined ? answer.arrayBuffer() : answer.text();
}

async function runInPage() {
  let written = '';
  const stdout = { write: (text) => (written += text) };
  globalThis.process = { argv: ['', '', '/module', '/question'], stdout };
  await import('/core.mjs');
  return written;
}

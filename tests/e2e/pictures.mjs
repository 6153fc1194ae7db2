// A plot is saved as PNG, SVG and PDF, and each is opened by what it is for: the SVG alone in a
// browser without scripts or network, the PNG's own header, the PDF by poppler where it is there.
// It is copied, too, and a PDF shows labels in letters that its font lacks.
//
//   node tests/e2e/pictures.mjs --base-url http://127.0.0.1:8000      exit status 0 or 1
//
// With LAB_PICTURES a folder: the files and what the dialog looks like are kept there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

import { baseUrl, launch, openPage, step } from "./browser.mjs";
import { giveOwner, makeOwner, runToEnd, twoFlows } from "./lab.mjs";

const TIMEOUT_MS = 120_000;
/** 175 mm at 300 dots per inch. */
const DOUBLE_PX = 2067;
const DOTS_PER_M = 11811;

const base = baseUrl();
const browser = await launch();
const owner = makeOwner();
const folder = mkdtempSync(join(tmpdir(), "fairtt-lab-pictures-"));
const kept = process.env.LAB_PICTURES;

try {
  const { id, scenario_digest: digest } = await step("a run is done", () =>
    runToEnd(base, owner, twoFlows("fairtt", 10)),
  );
  // From a dark page: pictures are light all the same.
  const { page, complaints } = await openPage(browser, { colorScheme: "dark" });
  await giveOwner(page.context(), owner);
  page.setDefaultTimeout(TIMEOUT_MS);
  await step("the dialog opens by its key", () => openDialog(page, id));
  const png = await step("PNG", () => save(page, "PNG"));
  await step("it has its size at 300 dpi", () => checkPng(png));
  const svg = await step("SVG", () => save(page, "SVG"));
  await step("it opens alone, without scripts or network", () => checkSvg(svg, digest));
  const pdf = await step("PDF", () => save(page, "PDF"));
  await step("it has letters and lines", () => checkPdf(pdf));
  await step("the clipboard takes it", () => copyPng(page));
  await step("Escape closes the dialog", () => closeDialog(page));
  const far = await step("a run with labels of many scripts is done", () =>
    runToEnd(base, owner, farScenario()),
  );
  await openDialog(page, far.id);
  const painted = await step("PDF with them", () => save(page, "PDF"));
  await step("what its font lacks is there as pixels, and said", () => checkFar(page, painted));
  assert.deepEqual(complaints, []);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser.close();
  if (kept) cpSync(folder, kept, { recursive: true });
  rmSync(folder, { recursive: true });
}

async function openDialog(page, id) {
  await page.goto(`${base}/runs/${id}`);
  await page.locator("path.js-line").first().waitFor();
  await page.keyboard.press("p");
  const dialog = page.getByRole("dialog", { name: "Save a picture" });
  await dialog.locator("path.js-line").first().waitFor({ state: "attached" });
  await dialog.getByText(/PNG 2067/).waitFor();
  if (kept) await page.screenshot({ path: join(folder, "dialog.png") });
}

async function save(page, kind) {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: `Save ${kind}` }).click();
  const download = await waiting;
  const path = join(folder, download.suggestedFilename());
  assert.match(path, new RegExp(`fairtt-lab-[a-z0-9-]+\\.${kind.toLowerCase()}$`));
  await download.saveAs(path);
  return path;
}

function checkPng(path) {
  const bytes = readFileSync(path);
  assert.equal(bytes.readUInt32BE(16), DOUBLE_PX);
  assert.ok(bytes.readUInt32BE(20) > DOUBLE_PX / 3);
  const at = bytes.indexOf("pHYs");
  assert.ok(at > 0 && at < bytes.indexOf("IDAT"));
  assert.deepEqual(
    [bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8)],
    [DOTS_PER_M, DOTS_PER_M],
  );
}

async function checkSvg(path, digest) {
  const text = readFileSync(path, "utf8");
  assert.doesNotMatch(text, /<script|<style|<foreignObject|@import|url\((?!#)|href="(?!#)/);
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const alone = await context.newPage();
  await alone.goto(`file://${path}`);
  await alone.close();
  await context.close();
  const reader = await browser.newPage();
  const seen = await reader.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
    const all = (name) => [...parsed.querySelectorAll(name)];
    return {
      isBroken: parsed.querySelector("parsererror") !== null,
      width: parsed.documentElement.getAttribute("width"),
      words: all("text").map((each) => each.textContent),
      longPaths: all("path").filter((each) => each.getAttribute("d").length > 200).length,
      paper: parsed.querySelector("rect").getAttribute("fill"),
    };
  }, text);
  await reader.close();
  assert.equal(seen.isBroken, false);
  assert.equal(seen.width, "175mm");
  assert.equal(seen.paper, "#ffffff");
  for (const word of ["Throughput", "time, s", "elephant", "mouse"]) {
    assert.ok(seen.words.includes(word), `${word} is not in ${seen.words.join("|")}`);
  }
  assert.ok(seen.words.join(" ").includes(digest.slice(0, 12)), "the caption has no digest");
  assert.ok(seen.longPaths >= 4, `only ${seen.longPaths} curves`);
}

function checkPdf(path) {
  const bytes = readFileSync(path);
  assert.equal(bytes.subarray(0, 5).toString(), "%PDF-");
  const pages = streamsOf(bytes);
  const curves = pages.filter((each) => (each.match(/ l$/gm) ?? []).length > 200);
  assert.ok(curves.length > 0, "no curves as lines");
  assert.ok(!bytes.includes("/Subtype /Image"), "there is a picture made of pixels");
  const words = poppler("pdftotext", path, "-");
  if (words === null) return;
  for (const word of ["Throughput", "Mbit/s", "time, s", "elephant", "seed 1"]) {
    assert.ok(words.toLowerCase().includes(word.toLowerCase()), `${word} is not in ${words}`);
  }
  assert.match(poppler("pdffonts", path), /Arimo\S*\s.*\syes /);
  assert.match(poppler("pdfinfo", path), /Page size:\s+496\.\d+ x/);
}

async function copyPng(page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: base });
  await page.getByRole("button", { name: "Copy PNG" }).click();
  await page.getByRole("status").getByText("Copied").waitFor();
  const head = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bytes = await (await item.getType("image/png")).arrayBuffer();
    return [...new Uint8Array(bytes.slice(0, 24))];
  });
  assert.equal(Buffer.from(head).readUInt32BE(16), DOUBLE_PX);
}

/** Of the labels the font of pictures has the first; of the second it has none. */
function farScenario() {
  const scenario = twoFlows("cubic", 5);
  const flow = (label) => ({ ...scenario.flows[0], label });
  return { ...scenario, flows: ["слон", "象 فيل 🐘"].map(flow) };
}

async function checkFar(page, path) {
  await page.getByRole("status").getByText(/lacks letters of .*象/).waitFor();
  const bytes = readFileSync(path);
  const count = bytes.toString("latin1").split("/Subtype /Image").length - 1;
  assert.ok(count >= 2, `${count} pictures of words`);
  const words = poppler("pdftotext", path, "-");
  if (words === null) return;
  assert.ok(words.includes("слон"), `слон is not in ${words}`);
  for (const lacking of ["象", "فيل", "🐘"]) {
    assert.ok(!words.includes(lacking), `${lacking} is written with a font that lacks it`);
  }
}

/** What the compressed parts of a PDF hold. */
function streamsOf(bytes) {
  const found = [];
  for (let at = bytes.indexOf("stream\n"); at >= 0; at = bytes.indexOf("stream\n", at + 1)) {
    try {
      found.push(inflateSync(bytes.subarray(at + 7)).toString("latin1"));
    } catch {
      // Not a compressed one, or the end of one.
    }
  }
  return found;
}

/** What a tool of poppler says; null where there is none. */
function poppler(tool, ...parameters) {
  try {
    return execFileSync(tool, parameters, { encoding: "utf8" });
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

async function closeDialog(page) {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

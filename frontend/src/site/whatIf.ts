/** What would change about a run of this browser: tables over seeds, computed in the page. */
import type { Scenario } from '@/api/types';
import type { WhatIfRequest } from '@/api/runs/whatIf';
import { behaviour_version } from '@/core/ccsim.json';

import { json, notAll, notFound, pythonFile, refusal } from './problems';
import { askPython } from './python/askPython';
import type { Entry } from './runs';
import { numbersOf, type KnownUnit } from './units';

/** As `what_if` in backend/lab/site/asking.py plans it. */
interface Plan {
  readonly experiment_id: string;
  /** JSON, as Python wrote it. */
  readonly definition: string;
  readonly seeds: readonly number[];
  /** The numbers of units that the table is made of. */
  readonly names: readonly string[];
  readonly cells: readonly { readonly scenario: Scenario; readonly scenario_digest: string }[];
}

interface Question {
  readonly plan: Plan;
  /** By cell and seed; a text: why there is none; null: not known yet. */
  readonly cells: (KnownUnit | string | null)[][];
  coreVersion: string | null;
  askedAt: number;
  isAtWork: boolean;
}

/** So many wait for a core at a time: a run that a user starts meanwhile is behind these only. */
const AT_ONCE = 4;
/** A table that no one has looked at for so long is not computed any further. */
const LOOKED_AT_MS = 5_000;

const questions = new Map<string, Question>();

export async function readOffers({ run }: Entry): Promise<Response> {
  const asked = { run_id: run.id, scenario: run.scenario };
  const { status, body } = await askPython('what_if_offers', asked);
  return json(body, status);
}

export async function ask({ run }: Entry, request: WhatIfRequest): Promise<Response> {
  const { status, body } = await askPython('what_if', { request, scenario: run.scenario });
  if (status !== 200) return refusal(body as Parameters<typeof refusal>[0]);
  const plan = body as Plan;
  const question = questions.get(plan.experiment_id) ?? unanswered(plan);
  questions.set(plan.experiment_id, question);
  return json(await tableOf(question), 201);
}

export async function readTable(id: string): Promise<Response> {
  const question = questions.get(id);
  if (question === undefined) return unknown(id);
  return json(await tableOf(question));
}

/** A file of the experiment that the table is of; null: there is no such table. */
export async function writeFile(id: string, format: string): Promise<Response | null> {
  const question = questions.get(id);
  if (question === undefined) return null;
  const { plan, cells, coreVersion } = question;
  if (cells.some((row) => row.includes(null))) return notAll();
  const { status, body } = await askPython('units_file', {
    format,
    definition: plan.definition,
    core_version: coreVersion,
    behaviour_version,
    units: cells.map((row) =>
      row.map((unit) =>
        isKnown(unit) ? { numbers: unit.numbers, summary_digest: unit.summaryDigest } : unit,
      ),
    ),
  });
  if (status !== 200) return refusal(body as Parameters<typeof refusal>[0]);
  return pythonFile(body);
}

function unknown(id: string): Response {
  return notFound(`There is no table ${id} in this page. Ask again what would change.`);
}

function unanswered(plan: Plan): Question {
  return {
    plan,
    cells: plan.cells.map(() => plan.seeds.map(() => null)),
    coreVersion: null,
    askedAt: 0,
    isAtWork: false,
  };
}

async function tableOf(question: Question): Promise<unknown> {
  question.askedAt = performance.now();
  void goOn(question);
  const { plan, coreVersion } = question;
  const { experiment_id, definition } = plan;
  const known = question.cells.map((row) =>
    row.map((unit) =>
      isKnown(unit) ? plan.names.map((name) => unit.numbers[name] ?? null) : null,
    ),
  );
  const failed = question.cells.map((row) => row.filter((unit) => typeof unit === 'string').length);
  const asked = { experiment_id, definition, cells: known, failed, core_version: coreVersion };
  return (await askPython('what_if_table', asked)).body;
}

/** Seed by seed, so that every arm has as many; as long as the table is being viewed. */
async function goOn(question: Question): Promise<void> {
  if (question.isAtWork) return;
  question.isAtWork = true;
  const { plan, cells } = question;
  const missing = plan.seeds.flatMap((seed, place) =>
    plan.cells.flatMap((_, cell) => (cells[cell]?.[place] === null ? { seed, place, cell } : [])),
  );
  const lane = async () => {
    while (isLookedAt(question)) {
      const next = missing.shift();
      if (next === undefined) return;
      await answer(question, next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  question.isAtWork = false;
}

function isLookedAt({ askedAt }: Question): boolean {
  // A page in the background asks for nothing.
  return document.hidden || performance.now() - askedAt < LOOKED_AT_MS;
}

interface Place {
  readonly seed: number;
  readonly place: number;
  readonly cell: number;
}

function isKnown(unit: KnownUnit | string | null): unit is KnownUnit {
  return unit !== null && typeof unit !== 'string';
}

async function answer(question: Question, { seed, place, cell }: Place): Promise<void> {
  const { plan, cells } = question;
  const unit = plan.cells[cell];
  const row = cells[cell];
  if (unit === undefined || row === undefined) return;
  try {
    const known = await numbersOf({ ...unit, seed });
    row[place] = known;
    question.coreVersion ??= known.coreVersion;
  } catch (error) {
    row[place] = error instanceof Error ? error.message : String(error);
  }
}

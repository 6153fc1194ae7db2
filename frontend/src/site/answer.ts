/**
 * Answers what pages ask of /api where there is no server: from files, from runs of this browser,
 * and by the service's own rules in Python. What is kept for others, or takes many processors, it
 * refuses in one sentence.
 */
import type { ItemRequest } from '@/api/experiments/comparisons';
import type { components } from '@/api/schema';
import { BEHAVIOUR_HEADER } from '@/api/http/transport';
import { behaviour_version } from '@/core/ccsim.json';
import { aboutOf, answerOfExperiments, toPython } from '@/site/experiments/answers';
import { findExperiment } from '@/site/experiments/live';
import { type Answered, askPython } from '@/site/python/askPython';

import { answerOfLabs } from './attempts';
import { check } from './checked';
import { hasCoreOf } from './cores';
import { readCauses, readPhenomena } from './explained';
import { writeFile } from './files';
import { fixedAnswer } from './fixed';
import { readPackets } from './packets';
import { failed, json, needsServer, noCoreOf, notFound, refusal, wrongState } from './problems';
import type { Entry } from './runs';
import * as runs from './runs';
import { readSeeds } from './seeds';
import { readSeries } from './series';
import { readTimeline } from './timeline';
import * as whatIf from './whatIf';

type RunPage = components['schemas']['RunPage'];

const USUAL_LIMIT = 20;

/** A page of this browser's runs, as backend/lab/runs/listing.py has it. */
function listRuns(entries: readonly Entry[], query: URLSearchParams): RunPage {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const statuses = query.getAll('status');
  const found = entries
    .map(({ run }) => run)
    .filter((run) => {
      const labels = run.scenario.flows.map(({ label, algorithm }) => `${label} ${algorithm.name}`);
      const text = [run.name, ...labels].join(' ').toLowerCase();
      const isOfStatus = statuses.length === 0 || statuses.includes(run.status);
      return isOfStatus && words.every((word) => text.includes(word));
    });
  const sort = query.get('sort') ?? 'newest';
  found.sort((a, b) => {
    const [first, second] = sort === 'newest' ? [b, a] : [a, b];
    const [x, y] =
      sort === 'name'
        ? [first.name.toLowerCase(), second.name.toLowerCase()]
        : [first.created_at, second.created_at];
    return x < y ? -1 : x > y ? 1 : first.id < second.id ? -1 : 1;
  });
  const from = Number(query.get('cursor') ?? 0);
  const limit = Number(query.get('limit') ?? USUAL_LIMIT);
  const page = found.slice(from, from + limit);
  return {
    items: page.map((run) => ({ ...run, result: null, overview: null })),
    next_cursor: from + limit < found.length ? String(from + limit) : null,
  };
}

export interface Asked {
  readonly request: Request;
  readonly url: URL;
}

type Handler = (asked: Asked, id: string) => Promise<Response>;

/** Of a run, by the method and what follows its id. */
const OF_RUN: Readonly<Record<string, (asked: Asked, entry: runs.Entry) => Promise<Response>>> = {
  'GET ': (_, entry) => Promise.resolve(json(runs.toRun(entry))),
  'PATCH ': async ({ request }, entry) => {
    const { name } = (await request.json()) as { name: string };
    await runs.rename(entry, name.trim());
    return json(runs.toRun(entry));
  },
  'DELETE ': async (_, entry) => {
    await runs.remove(entry);
    return new Response(null, { status: 204 });
  },
  'POST /cancel': async (_, entry) => {
    const isOff = await runs.cancel(entry);
    if (isOff) return json(runs.toRun(entry));
    return wrongState(`Run ${entry.run.id} is already over: it is ${entry.run.status}.`);
  },
  'GET /series': async ({ url }, entry) =>
    json(readSeries(entry.run, await runs.chunksOf(entry), url.searchParams)),
  'GET /timeline': async ({ url }, entry) =>
    json(readTimeline(entry.run, await runs.chunksOf(entry), url.searchParams)),
  'GET /phenomena': (_, entry) => readPhenomena(entry),
  'GET /causes': ({ url }, entry) => readCauses(entry, url.searchParams),
  'GET /packets': ({ request, url }, entry) => readPackets(entry, url.searchParams, request.signal),
  'GET /what-if': (_, entry) => whatIf.readOffers(entry),
  'POST /what-if': async ({ request }, entry) =>
    whatIf.ask(entry, (await request.json()) as Parameters<typeof whatIf.ask>[1]),
  'GET /waiting': (_, { run }) => {
    const waits_for = run.status === 'queued' ? 'turn' : null;
    return Promise.resolve(json({ run_id: run.id, status: run.status, waits_for, ahead_count: 0 }));
  },
};

const ALONE: Readonly<Record<string, Handler>> = {
  'GET /api/ready': () => Promise.resolve(json(READY)),
  'GET /api/speed': () => Promise.resolve(json({ ...CORE, sizes: [] })),
  'POST /api/scenarios/check': async ({ request }) => toResponse(await check(await request.json())),
  'POST /api/seeds': async ({ request }) =>
    json(await readSeeds((await request.json()) as Parameters<typeof readSeeds>[0])),
  'POST /api/comparisons': async ({ request }) =>
    readComparison((await request.json()) as Parameters<typeof readComparison>[0]),
  'GET /api/runs': async ({ url }) => json(listRuns(await runs.mine(), url.searchParams)),
  'POST /api/runs': createRun,
  // Links are kept by servers: there are none here.
  'GET /api/shares': () => Promise.resolve(json([])),
};

const CORE = { core_version: `behaviour ${behaviour_version}, in this browser`, behaviour_version };
const READY = {
  ...CORE,
  ready: true,
  database: 'ok',
  migrations: 'ok',
  broker: 'ok',
  older_core_versions: [],
};

const WHAT_IF_PATH = /^\/api\/what-if\/([^/]+)$/;
const TABLE_FILE_PATH = /^\/api\/experiments\/([^/]+)\/export\/([^/]+)$/;
const FILE_PATH = /^\/export\/([^/]+)$/;
const RUN_PATH = /^\/api\/runs\/([^/]+)(\/.*)?$/;

export async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const { method } = request;
  try {
    const alone = ALONE[`${method} ${url.pathname}`];
    if (alone !== undefined) return await alone({ request, url }, '');
    const [, id, rest = ''] = RUN_PATH.exec(url.pathname) ?? [];
    if (id !== undefined) return await answerOfRun({ request, url }, id, rest);
    const [, question] = WHAT_IF_PATH.exec(url.pathname) ?? [];
    if (question !== undefined && method === 'GET') return await whatIf.readTable(question);
    const [, table, format] = TABLE_FILE_PATH.exec(url.pathname) ?? [];
    if (table !== undefined && format !== undefined && method === 'GET') {
      const ofTable = await whatIf.writeFile(table, format);
      if (ofTable !== null) return ofTable;
    }
    const ofExperiments = await answerOfExperiments(request, url);
    if (ofExperiments !== null) return ofExperiments;
    const ofLabs = await answerOfLabs(request, url);
    if (ofLabs !== null) return ofLabs;
    const fixed = method === 'GET' ? await fixedAnswer(url.pathname) : null;
    return fixed ?? needsServer();
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

async function answerOfRun(asked: Asked, id: string, rest: string): Promise<Response> {
  const entry = await runs.find(id);
  if (entry === null) {
    return notFound(`There is no run ${id} in this browser. It may have been made in another one.`);
  }
  const [, format] = FILE_PATH.exec(rest) ?? [];
  if (format !== undefined && asked.request.method === 'GET') {
    return writeFile(entry, format, asked);
  }
  const handler = OF_RUN[`${asked.request.method} ${rest}`];
  return handler === undefined ? needsServer() : handler(asked, entry);
}

async function createRun({ request }: Asked): Promise<Response> {
  const isMine = request.headers.has('X-Lab-Owner');
  const behaviour = Number(request.headers.get(BEHAVIOUR_HEADER) ?? behaviour_version);
  if (!(await hasCoreOf(behaviour))) return noCoreOf(behaviour);
  const answered = await askPython('create', await request.json());
  if (answered.status !== 200) return toResponse(answered);
  const entry = await runs.start(
    answered.body as Parameters<typeof runs.start>[0],
    isMine,
    behaviour,
  );
  return json(runs.toRun(entry), 201);
}

function toResponse({ status, body }: Answered): Response {
  return status === 200 ? json(body) : refusal(body as Parameters<typeof refusal>[0]);
}

type ComparisonRequest = components['schemas']['ComparisonRequest'];

/** Comparisons of runs of this browser, by the service's own rules in Python. */
async function readComparison(request: ComparisonRequest): Promise<Response> {
  const found = await Promise.all(request.items.map(foundOf));
  const { status, body } = await askPython('compare', { request, found });
  return json(body, status);
}

/** What an item names: a cell, or runs; of its other seeds those that this browser has computed. */
async function foundOf(item: ItemRequest) {
  const { run_ids = [], seeds = [], experiment_id } = item;
  if (experiment_id != null) return cellOf(experiment_id, item);
  const entries = await Promise.all(run_ids.map((id) => runs.find(id)));
  const digest = seeds.length > 0 ? entries[0]?.run.scenario_digest : undefined;
  const known = await Promise.all(
    digest === undefined ? [] : seeds.map((seed) => runs.doneOf(digest, seed)),
  );
  return {
    runs: entries.map((entry) => (entry === null ? null : runs.toRun(entry))),
    known: known.flatMap((entry) => (entry === null ? [] : runs.toRun(entry))),
  };
}

async function cellOf(id: string, { cell_index, cell_digest }: ItemRequest) {
  const found = await findExperiment(id);
  if (found === null) return { experiment: null, cell_index: null };
  const { cells } = found.kept.plan;
  const place =
    cell_index ?? cells.findIndex((each) => each.scenario_digest.startsWith(cell_digest ?? ''));
  const isThere = place >= 0 && place < cells.length;
  const units = (found.units[place] ?? []).map(toPython);
  return { experiment: aboutOf(found), cell_index: isThere ? place : null, units };
}

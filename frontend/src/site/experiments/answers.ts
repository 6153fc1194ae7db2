/**
 * Experiments on a site, as backend/lab/experiments answers: the browser keeps them and their
 * numbers, and the service's own lines in Python say what they mean.
 */
import { behaviour_version } from '@/core/ccsim.json';

import { json, notFound, notOver, pythonFile, refusal, wrongState } from '../problems';
import { askPython, type Answered } from '../python/askPython';
import { newId } from '../runs';
import type { KnownUnit } from '../units';
import type { KeptExperiment, Named, Plan } from './kept';
import * as live from './live';
import type { Live, UnitOfCell } from './live';

interface Asked {
  readonly request: Request;
  readonly query: URLSearchParams;
}

type Handler = (asked: Asked, found: Live, part: string) => Promise<Response>;

const PLACE = /^\/api\/experiments\/([^/]+)(\/.*)?$/;
/** Of one experiment, by the method and what follows its id. */
const OF_ONE: readonly (readonly [RegExp, Handler])[] = [
  [/^GET $/, (_, found) => read(found)],
  [/^PATCH $/, rename],
  [/^DELETE $/, remove],
  [/^POST \/pause$/, pause],
  [/^POST \/resume$/, resume],
  [/^POST \/cancel$/, cancel],
  [/^POST \/retry$/, retry],
  [/^POST \/extend$/, extend],
  [/^GET \/(counts)$/, (_, found) => view('counts', found)],
  [/^GET \/(map|differences)$/, byMetric],
  [/^GET \/points$/, points],
  [/^GET \/cells\/(\d+)$/, cell],
  [/^GET \/(table)\.csv$/, (_, found) => writeFile(found, 'table')],
  [/^GET \/export\/([^/]+)$/, (_, found, format) => exported(found, format)],
];

/** null: it is not about experiments. */
export async function answerOfExperiments(request: Request, url: URL): Promise<Response | null> {
  const asked = { request, query: url.searchParams };
  const place = `${request.method} ${url.pathname}`;
  if (place === 'GET /api/experiments') return list(asked);
  if (place === 'POST /api/experiments/check') return check(asked);
  if (place === 'POST /api/experiments') return create(asked);
  const [, id, rest = ''] = PLACE.exec(url.pathname) ?? [];
  if (id === undefined) return null;
  const found = await live.findExperiment(id);
  if (found === null) {
    return notFound(
      `There is no experiment ${id} in this browser. It may have been made in another one.`,
    );
  }
  for (const [pattern, handle] of OF_ONE) {
    const parts = pattern.exec(`${request.method} ${rest}`);
    if (parts !== null) return handle(asked, found, parts[1] ?? '');
  }
  return null;
}

async function list({ query }: Asked): Promise<Response> {
  const all = await live.allExperiments();
  // Nothing to read, and so no reason to wait for Python.
  if (all.length === 0) return json({ items: [], next_cursor: null });
  const search = query.get('q') ?? '';
  return respond(await askPython('experiments', { search, experiments: all.map(aboutOf) }));
}

async function check({ request }: Asked): Promise<Response> {
  const asked: unknown = await request.json();
  const known = await live.knownWork();
  return respond(await askPython('experiment_check', { request: asked, known }));
}

async function create({ request }: Asked): Promise<Response> {
  const asked: unknown = await request.json();
  const known = await live.knownWork();
  const { status, body } = await askPython('experiment_create', { request: asked, known });
  if (status !== 200) return respond({ status, body });
  const { name, forked_from, ...plan } = body as Plan & Named;
  const kept: KeptExperiment = {
    id: newId(),
    name,
    forked_from,
    status: 'running',
    pause_reason: null,
    created_at: new Date().toISOString(),
    finished_at: null,
    behaviour_version,
    plan,
    failures: {},
  };
  return read(await live.begin(kept), 201);
}

async function read(found: Live, fine = 200): Promise<Response> {
  return respond(await askPython('experiment', { experiment: aboutOf(found) }), fine);
}

async function rename({ request }: Asked, found: Live): Promise<Response> {
  const { name } = (await request.json()) as { name: string };
  await live.renameExperiment(found, name.trim());
  return read(found);
}

async function remove(_: Asked, found: Live): Promise<Response> {
  await live.removeExperiment(found);
  return new Response(null, { status: 204 });
}

async function pause(_: Asked, found: Live): Promise<Response> {
  const { status } = found.kept;
  if (status !== 'running') {
    return wrongState(`Only a running experiment can be paused; this one is ${status}.`);
  }
  await live.stop(found, 'paused');
  return read(found);
}

async function resume(_: Asked, found: Live): Promise<Response> {
  const { status } = found.kept;
  if (status !== 'paused') {
    return wrongState(`Only a paused experiment can be continued; this one is ${status}.`);
  }
  await live.goOn(found, found.kept);
  return read(found);
}

async function cancel(_: Asked, found: Live): Promise<Response> {
  const { status } = found.kept;
  if (status !== 'running' && status !== 'paused') {
    return wrongState(`The experiment is already over: it is ${status}.`);
  }
  await live.stop(found, 'cancelled');
  return read(found);
}

async function retry(_: Asked, found: Live): Promise<Response> {
  const { status, failures } = found.kept;
  if (Object.keys(failures).length === 0 && status !== 'cancelled') {
    return wrongState('No unit of this experiment has failed.');
  }
  await live.goOn(found, { ...found.kept, failures: {} });
  return read(found);
}

/** Cells have other places then: what failed is tried again. */
async function extend({ request }: Asked, found: Live): Promise<Response> {
  const asked: unknown = await request.json();
  const { definition } = found.kept.plan;
  const known = await live.knownWork();
  const { status, body } = await askPython('experiment_extend', {
    request: asked,
    definition,
    known,
  });
  if (status !== 200) return respond({ status, body });
  await live.goOn(found, { ...found.kept, plan: body as Plan, failures: {} });
  return read(found);
}

async function view(name: string, found: Live, asked: object = {}): Promise<Response> {
  const experiment = aboutOf(found);
  return respond(await askPython(`experiment_${name}`, { experiment, ...asked }));
}

function byMetric({ query }: Asked, found: Live, name: string): Promise<Response> {
  const metric = query.get('metric') ?? '';
  return view(name, found, { metric, rows: rowsOf(found, [metric]) });
}

function points({ query }: Asked, found: Live): Promise<Response> {
  const [x, y] = [query.get('x') ?? '', query.get('y') ?? ''];
  const cells = query.getAll('cells').map(Number);
  return view('points', found, { x, y, cells, rows: rowsOf(found, [x, y]) });
}

function cell({ query }: Asked, found: Live, part: string): Promise<Response> {
  const cell_index = Number(part);
  const units = (found.units[cell_index] ?? []).map(toPython);
  return view('cell', found, { cell_index, metrics: query.getAll('metric'), units });
}

async function exported(found: Live, format: string): Promise<Response> {
  const { id, status } = found.kept;
  const isOver = status === 'done' || status === 'cancelled';
  if (isOver && coreVersionOf(found) !== null) return writeFile(found, format);
  return notOver(id, status);
}

async function writeFile(found: Live, format: string): Promise<Response> {
  const { id, name, plan, behaviour_version: behaviour } = found.kept;
  const { status, body } = await askPython('units_file', {
    id,
    name,
    format,
    definition: plan.definition,
    core_version: coreVersionOf(found),
    behaviour_version: behaviour,
    units: found.units.map((row) => row.map(toPython)),
  });
  return status === 200 ? pythonFile(body) : respond({ status, body });
}

/** As backend/lab/site/experiments.py takes it. */
export function aboutOf(found: Live) {
  const { id, name, forked_from, status, pause_reason, created_at, finished_at, plan } = found.kept;
  const running = [...found.running].map((place) => Number(place.split(' ')[0]));
  return {
    id,
    name,
    forked_from,
    status,
    pause_reason,
    created_at,
    finished_at,
    behaviour_version: found.kept.behaviour_version,
    definition: plan.definition,
    stored_count: plan.stored_count,
    core_version: coreVersionOf(found),
    revision: found.revision,
    done: found.units.map((row) => row.filter(isKnown).length),
    failed: found.units.map((row) => row.filter((unit) => typeof unit === 'string').length),
    running: found.began === null ? [] : running,
    seconds_left: secondsLeft(found),
  };
}

/** By the pace of this page so far; null: there is none yet. */
function secondsLeft({ began, units }: Live): number | null {
  if (began === null || began.count === 0) return null;
  const missing = units.flat().filter((unit) => unit === null).length;
  return (((performance.now() - began.atMs) / 1000) * missing) / began.count;
}

function coreVersionOf({ units }: Live): string | null {
  return units.flat().find(isKnown)?.coreVersion ?? null;
}

/** Of each number that these metrics and every map are made of its values. */
function rowsOf({ kept, units }: Live, metrics: readonly string[]) {
  const names = new Set([...kept.plan.compared, ...metrics.flatMap((name) => name.split('/'))]);
  const valuesOf = (name: string) =>
    units.map((row) => row.map((unit) => (isKnown(unit) ? (unit.numbers[name] ?? null) : null)));
  return Object.fromEntries([...names].map((name) => [name, valuesOf(name)]));
}

export function toPython(unit: UnitOfCell) {
  if (!isKnown(unit)) return unit;
  return { numbers: unit.numbers, summary_digest: unit.summaryDigest };
}

function isKnown(unit: UnitOfCell): unit is KnownUnit {
  return unit !== null && typeof unit !== 'string';
}

function respond({ status, body }: Answered, fine = 200): Response {
  return status === 200 ? json(body, fine) : refusal(body as Parameters<typeof refusal>[0]);
}

/**
 * Labs done alone, as backend/lab/labs answers: the browser keeps what a database would
 * (`keptAttempts`), and the service's own rules in Python say what may be done and what is right.
 */
import type { AttemptListed, LabListed, Settings } from '@/api/classes/labs';

import { fixedAnswer } from './fixed';
import { keptAttempts, type KeptAttempt } from './keptAttempts';
import { json, needsServer, notFound, refusal } from './problems';
import { askPython } from './python/askPython';
import * as runs from './runs';
import { readSeries } from './series';

const LABS = '/api/labs';
const SECRET_BYTES = 32;

/** null: it is not about labs. */
export async function answerOfLabs(request: Request, url: URL): Promise<Response | null> {
  const place = `${request.method} ${url.pathname.replace(/^\/api/, '')}`;
  for (const [pattern, handle] of ROUTES) {
    const found = pattern.exec(place);
    if (found !== null) {
      const parts = found.slice(1).map(decodeURIComponent);
      return handle({
        request,
        url,
        id: parts[0] ?? '',
        stepId: parts[1] ?? '',
        index: Number(parts[2] ?? 0),
      });
    }
  }
  return null;
}

interface AskedOfLab {
  readonly request: Request;
  readonly url: URL;
  /** Of a lab or an attempt. */
  readonly id: string;
  readonly stepId: string;
  /** Of a round. */
  readonly index: number;
}

type Handler = (asked: AskedOfLab) => Promise<Response>;

const ROUND = '/lab-attempts/([^/]+)/games/([^/]+)/rounds/(\\d+)';
const ROUTES: readonly (readonly [RegExp, Handler])[] = [
  [/^GET \/labs\/([^/]+)$/, describe],
  [/^GET \/labs\/([^/]+)\/worksheet$/, onPaper],
  [/^POST \/labs\/([^/]+)\/attempts$/, begin],
  [/^GET \/lab-attempts$/, list],
  [/^GET \/lab-attempts\/([^/]+)$/, ({ id }) => withAttempt(id, read)],
  [/^DELETE \/lab-attempts\/([^/]+)$/, ({ id }) => withAttempt(id, remove)],
  [/^PUT \/lab-attempts\/([^/]+)\/answers\/([^/]+)$/, answerStep],
  [/^POST \/lab-attempts\/([^/]+)\/steps\/([^/]+)\/runs$/, runStep],
  [/^GET \/lab-attempts\/([^/]+)\/maps\/([^/]+)$/, readMap],
  [new RegExp(`^POST ${ROUND}$`), beginRound],
  [new RegExp(`^GET ${ROUND}$`), readRound],
  [new RegExp(`^PUT ${ROUND}/guess$`), guessRound],
];

async function describe({ id }: AskedOfLab): Promise<Response> {
  const listed = await fixedAnswer(LABS);
  const labs = listed === null ? [] : ((await listed.json()) as LabListed[]);
  const lab = labs.find((each) => each.id === id);
  // Users' labs are on servers.
  return lab === undefined ? needsServer() : json(lab);
}

async function onPaper({ id }: AskedOfLab): Promise<Response> {
  const { status, body } = await askPython('lab_on_paper', { lab_id: id });
  if (status !== 200) return refused(body);
  const { text } = body as { text: string };
  return new Response(text, { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
}

async function begin({ id }: AskedOfLab): Promise<Response> {
  const { status, body } = await askPython('lab_document', { lab_id: id });
  if (status !== 200) return refused(body);
  const { lab } = body as Pick<KeptAttempt, 'lab'>;
  const attempt: KeptAttempt = {
    id: runs.newId(),
    lab_id: id,
    started_at: new Date().toISOString(),
    lab,
    secret: newSecret(),
    answers: [],
    runs: [],
    guesses: {},
  };
  const answer = await ask('attempt', attempt);
  if (answer.status === 200) await keptAttempts.put(attempt);
  return respond(answer, 201);
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function list(): Promise<Response> {
  const attempts = await keptAttempts.all();
  const listed = attempts.map(({ id, lab_id, lab, started_at, answers }): AttemptListed => ({
    id,
    lab_id,
    title: lab.title,
    started_at,
    answered_step_count: answers.length,
  }));
  return json(listed.sort((a, b) => (a.started_at < b.started_at ? 1 : -1)));
}

/** As a file brings it. Its runs are those of this browser, so that marks are what they give. */
export async function addAttempt(attempt: KeptAttempt): Promise<boolean> {
  if ((await keptAttempts.get(attempt.id)) !== null) return false;
  const { status, body } = await ask('attempt_of_file', attempt);
  if (status !== 200) throw new Error((body as { detail: string }).detail);
  await keptAttempts.put(attempt);
  return true;
}

/** Requests about an attempt are handled one after the other: an answer comes before its run. */
const turns = new Map<string, Promise<unknown>>();

function withAttempt(
  id: string,
  handle: (attempt: KeptAttempt) => Promise<Response>,
): Promise<Response> {
  const turn = (turns.get(id) ?? Promise.resolve()).then(async () => {
    const attempt = await keptAttempts.get(id);
    if (attempt !== null) return handle(attempt);
    return notFound(
      `There is no attempt ${id} at a lab in this browser. It may have been deleted.`,
    );
  });
  turns.set(
    id,
    turn.catch(() => null),
  );
  return turn;
}

async function read(attempt: KeptAttempt): Promise<Response> {
  return respond(await ask('attempt', attempt));
}

/** Its runs stay among those of the browser. */
async function remove({ id }: KeptAttempt): Promise<Response> {
  await keptAttempts.remove(id);
  return new Response(null, { status: 204 });
}

function answerStep({ request, id, stepId: step_id }: AskedOfLab): Promise<Response> {
  return withAttempt(id, async (attempt) => {
    const given = (await request.json()) as Pick<KeptAttempt['answers'][number], 'answer'>;
    const now = new Date().toISOString();
    const answer = await ask('attempt_answer', attempt, { step_id, request: given, now });
    if (answer.status === 200) {
      const others = attempt.answers.filter((each) => each.step_id !== step_id);
      const fresh = { step_id, answer: given.answer, answered_at: now };
      await keptAttempts.put({ ...attempt, answers: [...others, fresh] });
    }
    return respond(answer);
  });
}

type Created = Parameters<typeof runs.start>[0];

function runStep({ request, id, stepId: step_id }: AskedOfLab): Promise<Response> {
  return withAttempt(id, async (attempt) => {
    const wanted: unknown = await request.json();
    const answer = await ask('attempt_run', attempt, { step_id, request: wanted });
    if (answer.status !== 200) return refused(answer.body);
    const { run, settings } = answer.body as { run: Created; settings: Settings };
    const entry = await runs.start(run, true);
    const fresh = { step_id, run_id: entry.run.id, settings };
    await keptAttempts.put({ ...attempt, runs: [...attempt.runs, fresh] });
    return json(runs.toRun(entry), 201);
  });
}

function readMap({ id, stepId: step_id }: AskedOfLab): Promise<Response> {
  return withAttempt(id, async (attempt) =>
    respond(await ask('attempt_map', attempt, { step_id })),
  );
}

/** As Python plans it. */
interface Round {
  readonly run_id: string;
  readonly run: Created;
  readonly metrics: readonly string[];
  readonly subjects: readonly string[];
}

function beginRound({ id, stepId: step_id, index }: AskedOfLab): Promise<Response> {
  return withAttempt(id, async (attempt) => {
    const answer = await ask('attempt_round', attempt, { step_id, index });
    if (answer.status !== 200) return refused(answer.body);
    const { run_id, run } = answer.body as Round;
    const known = await runs.find(run_id);
    const isThere = known !== null && !['failed', 'cancelled'].includes(known.run.status);
    // It has no owner, so that no list shows what it hides.
    if (!isThere) await runs.start(run, false, undefined, run_id);
    return new Response(null, { status: 204 });
  });
}

function readRound({ url, id, stepId: step_id, index }: AskedOfLab): Promise<Response> {
  return withAttempt(id, async (attempt) => {
    const answer = await ask('attempt_round', attempt, { step_id, index });
    if (answer.status !== 200) return refused(answer.body);
    const round = answer.body as Round;
    const entry = await runs.find(round.run_id);
    const run = entry === null ? null : await seenOf(entry, round, url.searchParams);
    return respond(await ask('attempt_round_seen', attempt, { step_id, index, run }));
  });
}

async function seenOf(entry: runs.Entry, { metrics, subjects }: Round, query: URLSearchParams) {
  const { id, status, progress } = entry.run;
  const wanted = new URLSearchParams(query);
  for (const name of metrics) wanted.append('metrics', name);
  for (const name of subjects) wanted.append('subjects', name);
  return {
    id,
    status,
    simulated_s: progress.simulated_s,
    buffer_bytes: entry.result?.link.buffer_bytes ?? null,
    series: readSeries(entry.run, await runs.chunksOf(entry), wanted),
  };
}

function guessRound({ request, id, stepId: step_id, index }: AskedOfLab): Promise<Response> {
  return withAttempt(id, async (attempt) => {
    const given = (await request.json()) as { guess: string };
    const round = await ask('attempt_round', attempt, { step_id, index });
    if (round.status !== 200) return refused(round.body);
    const entry = await runs.find((round.body as Round).run_id);
    const status = entry?.run.status ?? null;
    const asked = { step_id, index, request: given, status };
    const answer = await ask('attempt_guess', attempt, asked);
    if (answer.status === 200) {
      const guesses = { ...attempt.guesses[step_id], [index]: given.guess };
      await keptAttempts.put({ ...attempt, guesses: { ...attempt.guesses, [step_id]: guesses } });
    }
    return respond(answer);
  });
}

type Answered = Awaited<ReturnType<typeof askPython>>;

/** What is kept goes along, and what its runs gave, as far as marks need it. */
async function ask(question: string, attempt: KeptAttempt, asked: object = {}): Promise<Answered> {
  const known = await Promise.all(
    attempt.runs.map(async (row) => {
      const entry = await runs.find(row.run_id);
      // A run that was deleted is no attempt any more.
      return entry === null ? null : { ...row, ...gaveOf(entry) };
    }),
  );
  const whole = { ...attempt, runs: known.filter((row) => row !== null) };
  return askPython(question, { ...asked, attempt: whole });
}

function gaveOf({ run, result }: runs.Entry) {
  const { seed, status } = run;
  const marked =
    result === null ? null : { summary: result.summary, link: result.link, flows: result.flows };
  return { seed, status, result_key: runs.keyOf(run), result: marked };
}

function respond({ status, body }: Answered, fine = 200): Response {
  return status === 200 ? json(body, fine) : refused(body);
}

function refused(body: unknown): Response {
  return refusal(body as Parameters<typeof refusal>[0]);
}

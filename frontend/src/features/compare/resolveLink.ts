import type { QueryClient } from '@tanstack/react-query';

import { isExperiment } from '@/analysis/experiment/definition';
import { LinkError, readPastedLink, type PastedLink } from '@/analysis/links/pastedLink';
import {
  readScenarioFragment,
  UnreadableError,
  type LinkedDocument,
} from '@/analysis/links/scenarioLink';
import { client } from '@/api/http/client';
import { ProblemError, unwrap } from '@/api/http/problem';
import { rememberRun } from '@/api/runs/runs';
import type { Share } from '@/api/shares';
import type { Run, Scenario } from '@/api/types';
import { cellItem, parseItems, type ComparedItem } from '@/state/compareUrl';

/** A scenario that a link holds itself: nothing has been computed of it. */
interface LinkedScenario {
  readonly scenario: Scenario;
  readonly seed: number;
}

/** The contents of a pasted link: items, or a scenario without a result. */
export interface ResolvedLink {
  readonly items: readonly ComparedItem[];
  readonly unrun: LinkedScenario | null;
  /** The scenario of its first item; null for a whole comparison. */
  readonly scenario: Scenario | null;
}

const NOT_FOUND = 404;

/** Asks the lab what a link names. Throws `LinkError` with a sentence for people. */
export async function resolveLink(queryClient: QueryClient, pasted: string): Promise<ResolvedLink> {
  const link = readPastedLink(pasted, window.location.origin);
  if (link.kind === 'share') return resolveShare(queryClient, link.token);
  if (link.kind === 'runs') return resolveRuns(queryClient, link.ids);
  if (link.kind === 'experiment') return resolveCell(link.id, link.cell);
  if (link.kind === 'scenario') return resolveScenario(link.fragment);
  return resolveComparison(link);
}

async function resolveShare(queryClient: QueryClient, token: string): Promise<ResolvedLink> {
  const share = await found(
    client.GET('/api/shared', { params: { header: { 'x-lab-share': token } } }),
    'It shows nothing: it may have been revoked, or have expired.',
  );
  // Its runs are copies that cannot be changed: the comparison can name them without the token.
  for (const run of share.runs) rememberRun(queryClient, run);
  if (share.kind === 'comparison') {
    const items = share.items.flatMap(itemOfPart);
    return { items, unrun: null, scenario: share.runs[0]?.scenario ?? null };
  }
  if (share.experiment_id !== null) return resolveCell(share.experiment_id, cellOfView(share));
  const [current, ...others] = share.runs;
  return ofRuns([...others.slice(0, 1), ...(current ? [current] : []), ...others.slice(1)]);
}

function itemOfPart({ run_ids, experiment_id, cell_digest }: Share['items'][number]) {
  const items: ComparedItem[] =
    experiment_id === null || cell_digest === null
      ? [{ kind: 'runs', ids: run_ids }]
      : [cellItem(experiment_id, cell_digest)];
  return items.filter((item) => item.kind === 'cell' || item.ids.length > 0);
}

function cellOfView({ view }: Share): number | null {
  const cell = new URLSearchParams(view).get('cell');
  return cell !== null && /^\d{1,4}$/.test(cell) ? Number(cell) : null;
}

async function resolveRuns(
  queryClient: QueryClient,
  ids: readonly string[],
): Promise<ResolvedLink> {
  const runs = await Promise.all(
    ids.map((id) =>
      found(
        client.GET('/api/runs/{run_id}', { params: { path: { run_id: id } } }),
        'There is no such run. It may have been deleted.',
      ),
    ),
  );
  for (const run of runs) rememberRun(queryClient, run);
  return ofRuns(runs);
}

function ofRuns(runs: readonly Run[]): ResolvedLink {
  const ended = runs.find(({ status }) => status === 'failed' || status === 'cancelled');
  if (ended !== undefined) {
    throw new LinkError(
      `${ended.name || ended.scenario.name} has no result: it is ${ended.status}.`,
    );
  }
  return {
    items: runs.map(({ id }) => ({ kind: 'runs', ids: [id] })),
    unrun: null,
    scenario: runs[0]?.scenario ?? null,
  };
}

async function resolveCell(id: string, cell: number | null): Promise<ResolvedLink> {
  if (cell === null)
    throw new LinkError(
      'No cell is chosen in it. Choose one on its page, and copy the address again.',
    );
  const path = { experiment_id: id, cell_index: cell };
  // One metric is asked for, since only the scenario is wanted.
  const read = await found(
    client.GET('/api/experiments/{experiment_id}/cells/{cell_index}', {
      params: { path, query: { metric: ['jain_index'] } },
    }),
    'There is no such experiment. It may have been deleted.',
  );
  return {
    items: [{ kind: 'cell', experimentId: id, cell: String(cell) }],
    unrun: null,
    scenario: read.scenario,
  };
}

function resolveComparison({ of }: Extract<PastedLink, { kind: 'comparison' }>): ResolvedLink {
  const items = parseItems(of);
  if (items.length === 0)
    throw new LinkError('It is the comparison page without anything to compare.');
  return { items, unrun: null, scenario: null };
}

function read(fragment: string): LinkedDocument {
  try {
    return readScenarioFragment(fragment);
  } catch (error) {
    throw error instanceof UnreadableError ? new LinkError(error.message) : error;
  }
}

async function resolveScenario(fragment: string): Promise<ResolvedLink> {
  const { content, seed } = read(fragment);
  if (isExperiment(content))
    throw new LinkError(
      'It contains an experiment, which must be computed first. Open it, run it, choose a cell and copy that address.',
    );
  const scenario = content as unknown as Scenario;
  // Only shown: nothing of it is stored or computed before Run is pressed.
  await unwrap(client.POST('/api/scenarios/check', { body: { scenario } })).catch(
    (error: unknown) => {
      const isWrong = error instanceof ProblemError && error.status < 500;
      throw isWrong ? new LinkError(`The scenario in it is not valid. ${error.detail}`) : error;
    },
  );
  return { items: [], unrun: { scenario, seed }, scenario };
}

async function found<T>(answering: Parameters<typeof unwrap<T>>[0], missing: string): Promise<T> {
  try {
    return await unwrap(answering);
  } catch (error) {
    throw error instanceof ProblemError && error.status === NOT_FOUND
      ? new LinkError(missing)
      : error;
  }
}

import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { usePresets } from '@/api/catalog';
import { useExperiment, type Experiment } from '@/api/experiments/experiments';
import { useRuns } from '@/api/runs/runs';
import type { Run } from '@/api/types';
import type { Base } from '@/state/draft';
import { currentDraft, findDraft, newDraftId } from '@/state/drafts';
import type { BuildView } from '@/state/url';

/** The scenario that the editor starts with. */
export interface Source {
  readonly key: string;
  readonly text: string;
  readonly seed: number;
  /** Where it comes from; null: unknown. */
  readonly base: Base | null;
  /** The draft that it is kept in; null: the first change begins one. */
  readonly draftId: string | null;
  /** The draft that the first change begins. */
  readonly newId?: string;
}

export type SourceState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string; readonly retry: () => void }
  | { readonly state: 'ready'; readonly source: Source };

const FIRST_SEED = 1;
const DRAFT = 'draft:';
/** The draft that was edited last. */
const CURRENT = 'draft';
const NEW = `${DRAFT}new`;
/** The address of the edited scenario once its source is no longer in it. */
export const LAST_DRAFT = 'last';
/** Fields without a default in the schema, with one flow to begin with. */
const NEW_SCENARIO = {
  version: 1,
  name: '',
  duration_s: 60,
  bottleneck: { rate_bps: 10_000_000 },
  flows: [{ label: 'CUBIC', rtt_s: 0.04, algorithm: { name: 'cubic' } }],
};

/**
 * The scenario to edit: of a preset, a run or a draft if the address names one, else the draft that
 * was edited last, else the first preset. The address loses its name at the first edit; the text
 * stays.
 */
export function useSource(view: BuildView): SourceState {
  const edited = useLocation({ select: ({ state }) => state.draft });
  const wanted = keyOf(view) ?? keyOfEdited(edited);
  const [shown, setShown] = useState(() => firstShown(wanted, view));
  const state = useNamedSource(shown.view, shown.wanted ?? CURRENT);
  const own = state.state === 'ready' ? (state.source.draftId ?? shown.newId) : shown.newId;
  // The address that lost its name at the first edit still shows what it named. So does one that
  // names nothing while the draft that was edited last is there.
  const isSame = keyOf(view) === null && (edited ?? currentDraft()?.id) === own;
  if (wanted !== shown.asked) {
    // The shown source stays; the same request again then counts as another one.
    if (isSame) setShown({ ...shown, asked: wanted });
    else setShown({ ...firstShown(wanted, view), times: shown.times + 1 });
  }
  if (state.state !== 'ready') return state;
  // Requesting the same source again reloads it without later edits.
  const key = `${state.source.key} ${shown.times}`;
  return { state: 'ready', source: { ...state.source, key, newId: shown.newId } };
}

/** `asked` is what the address named last, `wanted` what is shown because of it. */
const firstShown = (wanted: string | null, view: BuildView) => ({
  wanted,
  asked: wanted,
  view,
  times: 0,
  newId: newDraftId(),
});

function useNamedSource(view: BuildView, key: string): SourceState {
  const presets = usePresets();
  const { runs, error, retry } = useRuns(view.run === undefined ? [] : [view.run]);
  const experiment = useExperiment(view.extend ?? view.experiment ?? null);

  if (key.startsWith('run:')) {
    if (error !== null) return { state: 'failed', message: error.message, retry };
    const [run] = runs;
    return run === undefined ? { state: 'loading' } : { state: 'ready', source: fromRun(key, run) };
  }
  if (key.startsWith('experiment:') || key.startsWith('extend:')) {
    const again = () => void experiment.refetch();
    if (experiment.error !== null) {
      return { state: 'failed', message: experiment.error.message, retry: again };
    }
    const { data } = experiment;
    return data === undefined
      ? { state: 'loading' }
      : { state: 'ready', source: fromExperiment(key, data) };
  }
  const ofDraft = fromDraft(key);
  if (ofDraft !== null) return ofDraft;
  if (presets.error !== null) {
    const again = () => void presets.refetch();
    return { state: 'failed', message: presets.error.message, retry: again };
  }
  if (presets.data === undefined) return { state: 'loading' };
  const { preset: id, variant = 0 } = view;
  const preset = id === undefined ? presets.data[0] : presets.data.find((each) => each.id === id);
  const chosen = preset?.variants[variant];
  if (preset === undefined || chosen === undefined) {
    const message = `There is no preset "${id ?? ''}" with that variant.`;
    return { state: 'failed', message, retry: () => void presets.refetch() };
  }
  const title = `${preset.title}, ${chosen.title}`;
  const text = toText(chosen.scenario);
  const base: Base = { kind: 'preset', title, text, runId: null };
  return { state: 'ready', source: { key, text, seed: FIRST_SEED, base, draftId: null } };
}

/** null: the key leads elsewhere, or there is no draft to continue. */
function fromDraft(key: string): SourceState | null {
  if (key === NEW) return { state: 'ready', source: { key, ...newContent(), draftId: null } };
  const id = key.startsWith(DRAFT) ? key.slice(DRAFT.length) : null;
  if (id === null && key !== CURRENT) return null;
  const draft = id === null ? currentDraft() : findDraft(id);
  if (draft !== null) {
    const { text, seed, base } = draft;
    return { state: 'ready', source: { key, text, seed, base, draftId: draft.id } };
  }
  if (id === null) return null;
  const retry = () => window.location.reload();
  return {
    state: 'failed',
    message: 'This browser has no such draft. It may have been deleted.',
    retry,
  };
}

function newContent() {
  return { text: JSON.stringify(NEW_SCENARIO, null, 2), seed: FIRST_SEED, base: null };
}

/** A place in the browser's history at which a draft was edited; null where that one is gone. */
function keyOfEdited(id: string | undefined): string | null {
  return id !== undefined && findDraft(id) !== null ? DRAFT + id : null;
}

function keyOf(view: BuildView): string | null {
  const { preset, variant = 0, run, draft, experiment, extend } = view;
  if (draft !== undefined) return draft === LAST_DRAFT ? null : DRAFT + draft;
  if (extend !== undefined) return `extend:${extend}`;
  if (experiment !== undefined) return `experiment:${experiment}`;
  if (run !== undefined) return `run:${run}`;
  return preset === undefined ? null : `preset:${preset}:${variant}`;
}

function fromRun(key: string, run: Run): Source {
  const digest = `${run.scenario_digest.slice(0, 4)}·${run.scenario_digest.slice(4, 8)}`;
  const title = run.is_shared ? `a shared run, ${digest}` : digest;
  const text = toText(run.scenario);
  const base: Base = { kind: 'run', title, text, runId: run.id };
  return { key, text, seed: run.seed, base, draftId: null };
}

function fromExperiment(key: string, { id, name, experiment, is_shared }: Experiment): Source {
  const text = toText({ ...experiment, name });
  const named = name === '' ? 'Experiment without a name' : name;
  const title = is_shared ? `${named}, a shared experiment` : named;
  const kind = key.startsWith('extend:') ? 'extension' : 'experiment';
  const base: Base = { kind, title, text, runId: null, experimentId: id };
  return { key, text, seed: experiment.replications.first_seed, base, draftId: null };
}

function toText(content: object): string {
  return JSON.stringify(content, null, 2);
}

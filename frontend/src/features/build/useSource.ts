import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { usePresets } from '@/api/catalog';
import { useRuns } from '@/api/runs';
import type { Run, Scenario } from '@/api/types';
import { buildText } from '@/messages/build';
import { readDraft, type Base } from '@/state/draft';
import type { BuildView } from '@/state/url';

/** What the editor starts with. */
export interface Source {
  readonly key: string;
  readonly text: string;
  readonly seed: number;
  /** Where it comes from; null: nobody knows any more. */
  readonly base: Base | null;
}

export type SourceState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string; readonly retry: () => void }
  | { readonly state: 'ready'; readonly source: Source };

const FIRST_SEED = 1;

/**
 * The scenario to edit: of a preset or a run if the address names one, else the draft, else the
 * first preset. The address loses its name at the first edit; the text stays.
 */
export function useSource(): SourceState {
  const view = useSearch({ from: '/build' });
  const wanted = keyOf(view);
  const [shown, setShown] = useState({ key: wanted ?? 'draft', view });
  if (wanted !== null && wanted !== shown.key) setShown({ key: wanted, view });
  const { key } = shown;
  const presets = usePresets();
  const { runs, error, retry } = useRuns(shown.view.run === undefined ? [] : [shown.view.run]);

  if (key.startsWith('run:')) {
    if (error !== null) return { state: 'failed', message: error.message, retry };
    const [run] = runs;
    return run === undefined ? { state: 'loading' } : { state: 'ready', source: fromRun(key, run) };
  }
  const draft = key === 'draft' ? readDraft() : null;
  if (draft !== null) return { state: 'ready', source: { key, ...draft } };
  if (presets.error !== null) {
    const again = () => void presets.refetch();
    return { state: 'failed', message: presets.error.message, retry: again };
  }
  if (presets.data === undefined) return { state: 'loading' };
  const { preset: id, variant = 0 } = shown.view;
  const preset = id === undefined ? presets.data[0] : presets.data.find((each) => each.id === id);
  const chosen = preset?.variants[variant];
  if (preset === undefined || chosen === undefined) {
    const message = buildText.notFoundPreset(id ?? '');
    return { state: 'failed', message, retry: () => void presets.refetch() };
  }
  const title = `${preset.title}, ${chosen.title}`;
  const text = toText(chosen.scenario);
  const base: Base = { kind: 'preset', title, text, runId: null };
  return { state: 'ready', source: { key, text, seed: FIRST_SEED, base } };
}

function keyOf({ preset, variant = 0, run }: BuildView): string | null {
  if (run !== undefined) return `run:${run}`;
  return preset === undefined ? null : `preset:${preset}:${variant}`;
}

function fromRun(key: string, run: Run): Source {
  const title = `${run.scenario_digest.slice(0, 4)}·${run.scenario_digest.slice(4, 8)}`;
  const text = toText(run.scenario);
  return { key, text, seed: run.seed, base: { kind: 'run', title, text, runId: run.id } };
}

export function toText(scenario: Scenario): string {
  return JSON.stringify(scenario, null, 2);
}

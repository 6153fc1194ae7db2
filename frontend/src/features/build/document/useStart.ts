import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import type { ExperimentDefinition } from '@/analysis/experiment/definition';
import { parseText } from '@/analysis/scenario/problems/problems';
import { useExtendExperiment, useStartExperiment } from '@/api/experiments/experiments';
import type { Scenario } from '@/api/types';
import type { CheckedExperiment } from '../experiment/useCheckedExperiment';
import { useOpenRuns } from '@/opening/startRuns';
import type { DraftContent } from '@/state/draft';

const MOST_LETTERS = 200;

interface Source {
  readonly kind: 'preset' | 'run' | 'file' | 'experiment' | 'extension';
  readonly title: string;
  /** The scenario or the experiment as it was. */
  readonly text: string;
}

/**
 * What a fork is made from, without a token or an id, so that it gives no access. null: it has no
 * source, or continues it.
 */
export function originWords(source: Source | null): string | null {
  if (source === null || source.kind === 'extension') return null;
  const { kind, title, text } = source;
  const name = kind === 'run' || kind === 'file' ? parseText(text).value?.name : null;
  const hasName = typeof name === 'string' && name !== '';
  const words = hasName ? `“${name}”, ${title}` : title;
  const line = Array.from(words, (sign) => (isControl(sign) ? ' ' : sign)).join('');
  return line.slice(0, MOST_LETTERS) || null;
}

function isControl(sign: string): boolean {
  return sign < ' ' || sign === '\u007f';
}

/**
 * Starts what is edited. A fork of a run opens on the same axes as that; an extension continues
 * its experiment.
 */
export function useStart(
  { base, seed }: DraftContent,
  scenario: Scenario | null,
  experiment: CheckedExperiment | null,
) {
  const start = useOpenRuns();
  const navigate = useNavigate();
  const run = (wanted: Scenario) =>
    start.mutate([{ scenario: wanted, seed, name: null, forkedFrom: originWords(base) }], {
      onSuccess: ([made]) => {
        if (made === undefined) return;
        const search = base?.runId == null ? {} : { with: base.runId };
        void navigate({ to: '/runs/$id', params: { id: made.id }, search });
      },
    });
  const experiments = useStartExperiment();
  const extend = useExtendExperiment();
  const onSuccess = ({ id }: { id: string }) =>
    void navigate({ to: '/experiments/$id', params: { id } });
  const runExperiment = (definition: ExperimentDefinition) => {
    const id = base?.kind === 'extension' ? base.experimentId : null;
    const forkedFrom = originWords(base);
    if (id == null) experiments.mutate({ experiment: definition, forkedFrom }, { onSuccess });
    else extend.mutate({ id, experiment: definition }, { onSuccess });
  };
  const isStarting = start.isPending || experiments.isPending || extend.isPending;
  return {
    start: () => {
      if (isStarting) return;
      const definition = experiment?.definition ?? null;
      if (definition !== null) runExperiment(definition);
      else if (experiment === null && scenario !== null) run(scenario);
    },
    isStarting,
    error: start.error ?? experiments.error ?? extend.error,
  };
}

/** Ctrl-Enter or Cmd-Enter, also while typing. */
export function useRunKey(start: () => void) {
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

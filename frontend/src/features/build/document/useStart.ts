import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import type { ExperimentDefinition } from '@/analysis/experiment/definition';
import { originWords } from '@/analysis/scenario/origin';
import { useExtendExperiment, useStartExperiment } from '@/api/experiments';
import { useOpenRuns } from '@/opening/startRuns';
import type { Scenario } from '@/api/types';
import type { DraftContent } from '@/state/draft';

import type { CheckedExperiment } from '../experiment/useCheckedExperiment';

/**
 * Starts what is edited. A fork of a run opens on the same axes as that; an extension goes on with
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

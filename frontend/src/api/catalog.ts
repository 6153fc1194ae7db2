import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

import { client, anonymousClient } from './http/client';
import { askForTitle, useModuleTitles } from './algorithms/moduleTitles';
import { unwrap } from './http/problem';

/** The presets that ship with the lab; they change with its version only. */
export function usePresets() {
  return useQuery({
    queryKey: ['presets'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/presets', { signal })),
    staleTime: Infinity,
  });
}

/** A preset with all of its seeds, which ship with it. */
export function useShippedPreset(presetId: string) {
  return useQuery({
    queryKey: ['presets', presetId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET('/api/presets/{preset_id}', {
          params: { path: { preset_id: presetId } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
}

/**
 * The cases that the first page opens with, with all of their seeds. `public/before-paint.js` has
 * asked for them already, without an owner key: the browser takes that answer.
 */
export function useOpening() {
  return useQuery({
    queryKey: ['opening'],
    queryFn: ({ signal }) => unwrap(anonymousClient.GET('/api/opening', { signal })),
    staleTime: Infinity,
  });
}

/** The congestion controls of the core with their parameters. */
export function useAlgorithms() {
  return useQuery({
    queryKey: ['algorithms'],
    queryFn: ({ signal }) => unwrap(anonymousClient.GET('/api/algorithms', { signal })),
    staleTime: Infinity,
  });
}

/** Published algorithms whose rule is not public. */
export function useAlgorithmsNotPublic() {
  return useQuery({
    queryKey: ['algorithms', 'not-public'],
    queryFn: ({ signal }) => unwrap(anonymousClient.GET('/api/algorithms/not-public', { signal })),
    staleTime: Infinity,
  });
}

/** `bbr2` as people say it, BBRv2; the name itself until the list is there. */
/** What has no entry because it is no algorithm: `none` stands for what sends without one. */
const UNLISTED: Readonly<Record<string, string>> = { none: 'UDP' };

export function useAlgorithmTitle(): (name: string) => string {
  const { data } = useAlgorithms();
  const modules = useModuleTitles();
  return useCallback(
    (name) => {
      const title =
        data?.find((algorithm) => algorithm.name === name)?.title ??
        UNLISTED[name] ??
        modules.get(name);
      if (title !== undefined) return title;
      askForTitle(name);
      // As `shortModuleName`, which the first page need not wait for.
      return name.replace(/(:.{8}).*/, '$1');
    },
    [data, modules],
  );
}

/** JSON Schema of the scenario with bounds, units and help. */
export function useScenarioSchema() {
  return useQuery({
    queryKey: ['schema', 'scenario'],
    queryFn: ({ signal }) => unwrap(client.GET('/api/schema/scenario', { signal })),
    staleTime: Infinity,
  });
}

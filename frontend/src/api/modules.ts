/** Modules of somebody's own algorithm: stored in the lab, and what they declare. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';

import { digestOf, modulesIn } from '@/analysis/scenario/modules';

import { useAlgorithms } from './catalog';
import { client } from './client';
import { rememberTitles } from './moduleTitles';
import { unwrap } from './problem';
import { hasServer } from './transport';
import type { Algorithm, Schemas } from './types';

export type ModuleListed = Schemas['ModuleListed'];

/** What a form needs to know of an algorithm, of the core or of one's own. */
export type ChoosableAlgorithm = Pick<Algorithm, 'name' | 'title' | 'parameters'> & {
  readonly family?: string;
  readonly base?: string;
};

const ALL = ['modules'] as const;
const MODULES = '/api/algorithms/modules' as const;
const ONE = '/api/algorithms/modules/{sha256}' as const;
const at = (name: string) => ({ path: { sha256: digestOf(name) } });

/** The modules of this browser, the latest first. */
export function useMyModules() {
  return useQuery({
    queryKey: [...ALL, 'list'],
    queryFn: async ({ signal }) => {
      const modules = await unwrap(client.GET(MODULES, { signal }));
      rememberTitles(modules.map(({ name, description: { title } }) => ({ name, title })));
      return modules;
    },
    enabled: hasServer(),
  });
}

/** What a module is, for whoever has a scenario with it. */
export async function loadModule(name: string, signal?: AbortSignal): Promise<ModuleListed> {
  const module = await unwrap(client.GET(ONE, { params: at(name), signal }));
  rememberTitles([{ name, title: module.description.title }]);
  return module;
}

/** The source of a module, for whoever opens it; null: nothing is asked. */
export function useModuleSource(name: string | null) {
  return useQuery({
    queryKey: [...ALL, 'source', name],
    queryFn: async ({ signal }) => {
      const params = at(name ?? '');
      return (await unwrap(client.GET(ONE, { params, signal }))).source_text;
    },
    enabled: name !== null,
    staleTime: Infinity,
  });
}

/** The algorithms that flows can run: the core's, one's own, and others that the scenario names. */
export function useChoosableAlgorithms(scenario: unknown): {
  readonly data: readonly ChoosableAlgorithm[] | undefined;
} {
  const core = useAlgorithms().data;
  const mine = useMyModules().data ?? [];
  const known = new Set(mine.map(({ name }) => name));
  const others = useQueries({
    queries: modulesIn(scenario)
      .filter((name) => !known.has(name))
      .map((name) => ({
        queryKey: [...ALL, name],
        queryFn: ({ signal }: { signal: AbortSignal }) => loadModule(name, signal),
        enabled: hasServer(),
        staleTime: Infinity,
        retry: false,
      })),
    combine: (results) => results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  });
  if (core === undefined) return { data: undefined };
  return { data: [...core, ...[...mine, ...others].map(choosable)] };
}

/** A module as forms list an algorithm. */
export function choosable({ name, description }: ModuleListed): ChoosableAlgorithm {
  const { parameters = [] } = description;
  return {
    name,
    title: description.title,
    parameters: parameters.map((each) => ({
      name: each.name,
      title: '',
      kind: 'integer',
      default: each.default,
      minimum: each.minimum,
      maximum: each.maximum,
      choices: [],
      description: each.description ?? `Parameter of ${description.title}`,
      source: 'the module itself',
      is_digested: true,
    })),
  };
}

export interface ModuleFiles {
  readonly module: File;
  readonly source: File | null;
  readonly buildLine: string;
  readonly licence: string;
}

/** Stores a module. The answer says what was read of it. */
export function useStoreModule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ module, source, buildLine, licence }: ModuleFiles) =>
      unwrap(
        client.POST(MODULES, {
          body: {
            content_base64: base64Of(new Uint8Array(await module.arrayBuffer())),
            source_text: source === null ? '' : await source.text(),
            build_line: buildLine,
            licence,
          },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...ALL, 'list'] }),
  });
}

/** Takes a module out of the list of this browser. */
export function useForgetModule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => unwrap(client.DELETE(ONE, { params: at(name) })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...ALL, 'list'] }),
  });
}

// As many arguments as every engine takes in one call.
const PART_BYTES = 8192;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    text += String.fromCharCode(...bytes.subarray(start, start + PART_BYTES));
  }
  return btoa(text);
}

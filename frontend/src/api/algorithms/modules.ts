/** Modules of users' own algorithms: stored in the lab, and their declarations. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { digestOf, modulesIn, modulesNamedIn } from '@/analysis/scenario/modules';

import { useAlgorithms } from '@/api/catalog';
import { client } from '@/api/http/client';
import { rememberModules } from './moduleTitles';
import { unwrap } from '@/api/http/problem';
import { hasServer } from '@/api/http/transport';
import type { Algorithm, Schemas } from '@/api/types';

export type ModuleListed = Schemas['ModuleListed'];
export type ModuleRead = Schemas['ModuleRead'];

/** What a form needs to know of an algorithm, of the core or of one's own. */
export type ChoosableAlgorithm = Pick<Algorithm, 'name' | 'title' | 'parameters'> & {
  readonly family?: string;
  readonly base?: string;
};

const NONE: readonly ModuleListed[] = [];
const ALL = ['modules'] as const;
const MODULES = '/api/algorithms/modules' as const;
const ONE = '/api/algorithms/modules/{sha256}' as const;
const FILE = '/api/algorithms/modules/{sha256}/file' as const;
const at = (name: string) => ({ path: { sha256: digestOf(name) } });

/** The modules of this browser, the latest first. */
export function useMyModules() {
  return useQuery({
    queryKey: [...ALL, 'list'],
    queryFn: async ({ signal }) => {
      const modules = await unwrap(client.GET(MODULES, { signal }));
      rememberModules(modules);
      return modules;
    },
    enabled: hasServer(),
  });
}

/** What a module is, for anyone who has a scenario with it. */
export async function loadModule(name: string, signal?: AbortSignal): Promise<ModuleRead> {
  const module = await unwrap(client.GET(ONE, { params: at(name), signal }));
  rememberModules([module]);
  return module;
}

/** A module with its source, for anyone who knows its digest; null: none is wanted. */
export function useModule(name: string | null) {
  return useQuery({ ...moduleQuery(name ?? ''), enabled: name !== null && hasServer() });
}

/** The bytes of a module, which its name is the digest of; null: none are wanted. */
export function useModuleBytes(name: string | null) {
  return useQuery({
    queryKey: [...ALL, name, 'file'],
    queryFn: async ({ signal }) => {
      const params = at(name ?? '');
      const bytes = await unwrap(client.GET(FILE, { params, signal, parseAs: 'arrayBuffer' }));
      return new Uint8Array(bytes as unknown as ArrayBuffer);
    },
    enabled: name !== null && hasServer(),
    staleTime: Infinity,
    retry: false,
  });
}

/** A module never changes. */
function moduleQuery(name: string) {
  return {
    queryKey: [...ALL, name],
    queryFn: ({ signal }: { signal: AbortSignal }) => loadModule(name, signal),
    staleTime: Infinity,
    retry: false,
  };
}

/** The algorithms that flows can run: the core's, one's own, and others that the document names. */
export function useChoosableAlgorithms(document: unknown): {
  readonly data: readonly ChoosableAlgorithm[] | undefined;
} {
  const core = useAlgorithms().data;
  const mine = useMyModules().data ?? NONE;
  const known = new Set(mine.map(({ name }) => name));
  const named = useMemo(() => modulesNamedIn(document), [document]);
  const others = useQueries({
    queries: named
      .filter((name) => !known.has(name))
      .map((name) => ({ ...moduleQuery(name), enabled: hasServer() })),
    combine: (results) => results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  });
  return useMemo(() => {
    if (core === undefined) return { data: undefined };
    return { data: [...core, ...[...mine, ...others].map(choosable)] };
  }, [core, mine, others]);
}

/** What an algorithm says of the series that it has besides those of every flow. */
type DeclaringAlgorithm = Pick<Algorithm, 'name' | 'title'> & {
  readonly metrics: readonly { readonly name: string; readonly description: string }[];
};

/** Those of the core, and the modules that the scenario names, as far as they are known. */
export function useDeclaringAlgorithms(scenario: unknown): readonly DeclaringAlgorithm[] {
  const core = useAlgorithms().data;
  const modules = useQueries({
    queries: modulesIn(scenario).map((name) => ({ ...moduleQuery(name), enabled: hasServer() })),
    combine: declaringModules,
  });
  return useMemo(() => [...(core ?? []), ...modules], [core, modules]);
}

function declaringModules(
  results: readonly { readonly data: ModuleRead | undefined }[],
): DeclaringAlgorithm[] {
  return results.flatMap(({ data }) => {
    if (data === undefined) return [];
    const { title, series = [] } = data.description;
    const metrics = series.map(({ name, description = '' }) => ({
      name,
      description: description.replace(/\.$/, '') || name.replaceAll('_', ' '),
    }));
    return [{ name: data.name, title, metrics }];
  });
}

/** A module as forms list an algorithm. */
function choosable({ name, description }: ModuleListed): ChoosableAlgorithm {
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

interface ModuleFiles {
  readonly module: File;
  readonly source: File | null;
  readonly buildLine: string;
  readonly licence: string;
}

/** Stores a module. The answer has its description. */
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

/** AssemblyScript's compiler, for one algorithm (sim-core/modules/assemblyscript). Megabytes. */
import { main } from 'assemblyscript/asc';

import header from '#modules/assemblyscript/ccsim.ts?raw';
import CcsimModule, {
  exportedLines,
  FUNCTIONS,
  moduleEntry,
  signature,
  TextProblem,
} from '#modules/assemblyscript/ccsim_module.mjs';

import type { Compiled, Problem } from './messages';

export const ALGORITHM = 'algorithm.ts';
const ENTRY = 'ccsim_module.ts';
export const MODULE = 'algorithm.wasm';
/** As in the script that `./lab algorithm new` writes; so are the bytes. */
const OPTIONS = [ALGORITHM, '-O', '--use', 'abort=', '-o', MODULE];
const ERROR = 3;
/** What a module may import; the server asks for the same. */
const IMPORTED = 'ccsim';

/** What the compiler reports. */
export interface Diagnostic {
  readonly category: number;
  readonly message: string;
  readonly range: {
    readonly start: number;
    readonly end: number;
    readonly source: { readonly normalizedPath: string };
  } | null;
}

/** A module, or what is wrong with the text. */
export async function compile(text: string): Promise<Compiled> {
  let entry = '';
  try {
    entry = moduleEntry(text, './algorithm');
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    return { problems: [{ ...lineRange(text, error.line), message: sentence(error.message) }] };
  }
  const files = new Map([
    [ALGORITHM, text],
    ['ccsim.ts', header],
  ]);
  const { bytes, errors, failure } = await runCompiler(OPTIONS, files, [new CcsimModule()]);
  const problems = errors.map((each) => problemOf(text, entry, each));
  if (problems.length > 0) return { problems };
  if (bytes === null) return { problems: [{ from: 0, to: 0, message: failure }] };
  return importProblem(text, bytes) ?? { bytes };
}

/** What `asc` makes of some files, or what it says against them. */
export async function runCompiler(
  options: readonly string[],
  files: ReadonlyMap<string, string>,
  transforms: readonly object[],
): Promise<{
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly errors: readonly Diagnostic[];
  readonly failure: string;
}> {
  const found: Diagnostic[] = [];
  let bytes: Uint8Array<ArrayBuffer> | null = null;
  const { error } = await main([...options], {
    stdout: { write: () => undefined },
    stderr: { write: () => undefined },
    readFile: (name: string) => files.get(name) ?? null,
    writeFile: (name: string, content: Uint8Array | string) => {
      if (name === MODULE && typeof content !== 'string') bytes = content.slice();
    },
    listFiles: () => [],
    reportDiagnostic: (diagnostic: unknown) => void found.push(diagnostic as Diagnostic),
    // Their type has the fields that the compiler sets itself.
    transforms: transforms as never[],
  });
  const errors = found.filter(({ category }) => category === ERROR);
  return { bytes, errors, failure: error?.message ?? 'No module was written.' };
}

function problemOf(text: string, entry: string, { message, range }: Diagnostic): Problem {
  if (range === null) return { from: 0, to: 0, message };
  const { normalizedPath } = range.source;
  if (normalizedPath === ALGORITHM) return { from: range.start, to: range.end, message };
  if (normalizedPath === ENTRY) return entryProblem(text, entry.slice(0, range.start), message);
  return { from: 0, to: 0, message: `${message} (in ${normalizedPath})` };
}

/** A line of the entry is a function of the ABI, which calls the algorithm's. */
function entryProblem(text: string, before: string, message: string): Problem {
  const line = before.split('\n').at(-1) ?? '';
  const called = FUNCTIONS.find(({ abi }) => line.startsWith(`export function ${abi}(`));
  if (called === undefined) return { from: 0, to: 0, message };
  const at = exportedLines(text).get(called.name) ?? 1;
  return { ...lineRange(text, at), message: `It must be: export ${signature(called)}` };
}

/** A library function that needs a clock or a screen makes a module that nothing runs. */
function importProblem(text: string, bytes: Uint8Array<ArrayBuffer>): Compiled | null {
  const foreign = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).find(
    ({ module }) => module !== IMPORTED,
  );
  if (foreign === undefined) return null;
  const name = `${foreign.module}.${foreign.name}`;
  const message = `It imports ${name}; a module may import only phase and random of ./ccsim.`;
  return { problems: [{ ...lineRange(text, 1), message }] };
}

function lineRange(text: string, line: number): { from: number; to: number } {
  const lines = text.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return { from, to: from + (lines[line - 1]?.length ?? 0) };
}

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

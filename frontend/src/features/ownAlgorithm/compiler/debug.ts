/**
 * A module for stepping: it computes what the plain one does, and has besides which lines ran, the
 * algorithm's variables, and watches as functions. All of its state can be read and put back.
 */
import binaryen from 'assemblyscript/binaryen';

import header from '#modules/assemblyscript/ccsim.ts?raw';
import CcsimModule from '#modules/assemblyscript/ccsim_module.mjs';

import { ALGORITHM, compile, MODULE, runCompiler, type Diagnostic } from './compile';
import {
  DEBUG_FILE,
  DEBUG_TEXT,
  instrument,
  variableTypes,
  WATCHES_FILE,
  watchProblem,
  type Instrumented,
} from './instrument';
import type { DebugCompiled, DebugVariable } from './messages';

/** Not optimised: it is compiled sooner, and every variable stays one. */
const OPTIONS = [ALGORITHM, WATCHES_FILE, '--use', 'abort=', '-o', MODULE];
/** Types of variables that are numbers; others are addresses. */
const NUMBERS = /^(?:[iu](?:8|16|32|64)|[iu]size|f32|f64|bool|)$/;
const NO_NUMBER = 'A watch must be a number or a truth value.';
const OWN_PREFIX = 'algorithm/';

/** The module of a text that compiles; watches that are wrong are left out, and said why. */
export async function compileDebug(
  text: string,
  watches: readonly string[],
): Promise<DebugCompiled> {
  const plain = await compile(text);
  if ('problems' in plain) return plain;
  const watchProblems = watches.map(watchProblem);
  for (;;) {
    const isKept = (index: number) => watchProblems[index] === '';
    const { made, names, bytes, errors, failure } = await attempt(text, watches, isKept);
    if (bytes !== null) return { bytes, variables: variablesOf(names, text), watchProblems };
    const found: WatchProblems = errors.flatMap((error) => problemsOf(made, error));
    const wrong = found.length > 0 ? found : await eachAlone(text, watches, isKept);
    for (const [index, message] of wrong) watchProblems[index] ||= message;
    if (wrong.length === 0) {
      const message = `It cannot be stepped through: ${errors[0]?.message ?? failure}`;
      return { problems: [{ from: 0, to: 0, message }] };
    }
  }
}

type WatchProblems = readonly (readonly [watch: number, message: string])[];

/** For errors that the compiler reports elsewhere, such as of a value's type. */
async function eachAlone(
  text: string,
  watches: readonly string[],
  isKept: (index: number) => boolean,
): Promise<WatchProblems> {
  const found: [number, string][] = [];
  for (const index of watches.keys()) {
    if (!isKept(index)) continue;
    const { bytes } = await attempt(text, watches, (other) => other === index);
    if (bytes === null) found.push([index, NO_NUMBER]);
  }
  return found;
}

async function attempt(
  text: string,
  watches: readonly string[],
  isKept: (index: number) => boolean,
) {
  const made = instrument(text, watches, isKept);
  const names: string[] = [];
  const transforms = [new CcsimModule(), new ExportedState(names)];
  return { made, names, ...(await runCompiler(OPTIONS, filesOf(made), transforms)) };
}

function filesOf({ text, watchesText }: Instrumented): ReadonlyMap<string, string> {
  return new Map([
    [ALGORITHM, text],
    ['ccsim.ts', header],
    [DEBUG_FILE, DEBUG_TEXT],
    [WATCHES_FILE, watchesText],
  ]);
}

/** The watch that an error is of, and what to say of it. */
function problemsOf({ places, text }: Instrumented, { range, message }: Diagnostic): WatchProblems {
  if (range?.source.normalizedPath !== ALGORITHM) return [];
  for (const [index, [from, to]] of places) {
    if (range.start < from || range.start >= to) continue;
    // What was typed stands on lines of its own; errors outside of them are of its value's type.
    const isTyped = text.slice(from, range.start).includes('\n');
    return [[index, isTyped ? message : NO_NUMBER]];
  }
  return [];
}

function variablesOf(names: readonly string[], text: string): readonly DebugVariable[] {
  const types = variableTypes(text);
  return names.flatMap((exportName) => {
    const name = exportName.slice(OWN_PREFIX.length);
    const type = types.get(name);
    if (!exportName.startsWith(OWN_PREFIX) || type === undefined || !NUMBERS.test(type)) return [];
    return [{ name, exportName, type }];
  });
}

/** Exports every variable of the module, so that its state can be read and put back. */
class ExportedState {
  readonly #names: string[];

  constructor(names: string[]) {
    this.#names = names;
  }

  afterCompile(module: binaryen.Module): void {
    for (let index = 0; index < module.getNumGlobals(); ++index) {
      const {
        name,
        mutable,
        module: from,
      } = binaryen.getGlobalInfo(module.getGlobalByIndex(index));
      if (!mutable || from) continue;
      module.addGlobalExport(name, name);
      this.#names.push(name);
    }
  }
}

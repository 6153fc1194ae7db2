/** Writes into an algorithm's text which of its lines run, and adds watches as functions. */
import * as assemblyscript from 'assemblyscript';

import { RING_LINES } from '@/core/steps';

const { newOptions, newProgram, nextDiagnostic, parse } = assemblyscript;
// The types have it as what a compiler of TypeScript would write into this text.
const { NodeKind } = assemblyscript as unknown as { readonly NodeKind: Record<Kind, number> };
type Kind =
  | 'Block'
  | 'Call'
  | 'ClassDeclaration'
  | 'Do'
  | 'Empty'
  | 'EnumDeclaration'
  | 'For'
  | 'ForOf'
  | 'FunctionDeclaration'
  | 'If'
  | 'InterfaceDeclaration'
  | 'NamedType'
  | 'Parenthesized'
  | 'SwitchCase'
  | 'Try'
  | 'TypeDeclaration'
  | 'Variable'
  | 'While';

/** Where the text stands that the functions below come from, for the compiler. */
export const DEBUG_FILE = 'ccsim_debug.ts';
/** Its exports are the module's, beside those of the ABI. */
export const WATCHES_FILE = 'ccsim_watches.ts';

/** The ring of lines, and how a watch encodes its value in 64 bits: `core/steps.ts` reads both. */
export const DEBUG_TEXT = `
const ring = memory.data(${4 * RING_LINES});
let count: i32 = 0;
let kind: i32 = 0;
export function ccsim_ran(line: i32): void {
  store<i32>(ring + ((count & ${RING_LINES - 1}) << 2), line);
  count += 1;
}
export function ccsim_lines(): usize { return ring; }
export function ccsim_line_count(): i32 { return count; }
export function ccsim_begin_lines(): void { count = 0; }
export function ccsim_watch_kind(): i32 { return kind; }
export function ccsim_told<T>(value: T): i64 {
  if (isBoolean<T>()) { kind = 3; return value ? 1 : 0; }
  if (isFloat<T>()) { kind = 2; return reinterpret<i64>(<f64>value); }
  if (isInteger<T>()) { kind = isSigned<T>() ? 0 : 1; return <i64>value; }
  ERROR("A watch must be a number or a truth value.");
  return 0;
}
`;

/** A text for the compiler, and where in it the functions of watches stand. */
export interface Instrumented {
  readonly text: string;
  readonly watchesText: string;
  /** By watch: from and to; none for those that were left out. */
  readonly places: ReadonlyMap<number, readonly [from: number, to: number]>;
}

/** What the compiler's nodes have that is read here. */
interface Syntax {
  readonly kind: number;
  readonly range: { readonly start: number; readonly end: number };
}

const OWN_FUNCTIONS = 'ccsim_lines, ccsim_line_count, ccsim_begin_lines, ccsim_watch_kind';

/** `text` compiles. Lines stay where they are; watches come behind them. */
export function instrument(
  text: string,
  watches: readonly string[],
  isKept: (watch: number) => boolean,
): Instrumented {
  let out = `${withLines(text)}\nimport { ccsim_ran, ccsim_told } from "./ccsim_debug";\n`;
  const places = new Map<number, readonly [number, number]>();
  watches.forEach((watch, index) => {
    if (!isKept(index)) return;
    const from = out.length;
    // A constant of its own: in the place of an argument the compiler would not say what is wrong.
    out += `export function ${watchName(index)}(): i64 { const ccsim_value = (\n${watch}\n);`;
    out += ' return ccsim_told(ccsim_value); }\n';
    places.set(index, [from, out.length]);
  });
  const names = [...places.keys()].map(watchName).join(', ');
  const exported = names === '' ? '' : `export { ${names} } from "./algorithm";\n`;
  return {
    text: out,
    watchesText: `export { ${OWN_FUNCTIONS} } from "./ccsim_debug";\n${exported}`,
    places,
  };
}

function watchName(index: number): string {
  return `ccsim_watch_${index}`;
}

/** Why a watch is none; "": it may be one, as far as its form says. */
export function watchProblem(watch: string): string {
  if (watch.trim() === '') return 'It is empty.';
  const { statements, problem } = parsed(`const w = (\n${watch}\n);`);
  if (problem !== '') return problem;
  const declarations = children(statements[0]);
  const isOne = statements.length === 1 && declarations.length === 1;
  const value = isOne ? children(declarations[0]).at(-1) : undefined;
  return value?.kind === NodeKind.Parenthesized ? '' : 'A watch is one expression.';
}

/** Names of the algorithm's own variables that hold numbers, and their types as far as written. */
export function variableTypes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const statement of parsed(text).statements) {
    if (statement.kind !== NodeKind.Variable) continue;
    for (const declaration of children(statement)) {
      const [name, type] = children(declaration);
      if (name === undefined) continue;
      const isType = type?.kind === NodeKind.NamedType;
      found.set(
        text.slice(name.range.start, name.range.end),
        isType ? text.slice(type.range.start, type.range.end) : '',
      );
    }
  }
  return found;
}

function parsed(text: string): {
  readonly statements: readonly Syntax[];
  readonly problem: string;
} {
  const program = newProgram(newOptions());
  parse(program, text, 'algorithm.ts', true);
  const first = nextDiagnostic(program);
  const source = program.sources.find(({ normalizedPath }) => normalizedPath === 'algorithm.ts');
  return {
    statements: (source?.statements ?? []) as unknown as readonly Syntax[],
    problem: first === null ? '' : first.message,
  };
}

/** `ccsim_ran(line);` before every statement of every function. */
function withLines(text: string): string {
  const inserted: { readonly at: number; readonly what: string }[] = [];
  const lineAt = lineCounter(text);
  const before = (statement: Syntax) => {
    const { start } = statement.range;
    inserted.push({ at: start, what: `ccsim_ran(${lineAt(start)});` });
  };
  const alone = (statement: Syntax | null) => {
    if (statement === null || statement.kind === NodeKind.Block) return;
    const { start, end } = statement.range;
    inserted.push({ at: start, what: `{ccsim_ran(${lineAt(start)});` });
    inserted.push({ at: withSemicolon(text, end), what: '}' });
  };
  const visit = (node: Syntax) => {
    const parts = node as unknown as Readonly<Record<string, Syntax | null>>;
    const lists = node as unknown as Readonly<Record<string, readonly Syntax[] | null>>;
    if (node.kind === NodeKind.Block || node.kind === NodeKind.SwitchCase) {
      lists.statements?.filter(isRun).forEach(before);
    }
    if (node.kind === NodeKind.Try) {
      for (const name of ['bodyStatements', 'catchStatements', 'finallyStatements']) {
        lists[name]?.filter(isRun).forEach(before);
      }
    }
    if (node.kind === NodeKind.If) {
      alone(parts.ifTrue ?? null);
      alone(parts.ifFalse ?? null);
    }
    if (LOOPS.includes(node.kind)) alone(parts.body ?? null);
    children(node).forEach(visit);
  };
  parsed(text).statements.forEach(visit);
  // Of two at one place the outer one comes first: it was found first; ends are the other way.
  return spliced(text, inserted);
}

const LOOPS: readonly number[] = [NodeKind.For, NodeKind.ForOf, NodeKind.While, NodeKind.Do];
const DECLARED: readonly number[] = [
  NodeKind.Empty,
  NodeKind.FunctionDeclaration,
  NodeKind.ClassDeclaration,
  NodeKind.EnumDeclaration,
  NodeKind.InterfaceDeclaration,
  NodeKind.TypeDeclaration,
];

function isRun({ kind }: Syntax): boolean {
  return !DECLARED.includes(kind);
}

function children(node: Syntax | undefined): readonly Syntax[] {
  if (node === undefined) return [];
  return Object.entries(node)
    .filter(([name]) => name !== 'range')
    .flatMap(
      ([, value]: [string, unknown]) => (Array.isArray(value) ? value : [value]) as unknown[],
    )
    .filter(isSyntax);
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'kind' in value && 'range' in value;
}

/** The end of a statement that ends there, its semicolon included. */
function withSemicolon(text: string, end: number): number {
  const [rest = ''] = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*;?/.exec(text.slice(end)) ?? [];
  return rest.endsWith(';') ? end + rest.length : end;
}

function lineCounter(text: string): (place: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (place) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function spliced(
  text: string,
  inserted: readonly { readonly at: number; readonly what: string }[],
): string {
  const inOrder = inserted
    .map((each, order) => ({ ...each, order }))
    .sort(
      (a, b) => a.at - b.at || Number(b.what === '}') - Number(a.what === '}') || a.order - b.order,
    );
  let out = '';
  let at = 0;
  for (const each of inOrder) {
    out += text.slice(at, each.at) + each.what;
    at = each.at;
  }
  return out + text.slice(at);
}

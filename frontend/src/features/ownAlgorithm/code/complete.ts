/** Completion of the ABI's names in the editor. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';

import header from '#modules/assemblyscript/ccsim.ts?raw';
import { FUNCTIONS, signature } from '#modules/assemblyscript/ccsim_module.mjs';

// What the header of AssemblyScript offers, read from its text: one source for both. Pure.

/** Something that an algorithm can name. */
interface KnownName {
  readonly name: string;
  readonly kind: 'constant' | 'function' | 'class' | 'property';
  readonly about: string;
}

/** What `./ccsim` exports. */
export const EXPORTED: readonly KnownName[] = documented(
  /^export (?:declare )?(const|function) (\w+)/,
).concat(documented(/^@unmanaged export (class) (\w+)/));

/** The fields of a structure, by the name that its variable has: `ack` is an Ack. */
export const FIELDS: ReadonlyMap<string, readonly KnownName[]> = new Map(
  ['Start', 'Ack', 'Congestion'].map((name) => [name.toLowerCase(), fieldsOf(name)]),
);

/** The functions that an algorithm may export, as one begins to write them. */
export const EVENTS = FUNCTIONS.map((each) => ({
  name: each.name,
  isRequired: each.isRequired,
  begin: `export ${signature(each)} {\n  `,
}));

function documented(pattern: RegExp, text = header): KnownName[] {
  const found: KnownName[] = [];
  let about: string[] = [];
  for (const line of text.split('\n')) {
    const comment = /^\s*\/?\*\*? ?(.*?)(?: ?\*\/)?$/.exec(line)?.[1];
    if (comment !== undefined && !/^\s*\*\/$/.test(line)) {
      about = /^\s*\/\*/.test(line) ? [comment] : [...about, comment];
      continue;
    }
    const [, kind = '', name] = pattern.exec(line) ?? [];
    if (name !== undefined) {
      found.push({ name, kind: kindOf(kind), about: about.join(' ').trim() });
    }
    if (!/^\s*(?:\*\/|\/\/|@external)/.test(line)) about = [];
  }
  return found;
}

function fieldsOf(structure: string): readonly KnownName[] {
  const from = header.indexOf(`class ${structure} {`);
  return documented(
    /^ {2}(get )?(\w+)(?:\(\): bool \{|: i64;)$/,
    header.slice(from).split('\n}')[0],
  );
}

function kindOf(word: string): KnownName['kind'] {
  if (word === 'const') return 'constant';
  if (word === 'function' || word === 'class') return word;
  return 'property';
}

/** The parts of the language that algorithms use. */
const BUILT_IN = ['i64', 'u64', 'bool', 'f64', 'min', 'max', 'abs', 'select'];

/** Fields behind a dot; elsewhere names of the header, and events at the beginning of a line. */
export function completeAbi(context: CompletionContext): CompletionResult | null {
  const field = context.matchBefore(/\b(?:start|ack|congestion)\.\w*/);
  if (field !== null) {
    const [variable = '', begun = ''] = field.text.split('.');
    const options = (FIELDS.get(variable) ?? []).map(asCompletion);
    return { from: field.to - begun.length, options, validFor: /^\w*$/ };
  }
  if (context.matchBefore(/\.\w*/) !== null) return null;
  const word = context.matchBefore(/\w+/);
  if (word === null && !context.explicit) return null;
  const from = word?.from ?? context.pos;
  const isLineStart = context.state.doc.lineAt(from).from === from;
  const text = context.state.doc.toString();
  const events = isLineStart
    ? EVENTS.filter(({ name }) => !text.includes(`function ${name}(`))
    : [];
  return {
    from,
    options: [
      ...EXPORTED.map((each) => ({ ...asCompletion(each), apply: imported(each.name) })),
      ...events.map(({ name, begin, isRequired }) =>
        snippetCompletion(`${begin}\${}\n}`, {
          label: `export function ${name}`,
          displayLabel: name,
          type: 'function',
          detail: isRequired ? 'must be there' : 'event or answer',
          boost: 1,
        }),
      ),
      ...BUILT_IN.map((label) => ({ label, type: 'keyword' })),
    ],
    validFor: /^\w*$/,
  };
}

function asCompletion({ name, kind, about }: KnownName): Completion {
  return { label: name, type: kind, info: about };
}

/** Puts the name there, and into the import of the header where it is not yet. */
function imported(name: string): NonNullable<Completion['apply']> {
  return (view: EditorView, _completion: Completion, from: number, to: number) => {
    const place = importPlace(view.state.doc.toString(), name);
    view.dispatch({
      changes: [
        ...(place === null ? [] : [{ from: place, insert: ` ${name},` }]),
        { from, to, insert: name },
      ],
      selection: { anchor: from + name.length + (place === null ? 0 : name.length + 2) },
      userEvent: 'input.complete',
    });
  };
}

/** Where a name is to be added to the import of the header; null: it is there, or no import is. */
export function importPlace(text: string, name: string): number | null {
  const found = /import \{([^}]*)\} from ["']\.\/ccsim["']/.exec(text);
  if (found === null) return null;
  const names = (found[1] ?? '').split(',').map((each) => each.trim());
  return names.includes(name) ? null : found.index + 'import {'.length;
}

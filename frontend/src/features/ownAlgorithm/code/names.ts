/** What the header of AssemblyScript offers, read from its text: one source for both. Pure. */
import header from '#modules/assemblyscript/ccsim.ts?raw';
import { FUNCTIONS, signature } from '#modules/assemblyscript/ccsim_module.mjs';

/** Something that an algorithm can name. */
export interface KnownName {
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

/** Copies of an own algorithm: the first line of the source names its origin. Pure. */
const FIRST_LINE = /^\/\/ Forked from (wasm:[0-9a-f]{64})\b[^\n]*(?:\n|$)/;

/** The module that a source is a copy of, as a scenario names it; null: it does not say so. */
export function forkedFrom(source: string): string | null {
  return FIRST_LINE.exec(source)?.[1] ?? null;
}

/** A source as a copy of the module that has it; what that one was a copy of, its own page says. */
export function withFork(source: string, { name, title }: Forked): string {
  const plain = source.replace(FIRST_LINE, '');
  return `// Forked from ${name} (${title.replace(/\s+/g, ' ')})\n${plain}`;
}

interface Forked {
  readonly name: string;
  readonly title: string;
}

/** Whether the editor of the page can compile it. */
export function isForEditor(source: string): boolean {
  return /from ["']\.\/ccsim["']/.test(source) && /^export function on_ack\(/m.test(source);
}

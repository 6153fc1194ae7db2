/** Tables for a paper: LaTeX with booktabs. Pure. */

interface LatexTable {
  readonly caption: string;
  /** Names above neighbouring columns; empty ones are none. */
  readonly groups?: readonly { readonly name: string; readonly count: number }[];
  readonly columns: readonly { readonly title: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** Below the table. */
  readonly notes?: readonly string[];
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  '<': String.raw`\textless{}`,
  '>': String.raw`\textgreater{}`,
  '|': String.raw`\textbar{}`,
  // After the end of a row they would be an option of it.
  '[': '{[}',
  '*': '{*}',
  '−': '$-$',
  '±': String.raw`$\pm$`,
  '×': String.raw`$\times$`,
  '≤': String.raw`$\leq$`,
  '≥': String.raw`$\geq$`,
  '→': String.raw`$\to$`,
  Δ: String.raw`$\Delta$`,
  µ: String.raw`\textmu{}`,
  μ: String.raw`\textmu{}`,
  '–': '--',
  '’': "'",
  '…': String.raw`\ldots{}`,
};

/** Any text as LaTeX shows it, on one line. */
export function tex(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\~^<>|[*−±×≤≥→Δµμ–’…]|[&%$#_{}]/g, (letter) => SPECIAL[letter] ?? `\\${letter}`);
}

export function latexTable({
  caption,
  groups = [],
  columns,
  rows,
  notes = [],
}: LatexTable): string {
  const line = (texts: readonly string[]) => `${texts.join(' & ')} ${String.raw`\\`}`;
  const heads = groups.map(({ name, count }) =>
    name === '' ? ' & '.repeat(count - 1) : `\\multicolumn{${count}}{c}{${tex(name)}}`,
  );
  const hasGroups = groups.some(({ name }) => name !== '');
  return [
    '% needs \\usepackage{booktabs}',
    `\\begin{table}`,
    `\\caption{${tex(caption)}}`,
    `\\begin{tabular}{${columns.map(({ isNumber }) => (isNumber ? 'r' : 'l')).join('')}}`,
    '\\toprule',
    ...(hasGroups ? [line(heads)] : []),
    line(columns.map(({ title }) => tex(title))),
    '\\midrule',
    ...rows.map((values) => line(values.map(tex))),
    '\\bottomrule',
    '\\end{tabular}',
    ...notes.map((note) => `\\par\\footnotesize ${tex(note)}`),
    '\\end{table}',
    '',
  ].join('\n');
}

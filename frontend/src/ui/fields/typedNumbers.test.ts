/** What people type as a number is read by `analysis/numbers/reading.ts` alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../..');
/** The fields themselves. */
const FIELDS = ['ui/fields/NumberInput.tsx', 'ui/fields/NumberListInput.tsx'];
const PARSERS = new Set(['Number', 'parseFloat', 'parseInt', 'BigInt']);
/** What these hold was not typed. */
const CHOSEN = new Set(['range', 'checkbox', 'radio', 'file']);

function offences(text: string, file: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const at = (node: ts.Node, what: string) =>
    found.push(`${file}:${source.getLineAndCharacterOfPosition(node.pos).line + 1}: ${what}`);
  /** Texts that a state of the component holds. */
  const states = new Set<string>();
  const visit = (node: ts.Node, inText: boolean): void => {
    if (ts.isVariableDeclaration(node) && isTextState(node)) {
      const [first] = (node.name as ts.ArrayBindingPattern).elements;
      if (first !== undefined && ts.isBindingElement(first)) states.add(first.name.getText());
    }
    if (ts.isJsxAttribute(node)) {
      const said = `${node.name.getText()}=${node.initializer?.getText() ?? ''}`;
      if (/^(inputMode=["{']+(decimal|numeric)|type="number")/.test(said)) at(node, said);
    }
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'valueAsNumber') {
      at(node, 'valueAsNumber');
    }
    if (ts.isCallExpression(node) && PARSERS.has(node.expression.getText())) {
      const [argument] = node.arguments;
      const root = argument?.getText().split('.')[0] ?? '';
      if (inText || states.has(root)) at(node, node.getText());
    }
    const isText = inText || isTextField(node);
    node.forEachChild((child) => visit(child, isText));
  };
  visit(source, false);
  return found;
}

/** `const [text, setText] = useState('')`, or of a string in another way. */
function isTextState({ name, initializer }: ts.VariableDeclaration): boolean {
  if (!ts.isArrayBindingPattern(name) || initializer === undefined) return false;
  return /^useState(<string[^(]*>)?\(\s*(\(\) =>)?\s*(['"`]|String\(|null\)|.*\? toTyped)/.test(
    initializer.getText(),
  );
}

function isTextField(node: ts.Node): boolean {
  if (!ts.isJsxSelfClosingElement(node) && !ts.isJsxOpeningElement(node)) return false;
  const tag = node.tagName.getText();
  const type = node.attributes.properties
    .filter(ts.isJsxAttribute)
    .find(({ name }) => name.getText() === 'type')
    ?.initializer?.getText()
    .replaceAll('"', '');
  return tag === 'textarea' || (tag === 'input' && !CHOSEN.has(type ?? 'text'));
}

it('reads no typed number in a component', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.tsx$/.test(file) && !FIELDS.includes(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const all = files.flatMap((file) => offences(readFileSync(join(SOURCE, file), 'utf8'), file));
  expect(all).toEqual([]);
});

it('finds those that were here', () => {
  const field = (inside: string) => `const A = () => <input onChange={(e) => ${inside}} />;`;
  expect(offences(field('set(Number(e.target.value))'), 'a.tsx')).toHaveLength(1);
  expect(offences(field('set(e.target.valueAsNumber)'), 'a.tsx')).toHaveLength(1);
  expect(offences('const A = () => <input type="number" />;', 'a.tsx')).toHaveLength(1);
  expect(offences('const A = () => <input inputMode="decimal" />;', 'a.tsx')).toHaveLength(1);
  const state = "const [text, set] = useState(''); const value = Number(text);";
  expect(offences(state, 'a.tsx')).toHaveLength(1);
  const select = '<select onChange={(e) => set(Number(e.target.value))} />';
  expect(offences(`const A = () => ${select};`, 'a.tsx')).toEqual([]);
});

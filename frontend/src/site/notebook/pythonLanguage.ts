/** Python for CodeMirror: what a word is, and where the next line begins. */
import { indentService, indentUnit, StreamLanguage, type StringStream } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

const KEYWORDS = new Set(
  (
    'and as assert async await break case class continue def del elif else except finally for from ' +
    'global if import in is lambda match nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
const CONSTANTS = new Set(['False', 'None', 'True']);
const STRING = /^[rbfuRBFU]{0,2}('''|"""|'|")/;
const NUMBER = /^(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?j?)/;

interface State {
  /** The quotes that end the present string of several lines; "": there is none. */
  quotes: string;
  isNamed: boolean;
}

function token(stream: StringStream, state: State): string | null {
  if (state.quotes !== '') return inString(stream, state, state.quotes);
  if (stream.eatSpace()) return null;
  if (stream.peek() === '#') {
    stream.skipToEnd();
    return 'comment';
  }
  const begun = stream.match(STRING) as RegExpMatchArray | null;
  if (begun !== null) return inString(stream, state, begun[1] ?? '"');
  if (stream.match(NUMBER) !== null) return 'number';
  const word = stream.match(/^[\p{L}_][\p{L}\d_]*/u) as RegExpMatchArray | null;
  if (word === null) {
    stream.next();
    return null;
  }
  const wasNamed = state.isNamed;
  state.isNamed = word[0] === 'def' || word[0] === 'class';
  if (KEYWORDS.has(word[0])) return 'keyword';
  if (CONSTANTS.has(word[0])) return 'bool';
  return wasNamed ? 'className' : 'variableName';
}

function inString(stream: StringStream, state: State, quotes: string): string {
  while (!stream.eol()) {
    if (stream.match(quotes) !== null) {
      state.quotes = '';
      return 'string';
    }
    if (stream.next() === '\\') stream.next();
  }
  // One pair of quotes ends with its line.
  state.quotes = quotes.length === 3 ? quotes : '';
  return 'string';
}

const language = StreamLanguage.define<State>({
  name: 'python',
  startState: () => ({ quotes: '', isNamed: false }),
  copyState: (state) => ({ ...state }),
  token,
  languageData: { commentTokens: { line: '#' } },
});

/** As the line before, and deeper behind a colon. */
const nextLine = indentService.of(({ state, unit }, place) => {
  const { number } = state.doc.lineAt(place);
  const before =
    number > 1 ? state.doc.lineAt(Math.max(0, state.doc.lineAt(place).from - 1)) : null;
  // A break that is being made is not in the text yet.
  const text = state.doc.lineAt(place).from < place ? textUpTo(state.doc, place) : before?.text;
  const [indent = ''] = /^[ \t]*/.exec(text ?? '') ?? [];
  return indent.length + (/:\s*(?:#.*)?$/.test(text ?? '') ? unit : 0);
});

function textUpTo(doc: { lineAt: (place: number) => { from: number; text: string } }, at: number) {
  const { from, text } = doc.lineAt(at);
  return text.slice(0, at - from);
}

export const PYTHON: Extension = [language, nextLine, indentUnit.of('    ')];

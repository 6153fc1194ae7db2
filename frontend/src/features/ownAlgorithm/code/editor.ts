/** CodeMirror, set up for an algorithm. */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript, typescriptLanguage } from '@codemirror/lang-javascript';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';

import { basics, LEAVE_BY_TAB } from '@/ui/fields/codeMirror';

import type { Problem } from '../compiler/messages';
import { completeAbi } from './complete';

/** What only an algorithm's text has. */
const OWN_LOOK = EditorView.theme({
  '.cm-tooltip.cm-completionInfo': { padding: 'var(--s2)', maxWidth: '36ch' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--paper)',
    backgroundColor: 'var(--ink)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-ran': { backgroundColor: 'var(--f2-wash)', boxShadow: 'inset 3px 0 0 var(--f2)' },
});

const markRan = StateEffect.define<readonly number[]>();
const RAN = Decoration.line({ class: 'cm-ran' });

/** Lines that ran; they are of one text and go with it. */
const ranLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (old, { effects, docChanged, state }) => {
    const marked = effects.find((each) => each.is(markRan));
    if (marked === undefined) return docChanged ? Decoration.none : old;
    const lines = marked.value.filter((line) => line <= state.doc.lines);
    return Decoration.set(
      lines.map((line) => RAN.range(state.doc.line(line).from)),
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

interface EditorOptions {
  /** Where it goes; CodeMirror's rules are adopted by it (docs/decisions/0021). */
  readonly root: ShadowRoot;
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

export function createEditor({ root, label, text, onChange }: EditorOptions): EditorView {
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: text, extensions: extensions(label, onChange) }),
  });
  return view;
}

function extensions(label: string, onChange: (text: string) => void): Extension {
  return [
    lineNumbers(),
    basics(label, onChange),
    highlightActiveLine(),
    autocompletion({ icons: false }),
    javascript({ typescript: true }),
    typescriptLanguage.data.of({ autocomplete: completeAbi }),
    lintGutter(),
    ranLines,
    OWN_LOOK,
    EditorState.tabSize.of(2),
    keymap.of([
      ...completionKeymap,
      LEAVE_BY_TAB,
      indentWithTab,
      ...historyKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
  ];
}

/** Shows what is wrong where it is; nothing of it may be outside of the text. */
export function showProblems(view: EditorView, problems: readonly Problem[]): void {
  const { length } = view.state.doc;
  const diagnostics = problems.map(({ from, to, message }) => ({
    from: Math.min(from, length),
    to: Math.min(Math.max(from, to), length),
    severity: 'error' as const,
    message,
  }));
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** Puts another text there, which Ctrl-Z takes back. */
export function replaceText(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Puts the caret somewhere, in the middle of the visible lines. */
export function goTo(view: EditorView, place: number): void {
  const anchor = Math.min(place, view.state.doc.length);
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
  });
  view.focus();
}

/** Marks lines, from 1, and brings the first of them into view. */
export function showRan(view: EditorView, lines: readonly number[]): void {
  const first = lines.find((line) => line <= view.state.doc.lines);
  const effects: StateEffect<unknown>[] = [markRan.of(lines)];
  if (first !== undefined) {
    const { from } = view.state.doc.line(first);
    effects.push(EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 60 }));
  }
  view.dispatch({ effects });
}

/** Puts the caret at the beginning of a line, from 1. */
export function goToLine(view: EditorView, line: number): void {
  goTo(view, view.state.doc.line(Math.min(line, view.state.doc.lines)).from);
}

/** CodeMirror, set up for an algorithm. */
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript, typescriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

import type { Problem } from '../compiler/messages';
import { completeAbi } from './complete';

/** Ink on paper: what a word is shows in weight and shade, so that both schemes read alike. */
const INKS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier], fontWeight: '700' },
  { tag: [tags.comment, tags.string, tags.special(tags.string)], color: 'var(--ink3)' },
  { tag: [tags.number, tags.bool], color: 'var(--f1-text)' },
  { tag: [tags.typeName, tags.className], color: 'var(--f3-text)' },
]);

const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', fontSize: '13px', lineHeight: '20px' },
  '.cm-gutters': {
    color: 'var(--ink3)',
    backgroundColor: 'var(--rail)',
    borderRight: '1px solid var(--rule)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--rail)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--sel)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--sunk)', outline: 'none' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--r-pop)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--t-sm)',
  },
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
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    autocompletion({ icons: false }),
    javascript({ typescript: true }),
    typescriptLanguage.data.of({ autocomplete: completeAbi }),
    syntaxHighlighting(INKS),
    lintGutter(),
    ranLines,
    LOOK,
    EditorState.tabSize.of(2),
    // An editable element is in the order of Tab without it; axe asks for it written out.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    keymap.of([
      ...completionKeymap,
      { key: 'Escape', run: leaveByTab },
      indentWithTab,
      ...historyKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
    // Whoever comes back types on, and Tab indents again.
    EditorView.domEventHandlers({
      focus: (_event, view) => {
        view.setTabFocusMode(false);
      },
    }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString());
    }),
  ];
}

/** The next Tab goes to what comes behind the editor. */
function leaveByTab(view: EditorView): boolean {
  view.setTabFocusMode(true);
  return false;
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

/** Puts the caret somewhere, in the middle of what is seen. */
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

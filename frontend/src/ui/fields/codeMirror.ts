/** CodeMirror as every editor of the page has it. */
import { closeBrackets } from '@codemirror/autocomplete';
import { history } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView, type KeyBinding } from '@codemirror/view';
import { tags } from '@lezer/highlight';

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
});

/** The next Tab goes to what comes behind the editor. */
export const LEAVE_BY_TAB: KeyBinding = {
  key: 'Escape',
  run: (view) => {
    view.setTabFocusMode(true);
    return false;
  },
};

/**
 * Several lines that come neither from keys nor from a paste, which CodeMirror takes itself: from
 * the board of a phone, or dictated. Chromium gives each line styles, which the policy refuses.
 */
function insertLines(event: InputEvent, view: EditorView): boolean {
  const { data, inputType, isComposing, cancelable } = event;
  if (inputType !== 'insertText' || data === null || !data.includes('\n')) return false;
  if (isComposing || !cancelable || view.state.readOnly) return false;
  const inserted = view.state.replaceSelection(view.state.toText(data));
  view.dispatch(inserted, { userEvent: 'input.paste', scrollIntoView: true });
  return true;
}

/** Looks, brackets, undoing, and who hears of a change; keys are the editor's own. */
export function basics(label: string, onChange: (text: string) => void): Extension {
  return [
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    syntaxHighlighting(INKS),
    LOOK,
    // An editable element is in the order of Tab without it; axe asks for it written out.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.domEventHandlers({
      beforeinput: insertLines,
      // After coming back one types on, and Tab indents again.
      focus: (_event, view) => {
        view.setTabFocusMode(false);
      },
    }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString());
    }),
  ];
}

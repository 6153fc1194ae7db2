import { defaultKeymap, historyKeymap, indentWithTab } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';

import { basics, LEAVE_BY_TAB } from '@/ui/fields/codeMirror';

import { PYTHON } from './pythonLanguage';

interface CellEditorProps {
  readonly label: string;
  readonly isCode: boolean;
  /** What it begins with; then it is the editor's. */
  readonly startText: string;
  readonly isFocused: boolean;
  readonly onChange: (text: string) => void;
  /** Shift and Enter, or Ctrl and Enter: then the caret stays. */
  readonly onRun: (isToStay: boolean) => void;
}

const AS_HIGH_AS_ITS_TEXT = EditorView.theme({
  '&': { height: 'auto', minHeight: '36px' },
  '.cm-content': { padding: '8px 0' },
  '.cm-line': { padding: '0 12px' },
});

/** A text field for a cell, in a shadow tree as the editor of algorithms is. */
export function CellEditor(props: CellEditorProps) {
  const { label, isCode, startText, isFocused } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const first = useRef(startText);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const run = (isToStay: boolean) => () => {
      latest.current.onRun(isToStay);
      return true;
    };
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          keymap.of([
            { key: 'Shift-Enter', run: run(false) },
            { key: 'Mod-Enter', run: run(true) },
            LEAVE_BY_TAB,
            indentWithTab,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          basics(label, (text) => {
            first.current = text;
            latest.current.onChange(text);
          }),
          EditorView.lineWrapping,
          AS_HIGH_AS_ITS_TEXT,
          isCode ? PYTHON : [],
        ],
      }),
    });
    if (latest.current.isFocused) view.focus();
    return () => view.destroy();
  }, [label, isCode]);
  useEffect(() => {
    if (!isFocused) return;
    place.current?.shadowRoot?.querySelector<HTMLElement>('.cm-content')?.focus();
  }, [isFocused]);
  // From outside, what is typed in a shadow tree comes from its host: no key of it is a page's.
  return <div ref={place} onKeyDown={(event) => event.stopPropagation()} />;
}

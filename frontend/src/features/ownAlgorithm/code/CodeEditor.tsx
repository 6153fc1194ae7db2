import type { EditorView } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef } from 'react';

import type { Problem } from '../compiler/messages';
import { createEditor, goTo, goToLine, replaceText, showProblems, showRan } from './editor';
import styles from './code.module.css';

export interface CodeEditorHandle {
  /** Puts the caret there. */
  readonly goTo: (place: number) => void;
  readonly goToLine: (line: number) => void;
  /** Puts another text there, which Ctrl-Z takes back. */
  readonly replace: (text: string) => void;
}

interface CodeEditorProps {
  readonly label: string;
  /** What it begins with; then it is the editor's. */
  readonly startText: string;
  readonly onChange: (text: string) => void;
  readonly problems: readonly Problem[];
  /** Lines that are marked, from 1. */
  readonly ran: readonly number[];
  readonly handle: React.Ref<CodeEditorHandle>;
}

/**
 * A text field for source code. It lies in a shadow tree, which adopts CodeMirror's rules as an
 * object: the page's policy takes no rules from a script otherwise.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { label, startText, onChange, problems, ran, handle } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(onChange);
  const first = useRef(startText);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const own = createEditor({
      root,
      label,
      text: first.current,
      onChange: (text) => {
        // What it begins with the next time that it is mounted, as in development.
        first.current = text;
        latest.current(text);
      },
    });
    view.current = own;
    return () => {
      view.current = null;
      own.destroy();
    };
  }, [label]);
  useEffect(() => {
    if (view.current !== null) showProblems(view.current, problems);
  }, [problems]);
  useEffect(() => {
    if (view.current !== null) showRan(view.current, ran);
  }, [ran]);
  useImperativeHandle(handle, () => ({
    goTo: (at) => view.current !== null && goTo(view.current, at),
    goToLine: (line) => view.current !== null && goToLine(view.current, line),
    replace: (text) => view.current !== null && replaceText(view.current, text),
  }));
  // From outside, what is typed in a shadow tree comes from its host: no key of it is a page's.
  return <div ref={place} className={styles.host} onKeyDown={(event) => event.stopPropagation()} />;
}

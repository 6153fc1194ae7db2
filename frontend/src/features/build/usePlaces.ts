import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { Problem } from '@/analysis/scenario/problems';
import type { CodeAreaHandle } from '@/ui/CodeArea';

import type { Tab } from './EditorHead';
import { goToField } from './goToField';

/** Where things are on the page, in the form and in the text, and the way to a problem. */
export function usePlaces(tab: Tab) {
  const page = useRef<HTMLElement>(null);
  const code = useRef<CodeAreaHandle>(null);
  const [row, setRow] = useState(0);
  const goTo = ({ path, line }: Problem) => {
    if (tab === 'json') {
      if (line !== null) code.current?.goToLine(line);
      return;
    }
    const [, group] = /^flows\.(\d+)/.exec(path) ?? [];
    // The row may be on another page of rows: that has to be there before it can have the focus.
    if (group !== undefined) flushSync(() => setRow(Number(group)));
    if (page.current !== null) goToField(page.current, path);
  };
  return { page, code, row, setRow, goTo };
}

import { useNavigate } from '@tanstack/react-router';
import { applyEdits, modify } from 'jsonc-parser';
import { useEffect, useMemo, useRef, useState } from 'react';

import { useStartRuns } from '@/api/runs';
import { ProblemError } from '@/api/problem';
import { buildText } from '@/messages/build';
import { writeDraft } from '@/state/draft';
import { CodeArea, type CodeAreaHandle } from '@/ui/CodeArea';
import { Note } from '@/ui/Note';

import styles from './build.module.css';
import { EditorHead } from './EditorHead';
import { Follows } from './Follows';
import { Problems } from './Problems';
import { useCheckedText } from './useCheckedText';
import type { Source } from './useSource';

const PROBLEMS_ID = 'problems';
const INDENT = { tabSize: 2, insertSpaces: true };

/** The text of one scenario, what is wrong with it, and what follows from it. */
export function Editor({ source }: { source: Source }) {
  const [text, setText] = useState(source.text);
  const [seed, setSeed] = useState(source.seed);
  const code = useRef<CodeAreaHandle>(null);
  const checked = useCheckedText(text);
  const { run, isStarting, error } = useStart(source);
  const navigate = useNavigate({ from: '/build' });

  const keep = (nextText: string, nextSeed: number) => {
    setText(nextText);
    setSeed(nextSeed);
    writeDraft({ text: nextText, seed: nextSeed });
    // From here on it is the draft: a reload must not bring back what was edited.
    void navigate({ search: {}, replace: true });
  };
  const start = () => {
    if (checked.scenario !== null && !isStarting) run(checked.scenario, seed);
  };
  useRunKey(start);
  const markedLines = useMemo(
    () => new Set(checked.problems.flatMap(({ line }) => (line === null ? [] : [line]))),
    [checked.problems],
  );

  return (
    <main className={styles.page}>
      <EditorHead
        checked={checked}
        origin={source.origin}
        seed={seed}
        isStarting={isStarting}
        onName={(name) => keep(renamed(text, name), seed)}
        onSeed={(next) => keep(text, next)}
        onFormat={() => keep(formatted(text), seed)}
        onOpen={(opened) => keep(opened, seed)}
        onRun={start}
      />
      <div className={styles.work}>
        <div className={styles.code}>
          <CodeArea
            label={buildText.editor}
            value={text}
            onChange={(next) => keep(next, seed)}
            markedLines={markedLines}
            describedBy={PROBLEMS_ID}
            handle={code}
          />
        </div>
        <aside className={styles.side}>
          <div id={PROBLEMS_ID} aria-live="polite">
            {error !== null && (
              <Note tone="bad" title={buildText.notStarted}>
                {error instanceof ProblemError ? error.detail : error.message}
              </Note>
            )}
            <Problems checked={checked} onGoTo={(line) => code.current?.goToLine(line)} />
          </div>
          <Follows checked={checked} />
        </aside>
      </div>
    </main>
  );
}

/** Starts what is edited; a fork opens on the same axes as the run that it comes from. */
function useStart(source: Source) {
  const start = useStartRuns();
  const navigate = useNavigate();
  const run = (scenario: Parameters<typeof start.mutate>[0][number]['scenario'], seed: number) =>
    start.mutate([{ scenario, seed, name: null }], {
      onSuccess: ([made]) => {
        if (made === undefined) return;
        const search = source.runId === null ? {} : { with: source.runId };
        void navigate({ to: '/runs/$id', params: { id: made.id }, search });
      },
    });
  return { run, isStarting: start.isPending, error: start.error };
}

/** Ctrl-Enter or Cmd-Enter, also while typing. */
function useRunKey(start: () => void) {
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Changes the name where it stands and leaves the rest of the text as it was typed. */
function renamed(text: string, name: string): string {
  try {
    return applyEdits(text, modify(text, ['name'], name, { formattingOptions: INDENT }));
  } catch {
    // Text that is no object has no name to change; the problem list says so.
    return text;
  }
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, INDENT.tabSize);
  } catch {
    return text;
  }
}

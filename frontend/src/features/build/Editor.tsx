import { useMemo, useState } from 'react';

import { setInText } from '@/analysis/fieldPath';
import type { Problem } from '@/analysis/problems';
import { buildText } from '@/messages/build';
import { formText } from '@/messages/form';
import type { Outcome } from '@/state/drafts';
import { CodeArea } from '@/ui/CodeArea';

import styles from './build.module.css';
import { EditorHead, type Tab } from './EditorHead';
import { ScenarioForm } from './ScenarioForm';
import { PROBLEMS_ID, Side } from './Side';
import { useCheckedText } from './useCheckedText';
import { useDocument } from './useDocument';
import { useDroppedFile, usePasteScenario } from './useImport';
import { usePlaces } from './usePlaces';
import type { Source } from './useSource';
import { useRunKey, useStart } from './useStart';

const INDENT = 2;

/** One scenario as a form or as text, what is wrong with it, and what follows from it. */
export function Editor({ source }: { source: Source }) {
  const document = useDocument(source);
  const { text, seed, base } = document;
  const [tab, setTab] = useState<Tab>('form');
  const [copied, setCopied] = useState<Outcome>('kept');
  const { page, code, row, setRow, goTo } = usePlaces(tab);
  const checked = useCheckedText(text);
  const markedLines = useMarkedLines(checked.problems);
  const { run, isStarting, error } = useStart(base);

  const start = () => {
    if (checked.scenario !== null && !isStarting) run(checked.scenario, seed);
  };
  useRunKey(start);
  const open = (opened: string, title: string) =>
    document.change({ text: opened, base: { kind: 'file', title, text: opened, runId: null } }, '');
  usePasteScenario((pasted) => open(pasted, formText.pasted));
  const isOver = useDroppedFile(open);
  const setText = (next: string) => document.change({ text: next }, 'text');

  return (
    <main className={styles.page} ref={page} data-over={isOver || undefined}>
      <EditorHead
        checked={checked}
        document={document}
        tab={tab}
        isStarting={isStarting}
        onTab={setTab}
        onName={(name) => document.change({ text: setInText(text, 'name', name) }, 'name')}
        onFormat={() => setText(formatted(text))}
        onOpen={open}
        onRun={start}
        onOutcome={setCopied}
        onProblem={() => checked.problems[0] !== undefined && goTo(checked.problems[0])}
      />
      <div className={styles.work}>
        {tab === 'form' ? (
          <div className={styles.formBox}>
            <ScenarioForm
              document={document}
              checked={checked}
              onJson={() => setTab('json')}
              row={row}
              onRow={setRow}
            />
          </div>
        ) : (
          <div className={styles.code}>
            <CodeArea
              label={buildText.editor}
              value={text}
              onChange={setText}
              markedLines={markedLines}
              describedBy={PROBLEMS_ID}
              handle={code}
            />
          </div>
        )}
        <Side
          document={document}
          checked={checked}
          startError={error}
          outcome={copied === 'kept' ? document.outcome : copied}
          isForm={tab === 'form'}
          onGoTo={goTo}
        />
      </div>
    </main>
  );
}

function useMarkedLines(problems: readonly Problem[]): ReadonlySet<number> {
  return useMemo(
    () => new Set(problems.flatMap(({ line }) => (line === null ? [] : [line]))),
    [problems],
  );
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, INDENT);
  } catch {
    return text;
  }
}

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';

import { setInText } from '@/analysis/fieldPath';
import { ProblemError } from '@/api/problem';
import { useStartRuns } from '@/api/runs';
import { buildText } from '@/messages/build';
import { formText } from '@/messages/form';
import type { Base } from '@/state/draft';
import type { Outcome } from '@/state/drafts';
import { CodeArea, type CodeAreaHandle } from '@/ui/CodeArea';
import { Note } from '@/ui/Note';

import styles from './build.module.css';
import { Changes } from './Changes';
import { EditorHead, type Tab } from './EditorHead';
import { Follows } from './Follows';
import { Problems } from './Problems';
import { ScenarioForm } from './ScenarioForm';
import { useCheckedText, type CheckedText } from './useCheckedText';
import { useDocument, type EditedDocument } from './useDocument';
import { usePasteScenario } from './useImport';
import type { Source } from './useSource';

const PROBLEMS_ID = 'problems';
const INDENT = 2;

/** One scenario as a form or as text, what is wrong with it, and what follows from it. */
export function Editor({ source }: { source: Source }) {
  const document = useDocument(source);
  const { text, seed, base } = document;
  const [tab, setTab] = useState<Tab>('form');
  const [copied, setCopied] = useState<Outcome>('kept');
  const page = useRef<HTMLElement>(null);
  const code = useRef<CodeAreaHandle>(null);
  const checked = useCheckedText(text);
  const markedLines = useMemo(
    () => new Set(checked.problems.flatMap(({ line }) => (line === null ? [] : [line]))),
    [checked.problems],
  );
  const { run, isStarting, error } = useStart(base);

  const start = () => {
    if (checked.scenario !== null && !isStarting) run(checked.scenario, seed);
  };
  useRunKey(start);
  const open = (opened: string, title: string) =>
    document.change({ text: opened, base: { kind: 'file', title, text: opened, runId: null } }, '');
  usePasteScenario((pasted) => open(pasted, formText.pasted));
  const setText = (next: string) => document.change({ text: next }, 'text');

  return (
    <main className={styles.page} ref={page}>
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
        onProblem={() => page.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()}
      />
      <div className={styles.work}>
        {tab === 'form' ? (
          <div className={styles.formBox}>
            <ScenarioForm document={document} checked={checked} onJson={() => setTab('json')} />
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
          // The form says what is wrong at each field.
          onGoTo={tab === 'json' ? (line) => code.current?.goToLine(line) : null}
        />
      </div>
    </main>
  );
}

interface SideProps {
  readonly document: EditedDocument;
  readonly checked: CheckedText;
  readonly startError: Error | null;
  readonly outcome: Outcome;
  /** null: no list of problems. */
  readonly onGoTo: ((line: number) => void) | null;
}

function Side({ document, checked, startError, outcome, onGoTo }: SideProps) {
  return (
    <aside className={styles.side}>
      <div id={PROBLEMS_ID} aria-live="polite">
        <NotKept outcome={outcome} />
        {startError !== null && <NotStarted error={startError} />}
        {checked.isUnreachable && <Note tone="warn" title={buildText.unreachable} />}
        {onGoTo !== null && <Problems problems={checked.problems} onGoTo={onGoTo} />}
      </div>
      <Follows checked={checked} />
      <Changes document={document} checked={checked} />
    </aside>
  );
}

function NotKept({ outcome }: { outcome: Outcome }) {
  return outcome === 'kept' ? null : <Note tone="warn" title={buildText.kept[outcome]} />;
}

function NotStarted({ error }: { error: Error }) {
  return (
    <Note tone="bad" title={buildText.notStarted}>
      {error instanceof ProblemError ? error.detail : error.message}
    </Note>
  );
}

/** Starts what is edited; a fork opens on the same axes as the run that it comes from. */
function useStart(base: Base | null) {
  const start = useStartRuns();
  const navigate = useNavigate();
  const run = (scenario: Parameters<typeof start.mutate>[0][number]['scenario'], seed: number) =>
    start.mutate([{ scenario, seed, name: null }], {
      onSuccess: ([made]) => {
        if (made === undefined) return;
        const search = base?.runId == null ? {} : { with: base.runId };
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

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, INDENT);
  } catch {
    return text;
  }
}

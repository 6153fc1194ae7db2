import { useCallback, useEffect, useMemo, useState, useRef } from 'react';
import { flushSync } from 'react-dom';

import { setInText } from '@/analysis/scenario/fields/fieldPath';
import type { Problem } from '@/analysis/scenario/problems/problems';
import type { Scenario } from '@/api/types';
import { usePrefetchRunPage } from '@/opening/prefetchRunPage';
import type { StartPreview } from '@/preview/SeedPreview';
import type { Outcome } from '@/state/drafts';
import { CodeArea, type CodeAreaHandle } from '@/ui/fields/CodeArea';
import { goToField } from '@/ui/goToField';

import { AxisEditor } from './vary/AxisEditor';
import styles from './build.module.css';
import { EditorHead, type Tab } from './EditorHead';
import { ExperimentBar } from './experiment/ExperimentBar';
import { ScenarioForm } from './form/ScenarioForm';
import { PROBLEMS_ID, Side } from './side/Side';
import { useCheckedText } from './document/useCheckedText';
import { useCheckedExperiment } from './experiment/useCheckedExperiment';
import { useDocument, type EditedDocument } from './document/useDocument';
import { useOpening } from './document/useOpening';
import type { Source } from './document/useSource';
import { useRunKey, useStart } from './document/useStart';
import { useVarying } from './vary/useVarying';

const INDENT = 2;

/** One scenario as a form or as text, what is wrong with it, and what follows from it. */
export function Editor({ source }: { source: Source }) {
  usePrefetchRunPage();
  const { startPreview, onText, setReader } = useAhead();
  const document = useDocument(source, undefined, onText);
  const { text } = document;
  const [tab, setTab] = useState<Tab>('form');
  const [copied, setCopied] = useState<Outcome>('kept');
  const { page, code, row, setRow, goTo } = usePlaces(tab);
  const { checked, experiment, problems } = useChecked(document);
  useEffect(() => setReader(checked.ahead), [setReader, checked.ahead]);
  const varying = useVarying(document, checked, experiment?.original ?? null);
  const { start, isStarting, error } = useStart(document, checked.scenario, experiment);
  const [isSeedGood, setSeedGood] = useState(true);
  useRunKey(() => isSeedGood && start());
  const { openFile, isOver, refusal } = useOpening(document);
  const setText = (next: string) => document.change({ text: next }, 'text');

  return (
    <main className={styles.page} ref={page} data-over={isOver || undefined}>
      <EditorHead
        {...{ checked, experiment, problems, document, tab, isStarting, isSeedGood }}
        onSeedGood={setSeedGood}
        onTab={setTab}
        onName={(name) => document.change({ text: setInText(text, 'name', name) }, 'name')}
        onFormat={() => setText(formatted(text))}
        onOpen={openFile}
        onRun={start}
        onOutcome={setCopied}
        onProblem={() => problems[0] !== undefined && goTo(problems[0])}
      />
      <div className={styles.work}>
        <div className={styles.left}>
          {tab === 'form' ? (
            <div className={styles.formBox}>
              <ScenarioForm
                document={document}
                checked={checked}
                onJson={() => setTab('json')}
                row={row}
                onRow={setRow}
                varying={varying}
              />
            </div>
          ) : (
            <JsonView
              text={text}
              isExperiment={experiment !== null}
              problems={problems}
              onText={setText}
              handle={code}
            />
          )}
          {experiment !== null && <ExperimentBar experiment={experiment} varying={varying} />}
        </div>
        <Side
          document={document}
          checked={checked}
          problems={problems}
          startError={error}
          refusal={refusal}
          outcome={copied === 'kept' ? document.outcome : copied}
          isForm={tab === 'form'}
          startPreview={startPreview}
          onGoTo={goTo}
        />
      </div>
      {experiment !== null && <AxisEditor varying={varying} experiment={experiment} />}
    </main>
  );
}

/** The way from a text that has changed to the preview, before the page is drawn for it. */
function useAhead() {
  const startPreview = useRef<StartPreview>(null);
  const reader = useRef<((text: string) => Scenario | null) | null>(null);
  const setReader = useCallback((next: (text: string) => Scenario | null) => {
    reader.current = next;
  }, []);
  const onText = useCallback((text: string) => {
    const scenario = reader.current?.(text) ?? null;
    if (scenario !== null) startPreview.current?.(scenario);
  }, []);
  return { startPreview, onText, setReader };
}

/** The checked scenario and the axes around it. */
function useChecked({ text, base }: EditedDocument) {
  const checked = useCheckedText(text);
  const experiment = useCheckedExperiment(text, checked, base);
  const problems = useMemo(
    () => [...checked.problems, ...(experiment?.problems ?? [])],
    [checked.problems, experiment?.problems],
  );
  return { checked, experiment, problems };
}

interface JsonViewProps {
  readonly text: string;
  readonly isExperiment: boolean;
  readonly problems: readonly Problem[];
  readonly onText: (text: string) => void;
  readonly handle: React.Ref<CodeAreaHandle>;
}

function JsonView({ text, isExperiment, problems, onText, handle }: JsonViewProps) {
  const markedLines = useMemo(
    () => new Set(problems.flatMap(({ line }) => (line === null ? [] : [line]))),
    [problems],
  );
  return (
    <div className={styles.code}>
      <CodeArea
        label={isExperiment ? 'Experiment as JSON' : 'Scenario as JSON'}
        value={text}
        onChange={onText}
        markedLines={markedLines}
        describedBy={PROBLEMS_ID}
        handle={handle}
      />
    </div>
  );
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, INDENT);
  } catch {
    return text;
  }
}

/** Where things are on the page, in the form and in the text, and the way to a problem. */
function usePlaces(tab: Tab) {
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

import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';

import { countOf } from '@/analysis/numbers/shown';
import { isForEditor, withFork } from '@/analysis/scenario/changes/forks';
import { isModule, shortModuleName } from '@/analysis/scenario/modules';
import { useModule } from '@/api/algorithms/modules';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import type { CodeEditorHandle } from './code/CodeEditor';
import type { Problem } from './compiler/messages';
import { type CompiledText, useCompiled } from './compiler/useCompiled';
import { chooseStartingPoint, draftOf, keepDraft, lastStartingPoint } from './draft';
import { StepOfLabProvider } from './stepOfLab';
import { STARTING_POINTS, type StartingPoint } from './startingPoints';
import { StorePart } from './StorePart';
import { TriedPart } from './TriedPart';
import styles from './write.module.css';

const CodeEditor = lazy(() =>
  import('./code/CodeEditor').then((module) => ({ default: module.CodeEditor })),
);
const NONE: readonly Problem[] = [];
const NO_LINES: readonly number[] = [];

/** An editor for an algorithm of one's own, which is compiled in the page. */
export function WriteAlgorithmPage() {
  const { fork, attempt, step } = useSearch({ from: '/algorithms/write' });
  const writing = fork === undefined ? <FromPoint /> : <FromModule key={fork} name={fork} />;
  return (
    <main className={styles.page}>
      {attempt === undefined || step === undefined ? (
        writing
      ) : (
        <StepOfLabProvider attemptId={attempt} stepId={step}>
          {writing}
        </StepOfLabProvider>
      )}
    </main>
  );
}

function FromPoint() {
  const [point, setPoint] = useState(lastStartingPoint);
  return (
    <>
      <Head>
        <span id="begin-with">Begin with</span>
        <SegmentedControl
          aria-label="Begin with"
          value={point.name}
          data={STARTING_POINTS.map(({ name, label }) => ({ value: name, label }))}
          onChange={(name) => {
            const chosen = STARTING_POINTS.find((each) => each.name === name);
            if (chosen === undefined) return;
            chooseStartingPoint(chosen);
            setPoint(chosen);
          }}
        />
      </Head>
      <Workplace key={point.name} point={point} />
    </>
  );
}

/** A copy of a stored module; its first line says of which. */
function FromModule({ name }: { readonly name: string }) {
  const { point, problem, licence } = useCopy(isModule(name) ? name : undefined);
  const wrong = isModule(name) ? problem : 'The address does not name a module.';
  return (
    <>
      <Head>
        <span>
          {'A copy of '}
          <Link to="/algorithms/$name" params={{ name }}>
            {shortModuleName(name)}
          </Link>
          {licence === '' ? '. ' : `, whose licence is ${licence}. `}
          <Link to="/algorithms/write" search={{}}>
            Begin with NewReno, CUBIC or BBR instead
          </Link>
        </span>
      </Head>
      {wrong !== '' && (
        <Note tone="bad" title="It cannot be edited here">
          {wrong}
        </Note>
      )}
      {point === null ? (
        <p role="status">{wrong === '' ? 'The source is loading.' : ''}</p>
      ) : (
        <Workplace point={point} />
      )}
    </>
  );
}

function Head({ children }: { readonly children: React.ReactNode }) {
  return (
    <header>
      <h1 className="page-title">Write an algorithm</h1>
      <p className="quiet">
        In AssemblyScript, which looks like TypeScript and has 64-bit integers. It is compiled in
        this browser while you type; the text stays in this browser until you store the module.{' '}
        <Link to="/algorithms">Algorithms</Link> has yours in a list.
      </p>
      <div className={styles.begin}>{children}</div>
    </header>
  );
}

/** The text of one starting point, what the compiler says of it, and what becomes of it. */
function Workplace({ point }: { readonly point: StartingPoint }) {
  const [startText] = useState(() => draftOf(point));
  const [text, setText] = useState(startText);
  const [isKept, setKept] = useState(true);
  const code = useRef<CodeEditorHandle>(null);
  const [watches, setWatches] = useState<readonly string[] | null>(null);
  const [ran, setRan] = useState(NO_LINES);
  const { answer, debug } = useCompiled(text, watches);
  const problems =
    answer !== null && 'problems' in answer.compiled ? answer.compiled.problems : NONE;
  const isCurrent = answer?.text === text;
  const bytes = isCurrent && 'bytes' in answer.compiled ? answer.compiled.bytes : null;
  const change = (edited: string) => {
    setText(edited);
    setKept(keepDraft(point, edited));
  };
  return (
    <div className={styles.workplace}>
      <section className={styles.code} aria-label="Source">
        <div className={styles.editor}>
          <Suspense fallback={<p className={styles.loading}>The editor is loading.</p>}>
            <CodeEditor
              label="Source of the algorithm"
              startText={startText}
              onChange={change}
              problems={problems}
              ran={ran}
              handle={code}
            />
          </Suspense>
        </div>
        <p className="small quiet">
          Ctrl-Space completes the names that the lab provides. Tab indents; Escape, then Tab,
          leaves the editor.
        </p>
      </section>
      <div className={styles.side}>
        <CompileState
          answer={answer}
          isCurrent={isCurrent}
          onGoTo={(place) => code.current?.goTo(place)}
        />
        <TriedPart
          bytes={bytes}
          text={text}
          debug={debug}
          watches={watches}
          onWatches={setWatches}
          onLines={setRan}
          onGoTo={(line) => code.current?.goToLine(line)}
        />
        {!isKept && (
          <Note tone="warn" title="This browser cannot save the text">
            What you type is lost when the page is closed. Copy the text to a file.
          </Note>
        )}
        <StorePart text={text} compiled={isCurrent ? answer.compiled : null} />
        {text !== point.text && (
          <Button size="xs" onClick={() => code.current?.replace(point.text)}>
            {`Begin ${point.label} again`}
          </Button>
        )}
      </div>
    </div>
  );
}

interface CompileStateProps {
  /** null: nothing was compiled yet. */
  readonly answer: CompiledText | null;
  /** Of the text in the editor now. */
  readonly isCurrent: boolean;
  readonly onGoTo: (place: number) => void;
}

/** The state of the compiler: compiling, a module, or errors and their places. */
function CompileState({ answer, isCurrent, onGoTo }: CompileStateProps) {
  return (
    <section className={styles.state} aria-busy={!isCurrent} data-old={!isCurrent || undefined}>
      <h2>Compiler</h2>
      <p role="status">{words(answer, isCurrent)}</p>
      {answer !== null && 'problems' in answer.compiled && (
        <ul aria-label="Errors">
          {answer.compiled.problems.map(({ from, message }, index) => (
            <li key={index}>
              <Button size="compact" onClick={() => onGoTo(from)}>
                {`Line ${answer.text.slice(0, from).split('\n').length}`}
              </Button>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function words(answer: CompiledText | null, isCurrent: boolean): string {
  if (answer === null) return 'The compiler is loading: about 4 MB, once.';
  if (!isCurrent) return 'Compiling.';
  if ('bytes' in answer.compiled)
    return `Compiled: a module of ${answer.compiled.bytes.length} bytes.`;
  return `${countOf(answer.compiled.problems.length, 'error')}.`;
}

interface Copy {
  /** null: not there, or not yet. */
  readonly point: StartingPoint | null;
  /** Why there is none; "": nothing is wrong. */
  readonly problem: string;
  readonly licence: string;
}

/** A stored module to begin with; of undefined, nothing. */
function useCopy(name: string | undefined): Copy {
  const { data, error } = useModule(name ?? null);
  return useMemo(() => {
    if (error !== null) return { point: null, problem: error.message, licence: '' };
    if (data === undefined) return { point: null, problem: '', licence: '' };
    const { source_text: source, description, licence } = data;
    const { title } = description;
    if (!isForEditor(source)) {
      const problem = `${title} has no source in AssemblyScript, which this page compiles.`;
      return { point: null, problem, licence };
    }
    const label = `the copy of ${title}, ${shortModuleName(data.name)},`;
    const text = withFork(source, { name: data.name, title });
    return { point: { name: data.name, label, text }, problem: '', licence };
  }, [data, error]);
}

import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';

import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { saveFile } from '@/ui/saveFile';
import { usePageTitle } from '@/ui/usePageTitle';

import { CellView } from './CellView';
import { NotebookList } from './NotebookList';
import styles from './notebook.module.css';
import { openSession, type Session, type SessionView } from './session';

/** `/notebook` lists the notebooks of this browser, `/notebook?id=ID` is one of them. */
export function NotebookPage() {
  const { id } = useSearch({ from: '/notebook' });
  return id === undefined ? <NotebookList /> : <Opening key={id} id={id} />;
}

function Opening({ id }: { id: string }) {
  const [session, setSession] = useState<Session | null | undefined>(undefined);
  useEffect(() => {
    void openSession(id).then(setSession);
  }, [id]);
  if (session === undefined) return <main className={styles.page} aria-busy="true" />;
  if (session === null) {
    return (
      <main className="page-state">
        <h1>No such notebook</h1>
        <Note tone="plain" title="It is not in this browser">
          It may have been made in another one, or deleted. A file of it can be opened here.
        </Note>
        <Button renderRoot={(props) => <Link to="/notebook" {...props} />}>All notebooks</Button>
      </main>
    );
  }
  return <Open session={session} />;
}

function Open({ session }: { session: Session }) {
  const view = useSyncExternalStore(session.subscribe, session.view);
  const { notebook, waiting, running, deleted } = view;
  const [focusedId, setFocusedId] = useState<string | null>(null);
  usePageTitle(notebook.name || 'Notebook');
  const { cells } = notebook;
  const turnOf = (id: string) => {
    if (waiting[0] === id && running !== null) return running;
    return waiting.includes(id) ? 'waits' : null;
  };
  const shown = cells.map((cell, place) => (
    <CellView
      key={cell.id}
      session={session}
      cell={cell}
      place={place}
      isLast={place === cells.length - 1}
      turn={turnOf(cell.id)}
      isFocused={focusedId === cell.id}
      onFocus={setFocusedId}
      onNext={() => setFocusedId(cells[place + 1]?.id ?? session.addBehind(cell.id))}
    />
  ));
  if (deleted !== null) {
    const { cell, at } = deleted;
    const takeBack = () => {
      session.takeBack();
      setFocusedId(cell.id);
    };
    // Where it was, with the focus: that would be lost with the button of the cell.
    shown.splice(at, 0, <Deleted key={`- ${cell.id}`} place={at} onTakeBack={takeBack} />);
  }
  return (
    <main className={styles.page} onBlur={() => session.keepNow()}>
      <Head session={session} view={view} />
      <Notices session={session} view={view} />
      {shown}
      {cells.length === 0 && (
        <Button onClick={() => setFocusedId(session.addBehind(null))}>Add code</Button>
      )}
    </main>
  );
}

function Deleted({ place, onTakeBack }: { place: number; onTakeBack: () => void }) {
  const id = useId();
  return (
    <p className={styles.deleted}>
      <span id={id}>Cell {place + 1} is deleted.</span>{' '}
      <Button size="xs" aria-describedby={id} onClick={onTakeBack} autoFocus>
        Take it back
      </Button>
    </p>
  );
}

const STATES = {
  off: 'Python is not running',
  starting: 'Python starts, some 20 s',
  ready: 'Python is ready',
  failed: 'Python is not running',
} as const;

function Head({ session, view }: { session: Session; view: SessionView }) {
  const { notebook, python, waiting } = view;
  const navigate = useNavigate({ from: '/notebook' });
  const [isAsking, setAsking] = useState(false);
  const isBusy = waiting.length > 0;
  const isOff = python.state === 'off' || python.state === 'failed';
  const state = isBusy && python.state === 'ready' ? 'Python runs' : STATES[python.state];
  return (
    <>
      <div className={styles.head}>
        <h1 className="visually-hidden">{notebook.name || 'Notebook'}</h1>
        <Link to="/notebook">All notebooks</Link>
        <input
          className={styles.name}
          aria-label="Name of the notebook"
          value={notebook.name}
          maxLength={120}
          onChange={({ target }) => session.rename(target.value)}
        />
        <Button onClick={() => saveFile(`${notebook.name || 'notebook'}.ipynb`, session.text())}>
          Save as .ipynb
        </Button>
        <Button onClick={() => session.clearOutputs()} disabled={isBusy}>
          Clear outputs
        </Button>
        {isAsking ? (
          <>
            <Button onClick={() => void session.delete().then(() => navigate({ search: {} }))}>
              Delete for good
            </Button>
            <Button onClick={() => setAsking(false)} autoFocus>
              Keep
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsking(true)}>Delete</Button>
        )}
      </div>
      <div className={styles.bar}>
        <Button
          variant="filled"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) session.runAll();
          }}
        >
          Run all
        </Button>
        <Button
          aria-disabled={isOff}
          onClick={() => {
            if (!isOff) session.stop();
          }}
        >
          {isBusy ? 'Stop' : 'End Python'}
        </Button>
        <span role="status">{state}</span>
        <span className={styles.space} />
        <span className="quiet">Shift+Enter runs a cell, Esc then Tab leaves it</span>
      </div>
    </>
  );
}

function Notices({ session, view: { python, isLost } }: { session: Session; view: SessionView }) {
  return (
    <>
      {python.state === 'failed' && (
        <Note
          tone="bad"
          title={python.title}
          action={{ label: 'Try again', onClick: () => session.runAll() }}
        >
          {python.problem}
        </Note>
      )}
      {isLost && (
        <Note tone="warn" title="This browser could not keep the notebook">
          Save it as a file; what you type here is lost when the page closes.
        </Note>
      )}
    </>
  );
}

import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { countOf } from '@/analysis/numbers/shown';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { When } from '@/ui/When';

import { newId } from '../runs';
import { EXAMPLES } from './examples';
import { emptyCell, keptNotebooks } from './session';
import { MOST_FILE_BYTES, type Notebook, readNotebook } from './format';
import styles from './notebook.module.css';

/** The notebooks of this browser, examples to begin with, and files. */
export function NotebookList() {
  const navigate = useNavigate({ from: '/notebook' });
  const [kept, setKept] = useState<readonly Notebook[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    void keptNotebooks.all().then((all) => {
      setKept(all.toSorted((a, b) => (a.changed_at < b.changed_at ? 1 : -1)));
    });
  }, []);
  const open = async (notebook: Notebook) => {
    await keptNotebooks.put(notebook);
    await navigate({ search: { id: notebook.id } });
  };
  const openFile = async (file: File) => {
    try {
      if (file.size > MOST_FILE_BYTES) {
        throw new Error(`The file has ${file.size} bytes; at most ${MOST_FILE_BYTES} are read.`);
      }
      await open(readNotebook(await file.text(), file.name, newId()));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <h1>Notebooks</h1>
        <span className={styles.space} />
        <Button variant="filled" onClick={() => void open(emptyNotebook())}>
          New notebook
        </Button>
        <Button onClick={() => input.current?.click()}>Open a file</Button>
        <input
          ref={input}
          type="file"
          accept=".ipynb,application/json"
          aria-label="File of a notebook"
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            target.value = '';
            setProblem(null);
            if (chosen !== undefined) void openFile(chosen);
          }}
        />
      </div>
      <div className={styles.list}>
        {problem !== null && (
          <Note tone="bad" title="The file was not opened">
            {problem}
          </Note>
        )}
        <About />
        {kept.length > 0 && <Kept notebooks={kept} />}
        <Examples onOpen={open} />
      </div>
    </main>
  );
}

function Kept({ notebooks }: { notebooks: readonly Notebook[] }) {
  return (
    <section className={styles.kept}>
      <h2>In this browser</h2>
      <ul>
        {notebooks.map(({ id, name, changed_at, cells }) => (
          <li key={id}>
            <Link to="/notebook" search={{ id }}>
              {name || 'Without a name'}
            </Link>
            <span className="quiet">
              {countOf(cells.length, 'cell')}, <When at={changed_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Examples({ onOpen }: { onOpen: (notebook: Notebook) => Promise<void> }) {
  return (
    <section className={styles.kept}>
      <h2>To begin with</h2>
      <ul>
        {EXAMPLES.map(({ name, about, text }) => (
          <li key={name}>
            <Button onClick={() => void onOpen(readNotebook(text, name, newId()))}>{name}</Button>
            <span className="quiet">{about}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function About() {
  return (
    <div className={styles.about}>
      <p>
        Python in this page, with the core that computes every run: the same scenario and seed give
        the same digests as in a lab with a server. <code>fairtt_lab</code> has the names of the
        lab’s Python client. Python loads with the first cell that runs, and once for all visits.
      </p>
      <p>
        NumPy, pandas and matplotlib are not here: no package registry has NumPy for Python in a
        page. A series is a list, <code>Table</code> shows rows and <code>Figure</code> draws with
        Plotly. Notebooks stay in this browser; a file of one opens in Jupyter, too. One that was
        opened from a file runs only when you run it, and reaches neither the network nor what the
        browser keeps.
      </p>
    </div>
  );
}

function emptyNotebook(): Notebook {
  const cell = emptyCell('code');
  const source = 'from fairtt_lab import buffer, flow, link, local, scenario\n\nlab = local()\n';
  return {
    id: newId(),
    name: 'Notebook',
    changed_at: new Date().toISOString(),
    metadata: {},
    cells: [{ ...cell, source }],
  };
}

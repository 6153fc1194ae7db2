import { Note } from '@/ui/Note';

/** In a lab with a server: notebooks are Jupyter's. */
export function NoNotebook() {
  return (
    <main className="page-state">
      <h1>Notebook</h1>
      <Note tone="plain" title="Here, notebooks are Jupyter’s">
        The Python client <code>fairtt_lab</code> queries this lab from Jupyter or any Python (
        <code>./lab python</code>, docs/python.md). A notebook in the page comes with a lab without
        a server (<code>./lab site</code>).
      </Note>
    </main>
  );
}

import { describe, expect, it } from 'vitest';

import { EXAMPLES } from './examples';
import { type Notebook, NotANotebook, readNotebook, withOutput, writeNotebook } from './format';

const ID = '11111111-2222-4333-8444-555555555555';

function fileOf(cells: unknown, nbformat: unknown = 4): string {
  return JSON.stringify({ nbformat, nbformat_minor: 5, metadata: { title: 'mine' }, cells });
}

const CODE = {
  cell_type: 'code',
  id: 'a',
  metadata: { tags: ['keep'] },
  source: ['x = 1\n', 'x'],
  execution_count: 3,
  outputs: [
    { output_type: 'stream', name: 'stdout', text: ['one\n', 'two\n'] },
    {
      output_type: 'execute_result',
      execution_count: 3,
      data: { 'text/plain': ['1'] },
      metadata: {},
    },
    { output_type: 'error', ename: 'E', evalue: 'no', traceback: ['line'] },
  ],
};

describe('a file of Jupyter', () => {
  it('is read and written again without loss', () => {
    const text = { cell_type: 'markdown', id: 'b', metadata: {}, source: '# A' };
    const notebook = readNotebook(fileOf([CODE, text]), 'mine.ipynb', ID);
    expect(notebook.name).toBe('mine');
    expect(notebook.cells[0]?.source).toBe('x = 1\nx');
    const written = JSON.parse(writeNotebook(notebook, 8)) as {
      cells: unknown[];
      metadata: object;
    };
    expect(written).toMatchObject({ nbformat: 4, nbformat_minor: 5 });
    expect(written.metadata).toMatchObject({ title: 'mine', kernelspec: { language: 'python' } });
    expect(written.cells[0]).toEqual(CODE);
    expect(written.cells[1]).toEqual({ ...text, source: ['# A'] });
    const again = readNotebook(JSON.stringify(written), 'mine.ipynb', ID);
    expect(again.cells).toEqual(notebook.cells);
  });

  it('gets an id for each cell of an older one', () => {
    const older = { ...CODE, id: undefined };
    const { cells } = readNotebook(fileOf([older, CODE, CODE]), 'a.ipynb', ID);
    expect(new Set(cells.map(({ id }) => id)).size).toBe(3);
  });

  it.each([
    ['{', /is not JSON/],
    ['[]', /has no list of cells/],
    [fileOf([], 3), /has nbformat 3; it must be 4/],
    [fileOf([{ ...CODE, cell_type: 'sql' }]), /cell_type is not code.* in cells\.0/],
    [fileOf([CODE, { ...CODE, source: 5 }]), /source is no text in cells\.1/],
    [fileOf([{ ...CODE, outputs: [{ output_type: 'js' }] }]), /output_type is "js"/],
  ])('is refused in a sentence: %s', (content, said) => {
    expect(() => readNotebook(content, 'a.ipynb', ID)).toThrow(NotANotebook);
    expect(() => readNotebook(content, 'a.ipynb', ID)).toThrow(said);
  });

  it.each(EXAMPLES)('ships without outputs: $name', ({ text, name }) => {
    const { cells }: Notebook = readNotebook(text, name, ID);
    expect(cells.length).toBeGreaterThan(3);
    for (const { outputs, count } of cells) expect([outputs, count]).toEqual([[], null]);
  });
});

it('joins what is printed in parts', () => {
  const part = (text: string) => ({ output_type: 'stream', name: 'stdout', text }) as const;
  const error = { ...part('c'), name: 'stderr' };
  const parts = [part('a'), part('b'), error];
  const joined = parts.reduce<ReturnType<typeof withOutput>>(
    (outputs, next) => withOutput(outputs, next),
    [],
  );
  expect(joined).toEqual([part('ab'), error]);
});

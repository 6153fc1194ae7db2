import { afterEach, describe, expect, it, vi } from 'vitest';

import { emptyCell, keptNotebooks, openSession, type Session } from './session';

/** As the worker of a notebook, by hand. */
class ByHand {
  static last: ByHand | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly terminate = vi.fn();
  readonly postMessage = vi.fn();

  constructor() {
    ByHand.last = this;
  }

  say(data: unknown) {
    this.onmessage?.({ data });
  }
}

async function begin(id: string): Promise<Session> {
  const cells = ['a', 'b'].map((own) => ({ ...emptyCell('code'), id: own, source: `${own} = 1` }));
  const notebook = { id, name: 'Mine', changed_at: '2026-01-01T00:00:00Z', metadata: {}, cells };
  await keptNotebooks.put(notebook);
  const session = await openSession(id);
  if (session === null) throw new Error('It is kept.');
  return session;
}

/** Of a session whose first cell runs. */
async function run(id: string) {
  vi.stubGlobal('Worker', ByHand);
  // What Python is made from never comes: the worker here needs nothing.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const session = await begin(id);
  session.runAll();
  ByHand.last?.say({ isReady: true });
  return session;
}

const outputsOf = (session: Session) => session.view().notebook.cells.map(({ outputs }) => outputs);

afterEach(() => vi.unstubAllGlobals());

describe('an open notebook', () => {
  it.each(['pagehide', 'visibilitychange'])('is kept at once at %s', async (name) => {
    const session = await begin(name);
    session.setSource('a', 'typed = "just now"');
    (name === 'pagehide' ? window : document).dispatchEvent(new Event(name));
    const kept = await keptNotebooks.get(name);
    expect(kept?.cells[0]?.source).toBe('typed = "just now"');
  });

  it('leaves alone what another tab has kept when nothing was typed here', async () => {
    await begin('two tabs');
    const theirs = { ...(await begin('two tabs')).view().notebook, name: 'Of another tab' };
    await keptNotebooks.put(theirs);
    window.dispatchEvent(new Event('pagehide'));
    expect((await keptNotebooks.get('two tabs'))?.name).toBe('Of another tab');
  });

  it('shows how many runs of the present cell are done', async () => {
    const session = await run('far');
    ByHand.last?.say({ number: 1, progress: { done: 3, of: 10 } });
    expect(session.view().running?.progress).toEqual({ done: 3, of: 10 });
    ByHand.last?.say({ number: 1, ended: 'ok' });
    expect(session.view().waiting).toEqual(['b']);
    expect(session.view().running?.progress).toBeNull();
    ByHand.last?.say({ number: 2, ended: 'ok' });
    expect(session.view().running).toBeNull();
  });

  it('says in the cell that was stopped what to do next', async () => {
    const session = await run('stopped');
    session.stop();
    expect(ByHand.last?.terminate).toHaveBeenCalled();
    const [first, second] = outputsOf(session);
    expect(first).toMatchObject([{ output_type: 'error', ename: 'Stopped' }]);
    expect(JSON.stringify(first)).toContain('run the cells above it again');
    expect(second).toEqual([]);
    expect(session.view()).toMatchObject({ waiting: [], running: null });
  });

  it('says so when another notebook takes Python', async () => {
    const session = await run('first');
    await run('second');
    expect(JSON.stringify(outputsOf(session))).toContain('Another notebook uses Python now');
  });
});

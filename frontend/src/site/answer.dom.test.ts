import { afterEach, describe, expect, it, vi } from 'vitest';

import { answer } from './answer';
import { NEEDS_SERVER } from './problems';

const FILES: Readonly<Record<string, unknown>> = {
  'lab-site.json': { format: 1, behaviour_version: 7, answers: ['presets', 'schema/scenario'] },
  'answers/presets.json': [{ id: 'loss' }],
};

function serveFiles() {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: URL) => {
    const path = url.pathname.replace(/^\//, '');
    asked.push(path);
    const found = FILES[path];
    return Promise.resolve(
      found === undefined ? new Response('', { status: 404 }) : Response.json(found),
    );
  });
  return asked;
}

function ask(path: string, method = 'GET') {
  return answer(new Request(new URL(path, window.location.origin), { method }));
}

afterEach(() => vi.unstubAllGlobals());

describe('a site without a server', () => {
  it('answers what every lab answers alike from its files', async () => {
    const asked = serveFiles();
    const presets = await ask('/api/presets');
    expect(await presets.json()).toEqual(FILES['answers/presets.json']);
    expect(asked).toContain('answers/presets.json');
  });

  it('refuses what needs a server in one sentence, and asks no server for it', async () => {
    const asked = serveFiles();
    for (const [method, path] of [
      ['GET', '/api/classes'],
      ['POST', '/api/evaluations'],
      ['POST', '/api/shares'],
      ['GET', '/api/papers/fairtt'],
    ] as const) {
      const refused = await ask(path, method);
      expect(refused.status).toBe(404);
      expect(await refused.json()).toMatchObject({ detail: NEEDS_SERVER, errors: [] });
    }
    expect(asked.filter((path) => path !== 'lab-site.json')).toEqual([]);
  });

  it('has the runs of this browser only', async () => {
    serveFiles();
    const mine = await ask('/api/runs');
    expect(await mine.json()).toEqual({ items: [], next_cursor: null });
    const other = await ask('/api/runs/0199a1b2-0000-7000-8000-000000000000');
    expect(other.status).toBe(404);
    expect(await other.json()).toMatchObject({
      detail: expect.stringContaining('in this browser') as string,
    });
  });

  it('says which behaviour its core has', async () => {
    const speed = (await (await ask('/api/speed')).json()) as { behaviour_version: number };
    const ready = (await (await ask('/api/ready')).json()) as { behaviour_version: number };
    expect(speed.behaviour_version).toBe(ready.behaviour_version);
    expect(speed.behaviour_version).toBeGreaterThan(0);
  });
});

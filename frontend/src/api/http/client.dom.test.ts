import { expect, it, vi } from 'vitest';

import { client } from './client';
import { answerBy } from './transport';

it('names its trace to a lab that traces, one for all requests of a page, and to no other', async () => {
  const sent: (string | null)[] = [];
  const headers = new Headers();
  answerBy({
    send: (request) => {
      sent.push(request.headers.get('traceparent'));
      return Promise.resolve(Response.json({ status: 'ok' }, { headers }));
    },
    openEvents: vi.fn(),
  });
  const ask = () => client.GET('/api/health');
  await ask();
  headers.set('traceresponse', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  await ask();
  await ask();
  await ask();
  window.history.pushState(null, '', '/#/runs');
  await ask();
  const [first, second, third, fourth, elsewhere] = sent;
  expect([first, second]).toEqual([null, null]);
  expect(third).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(fourth?.slice(0, 35)).toBe(third?.slice(0, 35));
  expect(fourth).not.toBe(third);
  expect(elsewhere?.slice(0, 35)).not.toBe(third?.slice(0, 35));
});

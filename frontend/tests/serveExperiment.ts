import { experiment, numbersOf, type Made } from './experimentFixtures';
import { fakeApi, type Answer, type Responder } from './fakeApi';
import { algorithms, scenario } from './fixtures';

/** What the page of an experiment asks for; `more` adds answers or takes the place of these. */
export function serveExperiment(made: Made, more: Record<string, Answer | Responder> = {}) {
  const numbers = numbersOf(made);
  const metric = (url: URL) => url.searchParams.get('metric') ?? '';
  return fakeApi({
    'GET /api/algorithms': { body: algorithms() },
    'GET /api/experiments/*': { body: experiment(made) },
    'GET /api/experiments/*/counts': { body: numbers.counts() },
    'GET /api/experiments/*/precision': { body: numbers.precision() },
    'GET /api/experiments/*/map': (url) => ({ body: numbers.map(metric(url)) }),
    'GET /api/experiments/*/differences': (url) => ({ body: numbers.differences(metric(url)) }),
    'GET /api/experiments/*/points': ({ searchParams }) => {
      const [x, y] = [searchParams.get('x') ?? '', searchParams.get('y') ?? ''];
      return { body: numbers.points(x, y, searchParams.getAll('cells').map(Number)) };
    },
    'GET /api/experiments/*/cells/*': ({ pathname }) => {
      const cell = Number(pathname.split('/').at(-1));
      return { body: { ...numbers.cell(cell), scenario: scenario() } };
    },
    ...more,
  });
}

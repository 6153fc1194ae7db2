import { createRoute } from '@tanstack/react-router';

import { leagueSearch } from '@/state/leagueUrl';
import { search, word } from '@/state/search';

import { lazyPage } from './lazyPage';
import { rootRoute } from './rootRoute';

/**
 * The editor of an algorithm: `/algorithms/write?fork=wasm:DIGEST` begins with a stored module,
 * `?attempt=ID&step=ID` is for a step of a lab.
 */
const writeSearch = search({ fork: word, attempt: word, step: word });

/** `/break?search=ID` shows a search; `?a=bbr2&b=cubic` begins with these algorithms. */
const breakSearch = search({ search: word, a: word, b: word });

const algorithmsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/algorithms',
  staticData: { title: 'Algorithms' },
  component: lazyPage(() => import('@/features/algorithms/AlgorithmsPage'), 'AlgorithmsPage'),
});

const writeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/algorithms/write',
  staticData: { title: 'Write an algorithm' },
  validateSearch: writeSearch,
  component: lazyPage(
    () => import('@/features/ownAlgorithm/WriteAlgorithmPage'),
    'WriteAlgorithmPage',
  ),
});

const algorithmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/algorithms/$name',
  component: lazyPage(() => import('@/features/algorithms/AlgorithmPage'), 'AlgorithmPage'),
});

const leagueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/league',
  staticData: { title: 'League' },
  validateSearch: leagueSearch,
  component: lazyPage(() => import('@/features/league/LeaguePage'), 'LeaguePage'),
});

const breakRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/break',
  staticData: { title: 'Break it' },
  validateSearch: breakSearch,
  component: lazyPage(() => import('@/features/league/BreakPage'), 'BreakPage'),
});

const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/algorithms/$name/report',
  component: lazyPage(() => import('@/features/report/ReportPage'), 'ReportPage'),
});

const evaluationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evaluations/$id',
  component: lazyPage(() => import('@/features/report/ReportPage'), 'EvaluationPage'),
});

/** Every algorithm, the league of all, and the report card of one. */
export const algorithmRoutes = [
  algorithmsRoute,
  writeRoute,
  algorithmRoute,
  leagueRoute,
  breakRoute,
  reportRoute,
  evaluationRoute,
] as const;

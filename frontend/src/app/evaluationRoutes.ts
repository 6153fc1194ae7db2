import { createRoute } from '@tanstack/react-router';

import { leagueSearch } from '@/state/leagueUrl';

import { lazyPage } from './lazyPage';
import { rootRoute } from './rootRoute';

const leagueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/league',
  staticData: { title: 'League' },
  validateSearch: leagueSearch,
  component: lazyPage(() => import('@/features/league/LeaguePage'), 'LeaguePage'),
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

/** The league of all algorithms, and the report card of one. */
export const evaluationRoutes = [leagueRoute, reportRoute, evaluationRoute] as const;

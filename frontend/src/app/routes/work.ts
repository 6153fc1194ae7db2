import { createRoute } from '@tanstack/react-router';

import { compareSearch } from '@/state/compareUrl';
import { search, typed, word } from '@/state/search';
import { runSearch } from '@/state/url';
import { workSearch } from '@/state/workUrl';

import { lazyPage } from './lazyPage';
import { rootRoute } from './rootRoute';

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  staticData: { title: 'My work' },
  validateSearch: workSearch,
  component: lazyPage(() => import('@/features/work/WorkPage'), 'WorkPage'),
});

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$id',
  staticData: { hasOwnFoot: true },
  validateSearch: runSearch,
  // The workbench with its packets is a third of all code: the first page does not wait for it.
  component: lazyPage(() => import('@/features/run/RunPage'), 'RunPage'),
});

const experimentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments',
  staticData: { title: 'Experiments' },
  validateSearch: search({ find: typed(200) }),
  component: lazyPage(() => import('@/features/work/ExperimentsPage'), 'ExperimentsPage'),
});

const experimentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/$id',
  staticData: { hasOwnFoot: true },
  component: lazyPage(() => import('@/features/experiment/ExperimentPage'), 'ExperimentPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare',
  staticData: { title: 'Compare' },
  validateSearch: compareSearch,
  component: lazyPage(() => import('@/features/compare/ComparePage'), 'ComparePage'),
});

const operatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator',
  staticData: { title: 'Operator' },
  component: lazyPage(() => import('@/features/operator/OperatorPage'), 'OperatorPage'),
});

/** A site without a server replaces it (src/site/start.tsx). */
const notebookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notebook',
  staticData: { title: 'Notebook' },
  validateSearch: search({ id: word }),
  component: lazyPage(() => import('@/features/work/NoNotebook'), 'NoNotebook'),
});

/** Runs and experiments: lists, one, several beside one another; and the operator’s page. */
export const workRoutes = [
  runsRoute,
  runRoute,
  experimentsRoute,
  experimentRoute,
  compareRoute,
  operatorRoute,
  notebookRoute,
] as const;

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';

import { PresetsPage } from '@/features/presets/PresetsPage';
import { RunPage } from '@/features/run/RunPage';
import { compareSearch } from '@/state/compareUrl';
import { paperSearch } from '@/state/paperUrl';
import { parseSharedView } from '@/state/sharedUrl';
import { buildSearch, firstSearch, runSearch } from '@/state/url';
import { workSearch } from '@/state/workUrl';

import { BrokenPage, NotFound } from './Fallbacks';
import { EmbedPage } from './shared/EmbedPage';
import { SharedPage } from './shared/SharedPage';
import { Shell } from './Shell';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const presetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: firstSearch,
  component: PresetsPage,
});

const buildRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/build',
  validateSearch: buildSearch,
  // The editor brings its schema checker along; nobody else needs that.
  component: lazyRouteComponent(() => import('@/features/build/BuildPage'), 'BuildPage'),
});

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: workSearch,
  component: lazyRouteComponent(() => import('@/features/runs/WorkPage'), 'WorkPage'),
});

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$id',
  validateSearch: runSearch,
  component: RunPage,
});

const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/s/$token',
  validateSearch: parseSharedView,
  component: SharedPage,
});

const embedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/embed/$token',
  component: EmbedPage,
});

const experimentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/$id',
  component: lazyRouteComponent(
    () => import('@/features/experiment/ExperimentPage'),
    'ExperimentPage',
  ),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import('@/features/compare/ComparePage'), 'ComparePage'),
});

const algorithmsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/algorithms',
  component: lazyRouteComponent(
    () => import('@/features/algorithms/AlgorithmsPage'),
    'AlgorithmsPage',
  ),
});

const algorithmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/algorithms/$name',
  component: lazyRouteComponent(
    () => import('@/features/algorithms/AlgorithmPage'),
    'AlgorithmPage',
  ),
});

const papersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/papers',
  component: lazyRouteComponent(() => import('@/features/papers/PapersPage'), 'PapersPage'),
});

const paperRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/papers/$name',
  validateSearch: paperSearch,
  component: lazyRouteComponent(() => import('@/features/papers/PaperPage'), 'PaperPage'),
});

const routeTree = rootRoute.addChildren([
  presetsRoute,
  buildRoute,
  runsRoute,
  runRoute,
  sharedRoute,
  embedRoute,
  experimentRoute,
  compareRoute,
  algorithmsRoute,
  algorithmRoute,
  papersRoute,
  paperRoute,
]);

/** The pages by their addresses. Without a history: the browser's. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history === undefined ? {} : { history }),
    defaultErrorComponent: BrokenPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

import { createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';

import { PresetsPage } from '@/features/presets/PresetsPage';
import { classSearch } from '@/state/classUrl';
import { compareSearch } from '@/state/compareUrl';
import { joinSearch } from '@/state/joinUrl';
import { paperSearch } from '@/state/paperUrl';
import { search, typed } from '@/state/search';
import { buildSearch, canvasSearch, firstSearch, runSearch } from '@/state/url';
import { workSearch } from '@/state/workUrl';

import { BrokenPage } from './Fallbacks';
import { evaluationRoutes } from './evaluationRoutes';
import { labRoutes } from './labRoutes';
import { lazyPage } from './lazyPage';
import { linkRoutes } from './linkRoutes';
import { rootRoute } from './rootRoute';

/** What a page says about itself; the frame, the head bar and the browser's tests read it. */
interface PageFacts {
  /** What the tab says, unless the page is named after what it shows and says it itself. */
  title?: string;
  /** Its name in the head bar, in the order of this file; without one it is not there. */
  nav?: string;
  /** It fills the window, so that what stands at its foot is its own. */
  hasOwnFoot?: boolean;
  /** Its `p` pauses a class; elsewhere it makes a picture. */
  hasPause?: boolean;
  /** It hangs on a wall: without the head bar. */
  isBare?: boolean;
}

const presetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { nav: 'Explore' },
  validateSearch: firstSearch,
  component: PresetsPage,
});

const caseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cases/$presetId',
  component: lazyPage(() => import('@/features/presets/CasePage'), 'CasePage'),
});

const buildRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/build',
  staticData: { title: 'Build', nav: 'Build', hasOwnFoot: true },
  validateSearch: buildSearch,
  // The editor brings its schema checker along; nobody else needs that.
  component: lazyPage(() => import('@/features/build/BuildPage'), 'BuildPage'),
});

const experimentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments',
  staticData: { title: 'Experiments', nav: 'Experiments' },
  validateSearch: search({ find: typed(200) }),
  component: lazyPage(() => import('@/features/runs/WorkPage'), 'ExperimentsPage'),
});

const canvasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/new',
  staticData: { title: 'New experiment', hasOwnFoot: true },
  validateSearch: canvasSearch,
  component: lazyPage(() => import('@/features/build/canvas/CanvasPage'), 'CanvasPage'),
});

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  staticData: { title: 'My work', nav: 'My work' },
  validateSearch: workSearch,
  component: lazyPage(() => import('@/features/runs/WorkPage'), 'WorkPage'),
});

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$id',
  staticData: { hasOwnFoot: true },
  validateSearch: runSearch,
  // The workbench with its packets is a third of all code: the first page does not wait for it.
  component: lazyPage(() => import('@/features/run/RunPage'), 'RunPage'),
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

const algorithmsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/algorithms',
  staticData: { title: 'Algorithms', nav: 'Algorithms' },
  component: lazyPage(() => import('@/features/algorithms/AlgorithmsPage'), 'AlgorithmsPage'),
});

const algorithmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/algorithms/$name',
  component: lazyPage(() => import('@/features/algorithms/AlgorithmPage'), 'AlgorithmPage'),
});

const papersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/papers',
  staticData: { title: 'Papers', nav: 'Papers' },
  component: lazyPage(() => import('@/features/papers/PapersPage'), 'PapersPage'),
});

const paperRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/papers/$name',
  validateSearch: paperSearch,
  component: lazyPage(() => import('@/features/papers/PaperPage'), 'PaperPage'),
});

const kernelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/papers/linux',
  staticData: { title: 'Beside Linux' },
  component: lazyPage(() => import('@/features/kernel/KernelPage'), 'KernelPage'),
});

const labsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs',
  staticData: { title: 'Labs', nav: 'Labs' },
  component: lazyPage(() => import('@/features/labs/LabsPage'), 'LabsPage'),
});

const classesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/classes',
  staticData: { title: 'Classes', nav: 'Classes' },
  component: lazyPage(() => import('@/features/classes/ClassesPage'), 'ClassesPage'),
});

const classRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/classes/$classId',
  staticData: { hasOwnFoot: true, hasPause: true },
  validateSearch: classSearch,
  component: lazyPage(() => import('@/features/classes/ClassPage'), 'ClassPage'),
});

const classGuideRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/classes/$classId/guide',
  component: lazyPage(() => import('@/features/classes/GuidePage'), 'GuidePage'),
});

const wallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/classes/$classId/wall',
  staticData: { isBare: true },
  component: lazyPage(() => import('@/features/classes/WallPage'), 'WallPage'),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  staticData: { title: 'Join a class' },
  validateSearch: joinSearch,
  component: lazyPage(() => import('@/features/joining/JoinPage'), 'JoinPage'),
});

const joinCodeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join/$code',
  validateSearch: joinSearch,
  component: lazyPage(() => import('@/features/joining/JoinPage'), 'JoinCodePage'),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  staticData: { title: 'Privacy' },
  component: lazyPage(() => import('@/features/privacy/PrivacyPage'), 'PrivacyPage'),
});

const routeTree = rootRoute.addChildren([
  presetsRoute,
  caseRoute,
  buildRoute,
  experimentsRoute,
  canvasRoute,
  runsRoute,
  runRoute,
  ...linkRoutes,
  experimentRoute,
  compareRoute,
  algorithmsRoute,
  algorithmRoute,
  ...evaluationRoutes,
  papersRoute,
  paperRoute,
  kernelRoute,
  labsRoute,
  ...labRoutes,
  classesRoute,
  classRoute,
  classGuideRoute,
  wallRoute,
  joinRoute,
  joinCodeRoute,
  privacyRoute,
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
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is merged
  interface StaticDataRouteOption extends PageFacts {}
  interface Register {
    router: AppRouter;
  }
}

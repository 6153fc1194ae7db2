import { createRoute } from '@tanstack/react-router';

import { search, word } from '@/state/search';

import { lazyPage } from './lazyPage';
import { rootRoute } from './rootRoute';

/** The page of a lab that was begun: `/labs/attempts/ID?step=guess`. */
const labSearch = search({
  /** The id of the step that is shown; without it the first that is not done. */
  step: word,
});

/** The editor of a lab: `/labs/edit/ID?step=guess`. */
const labEditorSearch = search({
  /** The id of the step that is edited; without it the lab itself. */
  step: word,
});

const labsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs',
  staticData: { title: 'Labs' },
  component: lazyPage(() => import('@/features/labs/LabsPage'), 'LabsPage'),
});

const attemptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/attempts/$attemptId',
  validateSearch: labSearch,
  component: lazyPage(() => import('@/features/labs/attempt/AttemptPage'), 'AttemptPage'),
});

const classSolutionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/attempts/$attemptId/solutions',
  component: lazyPage(() => import('@/features/labs/SheetPages'), 'ClassSolutionsPage'),
});

const contestOfClassRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/attempts/$attemptId/contest',
  component: lazyPage(() => import('@/features/contest/MyContestPage'), 'MyContestPage'),
});

const labRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/$labId',
  component: lazyPage(() => import('@/features/labs/LabPage'), 'LabPage'),
});

const worksheetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/$labId/worksheet',
  component: lazyPage(() => import('@/features/labs/SheetPages'), 'WorksheetPage'),
});

const solutionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/$labId/solutions',
  component: lazyPage(() => import('@/features/labs/SheetPages'), 'SolutionsPage'),
});

const labEditorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/edit/$documentId',
  staticData: { hasOwnFoot: true },
  validateSearch: labEditorSearch,
  component: lazyPage(() => import('@/features/labEditor/LabEditorPage'), 'LabEditorPage'),
});

/** The labs, and the pages of one: doing it, the way in, on paper, writing it. */
export const labRoutes = [
  labsRoute,
  attemptRoute,
  classSolutionsRoute,
  contestOfClassRoute,
  labRoute,
  worksheetRoute,
  solutionsRoute,
  labEditorRoute,
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { labEditorSearch, labSearch } from '@/state/labUrl';

import { rootRoute } from './rootRoute';

const attemptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/attempts/$attemptId',
  validateSearch: labSearch,
  component: lazyRouteComponent(() => import('@/features/labs/AttemptPage'), 'AttemptPage'),
});

const labRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/$labId',
  component: lazyRouteComponent(() => import('@/features/labs/LabPage'), 'LabPage'),
});

const labEditorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/edit/$documentId',
  staticData: { hasOwnFoot: true },
  validateSearch: labEditorSearch,
  component: lazyRouteComponent(
    () => import('@/features/labEditor/LabEditorPage'),
    'LabEditorPage',
  ),
});

/** The pages of one lab: doing it, the way in, writing it. */
export const labRoutes = [attemptRoute, labRoute, labEditorRoute] as const;

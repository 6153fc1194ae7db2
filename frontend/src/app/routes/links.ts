import { createRoute } from '@tanstack/react-router';

import { parseSharedView } from '@/state/sharedUrl';

import { lazyPage } from './lazyPage';
import { rootRoute } from './rootRoute';

const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/s/$token',
  staticData: { hasOwnFoot: true },
  validateSearch: parseSharedView,
  // A link shows any result: all of the workbench comes with it.
  component: lazyPage(() => import('../shared/SharedPage'), 'SharedPage'),
});

const embedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/embed/$token',
  component: lazyPage(() => import('../shared/SharedPage'), 'EmbedPage'),
});

const linkedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/linked',
  component: lazyPage(() => import('@/features/linked/LinkedPage'), 'LinkedPage'),
});

/** Pages of links: results that a lab stores, and runs that a link holds itself. */
export const linkRoutes = [sharedRoute, embedRoute, linkedRoute] as const;

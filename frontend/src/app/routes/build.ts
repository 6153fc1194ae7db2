import { createRoute } from '@tanstack/react-router';

import { buildSearch, canvasSearch } from '@/state/url';

import { lazyPage } from './lazyPage';
import { rootRoute } from './rootRoute';

const buildRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/build',
  staticData: { title: 'Build', hasOwnFoot: true },
  validateSearch: buildSearch,
  // The editor brings its schema checker along; no other page needs it.
  component: lazyPage(() => import('@/features/build/BuildPage'), 'BuildPage'),
});

const canvasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/new',
  staticData: { title: 'New experiment', hasOwnFoot: true },
  validateSearch: canvasSearch,
  component: lazyPage(() => import('@/features/build/canvas/CanvasPage'), 'CanvasPage'),
});

/** The editors of a scenario and of an experiment. */
export const buildRoutes = [buildRoute, canvasRoute] as const;

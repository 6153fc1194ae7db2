import { createRoute } from '@tanstack/react-router';

import { classSearch } from '@/state/classUrl';
import { joinSearch } from '@/state/joinUrl';

import { lazyPage } from './lazyPage';
import { rootRoute } from './rootRoute';

const classesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/classes',
  staticData: { title: 'Classes' },
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
  component: lazyPage(() => import('@/features/classes/wall/WallPage'), 'WallPage'),
});

const contestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/classes/$classId/contest',
  component: lazyPage(() => import('@/features/contest/ContestPage'), 'ContestPage'),
});

const contestWallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/classes/$classId/contest/wall',
  staticData: { isBare: true },
  component: lazyPage(() => import('@/features/contest/ContestWallPage'), 'ContestWallPage'),
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

/** A teacher's classes, and a student's way into one. */
export const classesRoutes = [
  classesRoute,
  classRoute,
  classGuideRoute,
  wallRoute,
  contestRoute,
  contestWallRoute,
  joinRoute,
  joinCodeRoute,
] as const;

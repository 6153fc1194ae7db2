import { createRoute } from '@tanstack/react-router';

import { paperSearch } from '@/state/paperUrl';

import { lazyPage } from './lazyPage';
import { rootRoute } from './rootRoute';

const papersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/papers',
  staticData: { title: 'Papers' },
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

/** Published papers and measured kernels, their numbers beside ours. */
export const papersRoutes = [papersRoute, kernelRoute, paperRoute] as const;

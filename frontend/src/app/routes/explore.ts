import { createRoute } from '@tanstack/react-router';

import { PresetsPage } from '@/features/explore/PresetsPage';
import { firstSearch } from '@/state/url';

import { lazyPage } from './lazyPage';
import { rootRoute } from './rootRoute';

const presetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: firstSearch,
  component: PresetsPage,
});

const caseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cases/$presetId',
  component: lazyPage(() => import('@/features/explore/case/CasePage'), 'CasePage'),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  staticData: { title: 'Privacy' },
  component: lazyPage(() => import('@/features/privacy/PrivacyPage'), 'PrivacyPage'),
});

/** The start with its cases, and what the foot of every page leads to. */
export const exploreRoutes = [presetsRoute, caseRoute, privacyRoute] as const;

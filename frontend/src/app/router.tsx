import { createRouter, type RouterHistory } from '@tanstack/react-router';

import { BrokenPage } from './Fallbacks';
import { algorithmRoutes } from './routes/algorithms';
import { buildRoutes } from './routes/build';
import { classesRoutes } from './routes/classes';
import { exploreRoutes } from './routes/explore';
import { labRoutes } from './routes/labs';
import { linkRoutes } from './routes/links';
import { papersRoutes } from './routes/papers';
import { rootRoute } from './routes/rootRoute';
import { workRoutes } from './routes/work';

/** Facts about a page that the frame reads. */
interface PageFacts {
  /** The title of the tab, unless the page sets it by its content. */
  title?: string;
  /** It fills the window, so that what stands at its foot is its own. */
  hasOwnFoot?: boolean;
  /** Its `p` pauses a class; elsewhere it makes a picture. */
  hasPause?: boolean;
  /** It hangs on a wall: without the head bar. */
  isBare?: boolean;
}

const routeTree = rootRoute.addChildren([
  ...exploreRoutes,
  ...buildRoutes,
  ...workRoutes,
  ...linkRoutes,
  ...algorithmRoutes,
  ...papersRoutes,
  ...labRoutes,
  ...classesRoutes,
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

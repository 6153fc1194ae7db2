import { createRootRoute } from '@tanstack/react-router';

import { NotFound } from '../Fallbacks';
import { Shell } from '../Shell';

/** What every page lies in. */
export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

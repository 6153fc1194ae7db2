import { createRootRoute } from '@tanstack/react-router';

import { NotFound } from '../Fallbacks';
import { Shell } from '../Shell';

/** The route around every page. */
export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

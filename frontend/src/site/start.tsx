/** The lab as a folder of files: questions are answered in the page, and pages stand behind `#`. */
import { createHashHistory } from '@tanstack/react-router';

import { isResultFragment } from '@/analysis/links/resultLink';
import { isScenarioFragment } from '@/analysis/links/scenarioLink';
import { answerBy, pageUrl, type OwnExperiments, type OwnLabs } from '@/api/transport';
import { isEmbedded } from '@/app/embedded';
import { lazyPage } from '@/app/routes/lazyPage';
import type { AppRouter, createAppRouter } from '@/app/router';

import { answer } from './answer';
import { addAttempt } from './attempts';
import { hasCoreOf } from './cores';
import { openEvents } from './events';
import { addExperiment, experimentsForFile } from './experiments/filed';
import { NeedsServer } from './NeedsServer';
import { WithNewVersion } from './NewVersion';
import { keptAttempts, type KeptAttempt } from './keptAttempts';
import { keepOffline } from './offline';
import { loadPython } from './python/door';

/** Pages of what only a server keeps, or only many processors compute. */
const SERVER_PAGES = [
  '/s/$token',
  '/league',
  '/break',
  '/algorithms/write',
  '/algorithms/$name/report',
  '/evaluations/$id',
  '/papers/$name',
  '/labs/$labId/solutions',
  '/labs/attempts/$attemptId/solutions',
  '/labs/edit/$documentId',
  '/classes',
  '/classes/$classId',
  '/classes/$classId/guide',
  '/classes/$classId/wall',
  '/join',
  '/join/$code',
] as const satisfies readonly (keyof AppRouter['routesByPath'])[];

/** What a site's own frames show: a run that stands in their address. */
const EmbeddedLink = lazyPage(() => import('@/app/shared/EmbeddedLink'), 'EmbeddedLink');

// Files hold attempts as they are kept here; Python checks what they say.
const OWN_LABS: OwnLabs = {
  all: keptAttempts.all,
  add: (attempt) => addAttempt(attempt as KeptAttempt),
};

const OWN_EXPERIMENTS: OwnExperiments = { all: experimentsForFile, add: addExperiment };

/** Before anything is asked or drawn. */
export function startSite(createRouter: typeof createAppRouter): AppRouter {
  const own = { ownLabs: OWN_LABS, ownExperiments: OWN_EXPERIMENTS };
  answerBy({ send: answer, openEvents, hasCoreOf, ...own });
  openBareLink();
  document.addEventListener('click', keepPlace, { capture: true });
  for (const event of COMING) document.addEventListener(event, prepare, { passive: true });
  // Inside of another page nothing is kept in the visitor's browser.
  if (!isEmbedded(pageUrl().pathname)) keepOffline(versionOf(document));
  const router = createRouter(createHashHistory());
  router.update({ ...router.options, InnerWrap: WithNewVersion });
  router.routesByPath['/embed/$token'].update({ component: EmbeddedLink });
  for (const path of SERVER_PAGES) router.routesByPath[path].update({ component: NeedsServer });
  return router;
}

/** As `./lab site` has marked the page. */
function versionOf(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="lab-site"]')?.content ?? '';
}

/** Whoever comes to a control will want Python, which takes some seconds to load. */
const COMING = ['pointerover', 'focusin', 'touchstart'] as const;
const CONTROLS = 'main input, main select, main button, main a[href*="build"]';

function prepare({ target }: Event) {
  if (!(target instanceof Element) || target.closest(CONTROLS) === null) return;
  for (const event of COMING) document.removeEventListener(event, prepare);
  loadPython();
}

/** A link may stand behind the site's own address: `…/#lab1=…`. */
function openBareLink() {
  const { hash } = window.location;
  if (!isScenarioFragment(hash)) return;
  const page = isResultFragment(hash) ? '/linked' : '/build';
  window.history.replaceState(null, '', `#${page}${hash}`);
}

/** What jumps within a page must not change the page, whose address stands behind the `#`. */
function keepPlace(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  const id = link?.getAttribute('href')?.slice(1) ?? '/';
  if (id.startsWith('/')) return;
  event.preventDefault();
  const place = document.getElementById(decodeURIComponent(id));
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}

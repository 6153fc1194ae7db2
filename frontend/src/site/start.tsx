/** The lab as a folder of files: questions are answered in the page, and pages stand behind `#`. */
import { createHashHistory, Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

import { isResultFragment } from '@/analysis/links/resultLink';
import { isScenarioFragment } from '@/analysis/links/scenarioLink';
import {
  answerBy,
  type EventStream,
  type OwnExperiments,
  type OwnLabs,
  pageUrl,
} from '@/api/http/transport';
import { isOver } from '@/api/types';
import { isEmbedded } from '@/app/embedded';
import { NAVIGATION, SITE_PLACE } from '@/app/navigation';
import type { AppRouter, createAppRouter } from '@/app/router';
import { lazyPage } from '@/app/routes/lazyPage';
import { addExperiment, experimentsForFile } from '@/site/experiments/filed';
import { loadPython } from '@/site/python/askPython';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';

import { answer } from './answer';
import { addAttempt } from './attempts';
import { hasCoreOf } from './cores';
import { type KeptAttempt, keptAttempts } from './keptAttempts';
import styles from './newVersion.module.css';
import { hasNewVersion, keepOffline, onNewVersion, takeNewVersion } from './offline';
import { NEEDS_SERVER } from './problems';
import { type Entry, find, follow, toEvent } from './runs';

/** The events of runs as a stream of a server would bring them. */
function openEvents(address: string): EventStream {
  const ids = new Set(new URL(address, window.location.origin).searchParams.getAll('run'));
  return new RunEvents(ids);
}

type Listener = (event: MessageEvent<string>) => void;

class RunEvents implements EventStream {
  readyState: number = EventSource.OPEN;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #ids: ReadonlySet<string>;
  readonly #leave: () => void;

  constructor(ids: ReadonlySet<string>) {
    this.#ids = ids;
    this.#leave = follow((entry) => this.#dispatch(entry));
    // As a stream does, it begins with how things are.
    void this.#begin();
  }

  addEventListener(kind: string, listener: Listener) {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener]);
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this.#leave();
  }

  async #begin() {
    for (const id of this.#ids) {
      const entry = await find(id);
      if (entry !== null) this.#dispatch(entry);
    }
  }

  #dispatch(entry: Entry) {
    const { run } = entry;
    if (this.readyState === EventSource.CLOSED || !this.#ids.has(run.id)) return;
    const kind = isOver(run.status) ? 'end' : run.status === 'running' ? 'progress' : 'state';
    const event = new MessageEvent(kind, { data: JSON.stringify(toEvent(entry)) });
    for (const listener of this.#listeners.get(kind) ?? []) listener(event);
  }
}

/** Pages whose content only a server keeps, or only many processors compute. */
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

const NotebookPage = lazyPage(() => import('@/site/notebook/NotebookPage'), 'NotebookPage');

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
  router.routesByPath['/notebook'].update({ component: NotebookPage });
  NAVIGATION.splice(-1, 0, SITE_PLACE);
  for (const path of SERVER_PAGES) router.routesByPath[path].update({ component: NeedsServer });
  return router;
}

/** As `./lab site` has marked the page. */
function versionOf(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="lab-site"]')?.content ?? '';
}

/** A user who comes to a control will want Python, which takes some seconds to load. */
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

/** In the place of a page that only a lab with a server has. */
function NeedsServer() {
  return (
    <main className="page-state">
      <h1>Needs a server</h1>
      <Note tone="plain" title="Not on this site">
        {NEEDS_SERVER}
      </Note>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>See the known cases</Button>
    </main>
  );
}

/** Around all pages of a site. */
function WithNewVersion({ children }: { children?: React.ReactNode }) {
  const isThere = useSyncExternalStore(onNewVersion, hasNewVersion);
  return (
    <>
      {children}
      <div className={styles.place} aria-live="polite">
        {isThere && (
          <div>
            <Note
              title="A new version of this site is here"
              action={{ label: 'Load it', onClick: takeNewVersion }}
            >
              All tabs of the site are loaded again. Finished runs stay; others are cancelled.
            </Note>
          </div>
        )}
      </div>
    </>
  );
}

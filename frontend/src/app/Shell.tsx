import { Link, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import clsx from 'clsx';
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';

import { useLabAway } from '@/api/http/connection';
import { PictureDesk } from '@/pictures/PictureDesk';
import { usePageKeys } from '@/state/keys';
import { chooseScheme, SCHEMES, useChosenScheme } from '@/ui/colorScheme';
import { useDroppedFile } from '@/ui/fields/useDroppedFile';
import { LAB_NAME, usePageTitle } from '@/ui/usePageTitle';

import { isEmbedded } from './embedded';
import styles from './fallbacks.module.css';
import { NAVIGATION } from './navigation';

/** Its definitions of all metrics load on demand. */
const HelpSheet = lazy(() =>
  import('@/features/help/HelpSheet').then((module) => ({ default: module.HelpSheet })),
);

/** Below the first picture. */
const LazyFoot = lazy(() => import('./Foot').then((module) => ({ default: module.Foot })));

function Foot(props: { isShown: boolean; onHelp: () => void }) {
  const [dropped, setDropped] = useState<{ readonly file: File } | null>(null);
  // Here and not in what is loaded for it: the browser would leave the page with a file that is
  // dropped before.
  const isOver = useDroppedFile((file) => setDropped({ file }), { isFallback: true });
  return (
    <Suspense>
      <LazyFoot {...props} dropped={dropped} isOver={isOver} />
    </Suspense>
  );
}

function Help(props: { path: string; onClose: () => void }) {
  return (
    <Suspense>
      <HelpSheet {...props} />
    </Suspense>
  );
}

/** The head bar and the page below it; index.html has the bar as well, for the first picture. */
export function Shell() {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { title, hasOwnFoot, hasPause, isBare } =
    useMatches({ select: (all) => all.at(-1)?.staticData }) ?? {};
  const [isHelp, setHelp] = useState(false);
  usePageKeys({ '?': () => setHelp(true) });
  const page = useRef<HTMLDivElement>(null);
  const arrivedAt = useArrival(path, page);
  // Going somewhere closes the menu.
  const isOpen = openAt === path;
  // Inside of another page there is only what was shared, and on a wall only the class.
  if (isEmbedded(path)) return <Outlet />;
  if (isBare === true) return <BarePage onHelp={() => setHelp(true)} />;
  return (
    <>
      {title !== undefined && <TabTitle page={title} />}
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      {/* Up here, since below the page it would make the page a pixel higher. */}
      <p className="visually-hidden" role="status">
        {arrivedAt}
      </p>
      <header className={clsx('lab-head', isOpen && 'lab-open')}>
        <Link className="lab-mark" to="/" aria-label="FaiRTT Lab, start">
          <Logo />
          {LAB_NAME}
        </Link>
        <nav className="lab-nav" aria-label="Main">
          {NAVIGATION.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="lab-link"
              activeOptions={{ exact: to === '/', includeSearch: false }}
            >
              {label}
            </Link>
          ))}
        </nav>
        <Space />
        <ThemeChoice />
        <button
          type="button"
          className="lab-button"
          aria-label="Help: keys and definitions"
          aria-haspopup="dialog"
          onClick={() => setHelp(true)}
        >
          ?
        </button>
        <button
          type="button"
          className={clsx('lab-button', 'lab-menu')}
          aria-expanded={isOpen}
          onClick={() => setOpenAt(isOpen ? null : path)}
        >
          Menu
        </button>
      </header>
      <PictureDesk hasKey={hasPause !== true} />
      {isHelp && <Help path={path} onClose={() => setHelp(false)} />}
      <div id="page" ref={page} className="lab-page" tabIndex={-1}>
        <Outlet />
      </div>
      <Foot isShown={hasOwnFoot !== true} onHelp={() => setHelp(true)} />
    </>
  );
}

/** Between the links and the buttons: room for messages. */
function Space() {
  return (
    <div className="lab-space">
      <ConnectionNotice />
    </div>
  );
}

function BarePage({ onHelp }: { onHelp: () => void }) {
  return (
    <>
      <ConnectionNotice />
      <Outlet />
      <Foot isShown={false} onHelp={onHelp} />
    </>
  );
}

function TabTitle({ page }: { page: string }) {
  usePageTitle(page);
  return null;
}

/** Two flows, blue and vermilion, meet in one queue of square packets. */
function Logo() {
  return (
    <svg width="26" height="22" viewBox="0 0 26 22" aria-hidden="true">
      <path d="M1 4H8L14 9" fill="none" stroke="#4ea8de" strokeWidth="2.5" />
      <path d="M5 18H8L14 13" fill="none" stroke="#f08a3e" strokeWidth="2.5" />
      <path d="M14 7h3v8h-3zM18.5 7h3v8h-3zM23 7h3v8h-3z" fill="currentColor" />
    </svg>
  );
}

const THEMES = { auto: 'System', light: 'Light', dark: 'Dark' } as const;

/** Light, dark, or as the system has it. */
function ThemeChoice() {
  return (
    <select
      className="lab-button"
      aria-label="Colours"
      value={useChosenScheme()}
      onChange={({ target }) =>
        chooseScheme(SCHEMES.find((scheme) => scheme === target.value) ?? 'auto')
      }
    >
      {SCHEMES.map((scheme) => (
        <option key={scheme} value={scheme}>
          {THEMES[scheme]}
        </option>
      ))}
    </select>
  );
}

/** A title that stands for so long is the page's: pages that name themselves do so when loaded. */
const TITLE_REST_MS = 150;

/**
 * Going to another page puts the focus at its start, as loading it would, and says its title. A
 * change of the address within a page, such as a zoom, leaves the focus where it is. Until a page
 * that names itself is loaded the title is still that of the page before, and is not said.
 */
function useArrival(path: string, page: RefObject<HTMLElement | null>): string {
  const [arrivedAt, setArrivedAt] = useState('');
  const last = useRef(path);
  const before = useRef<string | null>(null);
  useEffect(() => {
    const leave = () => {
      before.current = document.title;
    };
    if (last.current === path) return leave;
    last.current = path;
    page.current?.focus({ preventScroll: true });
    const say = () => setArrivedAt(document.title);
    const isNamed = document.title !== before.current;
    let timer = isNamed ? setTimeout(say, TITLE_REST_MS) : undefined;
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(say, TITLE_REST_MS);
    });
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      leave();
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [path, page]);
  return arrivedAt;
}

/** In the head bar while the lab does not answer: what stands on the page is not the newest. */
function ConnectionNotice() {
  const isAway = useLabAway();
  // The region is always there: what comes into it later is read out.
  return (
    <div aria-live="polite">
      {isAway && (
        <p className={styles.connection} data-lab-away>
          <b>No connection to the lab.</b> Runs continue there; this page catches up automatically.
        </p>
      )}
    </div>
  );
}

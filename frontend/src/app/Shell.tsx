import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import clsx from 'clsx';
import { useRef, useState } from 'react';

import { HelpSheet } from '@/features/help/HelpSheet';
import { PictureDesk } from '@/pictures/PictureDesk';
import { usePageKeys } from '@/state/keys';
import { LAB_NAME } from '@/ui/usePageTitle';

import { Footer } from './Footer';
import { Logo } from './Logo';
import styles from './shell.module.css';
import { ThemeChoice } from './ThemeChoice';
import { isEmbedded } from './embedded';
import { useArrival } from './useArrival';

const LINKS = [
  { to: '/', label: 'Explore' },
  { to: '/build', label: 'Build' },
  { to: '/runs', label: 'My work' },
  { to: '/algorithms', label: 'Algorithms' },
  { to: '/papers', label: 'Papers' },
] as const;

/** The editor, a run and an experiment fill the window; what stands at their foot is their own. */
const HAS_OWN_FOOT = /^\/(build|runs\/.|s\/.|experiments\/.)/;

/** The head bar and the page below it. */
export function Shell() {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [isHelp, setHelp] = useState(false);
  usePageKeys({ '?': () => setHelp(true) });
  const page = useRef<HTMLDivElement>(null);
  const arrivedAt = useArrival(path, page);
  // Going somewhere closes the menu.
  const isOpen = openAt === path;
  // Inside of another page there is only what was shared.
  if (isEmbedded(path)) return <Outlet />;
  return (
    <>
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      {/* Up here, since below the page it would make the page a pixel higher. */}
      <p className="visually-hidden" role="status">
        {arrivedAt}
      </p>
      <header className={clsx(styles.head, isOpen && styles.open)}>
        <Link className={styles.mark} to="/" aria-label="FaiRTT Lab, start">
          <Logo />
          {LAB_NAME}
        </Link>
        <nav className={styles.nav} aria-label="Main">
          {LINKS.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className={styles.link}
              activeOptions={{ exact: to === '/', includeSearch: false }}
            >
              {label}
            </Link>
          ))}
        </nav>
        <span className={styles.space} />
        <ThemeChoice />
        <button
          type="button"
          className={styles.button}
          aria-label="Help: keys and definitions"
          aria-haspopup="dialog"
          onClick={() => setHelp(true)}
        >
          ?
        </button>
        <button
          type="button"
          className={clsx(styles.button, styles.menu)}
          aria-expanded={isOpen}
          onClick={() => setOpenAt(isOpen ? null : path)}
        >
          Menu
        </button>
      </header>
      <PictureDesk />
      {isHelp && <HelpSheet path={path} onClose={() => setHelp(false)} />}
      <div id="page" ref={page} className={styles.page} tabIndex={-1}>
        <Outlet />
      </div>
      {!HAS_OWN_FOOT.test(path) && <Footer onHelp={() => setHelp(true)} />}
    </>
  );
}

import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import styles from './paper.module.css';

interface FoldSectionProps {
  readonly id: string;
  readonly title: string;
  /** Beside the title, also while it is folded. */
  readonly aside?: ReactNode;
  /** Open on a phone as well. */
  readonly isFirst: boolean;
  /** Ids of things inside: a link to one of them opens the section. */
  readonly holds: (id: string) => boolean;
  readonly children: ReactNode;
}

const PHONE = '(max-width: 760px)';

/** A section that folds: open where there is room, folded on a phone until one asks for it. */
export function FoldSection({ id, title, aside, isFirst, holds, children }: FoldSectionProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (!isPhone || isFirst);
  /** The target of a link until the section is drawn. */
  const awaited = useRef('');
  useEffect(() => {
    const follow = () => {
      const wanted = decodeURIComponent(window.location.hash.slice(1));
      if (wanted === '' || (wanted !== id && !holds(wanted))) return;
      awaited.current = scrollTo(wanted) ? '' : wanted;
      setChosen(true);
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [id, holds]);
  useEffect(() => {
    if (isOpen && awaited.current !== '' && scrollTo(awaited.current)) awaited.current = '';
  });
  return (
    <section id={id} aria-label={title}>
      <details
        className={styles.section}
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== isOpen) setChosen(currentTarget.open);
        }}
      >
        <summary>
          <h2>{title}</h2>
          {aside}
        </summary>
        {isOpen && children}
      </details>
    </section>
  );
}

/** Whether it is there. */
function scrollTo(id: string): boolean {
  const target = document.getElementById(id);
  target?.scrollIntoView();
  return target !== null;
}

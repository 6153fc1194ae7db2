import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

import { ChoicePanel } from './ChoicePanel';
import styles from './paper.module.css';
import type { Section } from './sections';

const NARROW = '(max-width: 1000px)';

/** Where one is, and what one has chosen; folded where there is no room beside the page. */
export function Contents({ sections }: { sections: readonly Section[] }) {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const list = (
    <ul>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className={styles.contents} aria-label="On this page">
      <div>
        <p className="small">
          <Link to="/papers">All papers</Link>
        </p>
        <ChoicePanel isFolded={isNarrow} />
        {isNarrow ? (
          <details>
            <summary>On this page</summary>
            {list}
          </details>
        ) : (
          <>
            <h2>On this page</h2>
            {list}
          </>
        )}
      </div>
    </nav>
  );
}

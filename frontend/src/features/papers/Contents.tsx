import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

import { chosenOf, switchedQuestions } from '@/analysis/papers/choice';
import { Button } from '@/ui/Button';

import styles from './paper.module.css';
import type { Section } from './sections';
import panel from './choices.module.css';
import { usePaperContext } from './paperContext';

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
          <details className="ui-fold">
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

/** The reader's choices, always in view: the tables beside it follow. */
function ChoicePanel({ isFolded }: { isFolded: boolean }) {
  const { paper, isDefault } = usePaperContext();
  if (paper.switch === null) return null;
  if (!isFolded) {
    return (
      <div className={panel.panel}>
        <h2>What the paper leaves open</h2>
        <Choices />
      </div>
    );
  }
  return (
    // Open when something is chosen: the numbers below are not the usual ones.
    <details className="ui-fold" open={!isDefault}>
      <summary>What the paper leaves open</summary>
      <Choices />
    </details>
  );
}

function Choices() {
  const { paper, choices, choose, isDefault, reset } = usePaperContext();
  if (paper.switch === null) return null;
  return (
    <form className={panel.choose} onSubmit={(event) => event.preventDefault()}>
      {switchedQuestions(paper.questions, paper.switch).map((question) => (
        <label key={question.id}>
          <span>{question.question}</span>
          <select
            value={chosenOf(question, choices)?.id}
            onChange={(event) => choose(question.id, event.currentTarget.value)}
          >
            {question.choices.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      ))}
      {!isDefault && <Button onClick={reset}>Back to the defaults</Button>}
    </form>
  );
}

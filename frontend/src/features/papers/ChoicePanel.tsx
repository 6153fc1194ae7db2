import { chosenOf, switchedQuestions } from '@/analysis/papers/choice';
import { Button } from '@/ui/Button';

import styles from './choices.module.css';
import { usePaperContext } from './paperContext';

/** What one has chosen, always at hand: the tables beside it follow. */
export function ChoicePanel({ isFolded }: { isFolded: boolean }) {
  const { paper, isDefault } = usePaperContext();
  if (paper.switch === null) return null;
  if (!isFolded) {
    return (
      <div className={styles.panel}>
        <h2>What the paper leaves open</h2>
        <Choices />
      </div>
    );
  }
  return (
    // Open when something is chosen: the numbers below are not the usual ones.
    <details open={!isDefault}>
      <summary>What the paper leaves open</summary>
      <Choices />
    </details>
  );
}

function Choices() {
  const { paper, choices, choose, isDefault, reset } = usePaperContext();
  if (paper.switch === null) return null;
  return (
    <form className={styles.choose} onSubmit={(event) => event.preventDefault()}>
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

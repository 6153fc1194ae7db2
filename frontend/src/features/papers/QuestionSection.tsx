import { chosenOf } from '@/analysis/papers/choice';
import type { OpenQuestion } from '@/analysis/papers/types';
import { Pill } from '@/ui/Pill';

import styles from './choices.module.css';
import { usePaperContext } from './paperContext';
import { Sentence } from './Sentence';

/** A question that the paper leaves open, its possible answers, and the effect of each. */
export function QuestionSection() {
  const { paper } = usePaperContext();
  return (
    <>
      <p className={styles.why}>
        Each of these changes the numbers. Choose another answer: tables follow where it was
        computed, and the address records the choice.
      </p>
      {paper.questions.map((question) => (
        <Question key={question.id} question={question} />
      ))}
    </>
  );
}

function Question({ question }: { question: OpenQuestion }) {
  const { choices, choose } = usePaperContext();
  const chosen = chosenOf(question, choices)?.id;
  return (
    <fieldset className={styles.question}>
      <legend>{question.question}</legend>
      <p>
        <span className="quiet">The paper says:</span> {question.paper_says}
      </p>
      <div className={styles.choices}>
        {question.choices.map(({ id, title, meaning, is_default }) => (
          <div key={id} className={styles.choice}>
            {question.switch_position === null ? (
              <b>{title}</b>
            ) : (
              <label>
                <input
                  type="radio"
                  name={question.id}
                  checked={id === chosen}
                  onChange={() => choose(question.id, id)}
                />
                <b>{title}</b>
              </label>
            )}
            {is_default && <Pill>default</Pill>}
            <p>{meaning}</p>
          </div>
        ))}
      </div>
      {question.finding.length > 0 && (
        <p className={styles.finding}>
          <span className="quiet">What it changes:</span> <Sentence parts={question.finding} />
        </p>
      )}
    </fieldset>
  );
}

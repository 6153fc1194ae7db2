import { stepsOf, textAt } from '@/analysis/labs/draft';

import { useEditing } from './editing';

/** Which predictions a step waits for, or which steps wait for a prediction; nothing else. */
export function Gates({ index }: { index: number }) {
  const { draft, waitsFor } = useEditing();
  const steps = stepsOf(draft);
  const id = textAt(steps[index], 'id');
  const owed = waitsFor[id] ?? [];
  const waiting = Object.keys(waitsFor).filter((each) => waitsFor[each]?.includes(id) === true);
  const named = (ids: readonly string[]) =>
    steps
      .flatMap((step, at) =>
        ids.includes(textAt(step, 'id')) ? [`${at + 1} “${textAt(step, 'title')}”`] : [],
      )
      .join(', ');
  if (owed.length > 0) {
    return (
      <p className="small quiet">
        {`It runs once students have stored step ${named(owed)}: it could show what is asked there.`}
      </p>
    );
  }
  if (waiting.length === 0) return null;
  return (
    <p className="small quiet">
      {`Step ${named(waiting)} ${waiting.length === 1 ? 'waits' : 'wait'} until students have stored this prediction, whose result ${waiting.length === 1 ? 'it' : 'each'} could show.`}
    </p>
  );
}

/** A stored answer in words, for a teacher. Pure. */
import { t } from '@lingui/core/macro';

import { toShortest } from '@/analysis/numbers/units';
import type { Json } from '@/api/classes/labs';
import { storedPoints } from '@/steps/drawnCurve';
import type { StepFile } from '@/steps/labFile';
import { countOf } from '@/texts/counts';

export function answerText(step: StepFile, answer: Json): string {
  const asked =
    step.kind === 'prediction' ? step.prediction : step.kind === 'question' ? step.question : null;
  switch (asked?.kind) {
    case 'number':
      return typeof answer === 'number'
        ? `${toShortest(answer)}${asked.unit === '' ? '' : ` ${asked.unit}`}`
        : String(answer);
    case 'pick':
      return asked.options[Number(answer)]?.text ?? String(answer);
    case 'choice':
      return [answer]
        .flat()
        .map((index) => asked.options[Number(index)] ?? String(index))
        .join('; ');
    case 'order':
      return Array.isArray(answer)
        ? answer.map((index) => asked.items[Number(index)]?.text ?? '').join(t`, then `)
        : String(answer);
    case 'curve':
      return t`A curve of ${countOf(storedPoints(answer).length, 'point')}.`;
    default:
      return typeof answer === 'string' ? answer : JSON.stringify(answer);
  }
}

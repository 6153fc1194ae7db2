/** Prediction and measurement in one sentence. Pure. */
import { t } from '@lingui/core/macro';

import { toShortest } from '@/analysis/numbers/units';
import type { Answer, Json, Mark } from '@/api/classes/labs';

import type { PredictionStepFile } from '@/steps/labFile';

const DIGITS = 3;

/** `You predicted 700 ms, the run measured 733 ms.` null: nothing is measured yet, or by eye. */
export function outcomeText({ prediction }: PredictionStepFile, answer: Answer): string | null {
  const { mark } = answer;
  if (mark === null) return null;
  switch (prediction.kind) {
    case 'number':
      return numberWords(answer.answer, mark, prediction.unit);
    case 'pick':
      return pickWords(textsOf(prediction.options), answer.answer, mark);
    case 'order':
      return orderWords(textsOf(prediction.items), answer.answer, mark);
    case 'curve':
      return t`Your curve is drawn dashed over the measured one.`;
  }
}

/** A stored prediction as text, before there is a measurement. */
export function predictedText({ prediction }: PredictionStepFile, answer: Json): string {
  switch (prediction.kind) {
    case 'number':
      return t`You predict ${quantity(answer, prediction.unit)}.`;
    case 'pick':
      return t`You predict: ${at(textsOf(prediction.options), answer)}.`;
    case 'order':
      return t`You predict this order: ${inOrder(textsOf(prediction.items), answer)}.`;
    case 'curve':
      return t`Your curve is stored.`;
  }
}

function numberWords(answer: Json, { measured }: Mark, unit: string): string {
  const predicted = t`You predicted ${quantity(answer, unit)}`;
  if (typeof measured !== 'number') return t`${predicted}; the run has no such number.`;
  return t`${predicted}, the run measured ${quantity(Number(measured.toPrecision(DIGITS)), unit)}.`;
}

function pickWords(texts: readonly string[], answer: Json, { measured }: Mark): string {
  const right = Array.isArray(measured) ? measured.map((index) => at(texts, index)) : [];
  const said = right.length === 0 ? t`none of these` : right.join('; ');
  return t`You predicted: ${at(texts, answer)}. The run shows: ${said}.`;
}

function orderWords(texts: readonly string[], answer: Json, { measured }: Mark): string {
  const numbers = Array.isArray(measured) ? measured : [];
  const valueOf = (index: number) => Number(numbers[index] ?? -Infinity);
  const order = texts.map((_, index) => index).sort((a, b) => valueOf(b) - valueOf(a));
  // Equal ones have no order.
  const seen = order.reduce((said, index, place) => {
    const isEqual = place > 0 && valueOf(order[place - 1] ?? index) === valueOf(index);
    const between = place === 0 ? '' : isEqual ? t`, equal to ` : t`, then `;
    return said + between + at(texts, index);
  }, '');
  return t`You predicted: ${inOrder(texts, answer)}. The run shows: ${seen}.`;
}

const textsOf = (all: readonly { readonly text: string }[]) => all.map(({ text }) => text);

function at(texts: readonly string[], index: Json): string {
  return texts[Number(index)] ?? '';
}

function inOrder(texts: readonly string[], order: Json): string {
  return Array.isArray(order) ? order.map((index) => at(texts, index)).join(t`, then `) : '';
}

function quantity(value: Json, unit: string): string {
  const text = typeof value === 'number' ? toShortest(value) : String(value);
  return unit === '' ? text : `${text} ${unit}`;
}

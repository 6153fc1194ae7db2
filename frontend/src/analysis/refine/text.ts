/** A refined network in JSON and in sentences. Pure. */
import { significant } from '@/analysis/numbers/shown';

import { curvesOf } from './curves';
import type { Refined, RefinedValue } from './refine';

const short = (value: number) => String(significant(value, 3));

export function rangeOf(
  { low, value, high, is_settled }: RefinedValue,
  factor: number,
  unit: string,
): string {
  if (value === null || high === null) return `at least ${short(low * factor)} ${unit}`;
  const [from, to] = [short(low * factor), short(high * factor)];
  const about = `about ${short(value * factor)} ${unit}`;
  const range = from === to ? about : `${about}, ${from} to ${to} ${unit}`;
  return is_settled ? range : `${range}; nearest, but others may be as near`;
}

/** Name and value of each. */
export function refinedRows(refined: Refined): (readonly [string, string])[] {
  const { rate_bps, base_rtt_s, buffer_bytes, algorithms, isAlgorithmChosen } = refined;
  const several = base_rtt_s.length > 1;
  const chosen = isAlgorithmChosen ? ', the nearest of those tried' : '';
  return [
    ['Rate', rangeOf(rate_bps, 1e-6, 'Mbit/s')],
    ...base_rtt_s.map(
      (rtt, index) =>
        [several ? `Base RTT ${index + 1}` : 'Base RTT', rangeOf(rtt, 1e3, 'ms')] as const,
    ),
    ['Buffer', rangeOf(buffer_bytes, 1e-3, 'kB')],
    ['Algorithm', `${[...new Set(algorithms)].join(', ')}${chosen}`],
  ];
}

export function distanceSentence(refined: Refined): string {
  const { distance, first_distance, runs, isCutShort, compared_s } = refined;
  const [from_s, to_s] = compared_s.map(short);
  const end = isCutShort ? 'It ended by its bound on time; nearer values may exist.' : '';
  return `Distance ${percent(distance)} after ${runs} runs, ${percent(first_distance)} with the estimates; compared from ${from_s ?? ''} to ${to_s ?? ''} s. ${end}`.trim();
}

const percent = (ratio: number) => `${short(100 * ratio)}%`;

/** The remaining difference, flow by flow. */
export function residualSentences(refined: Refined): string[] {
  return curvesOf(refined).map(({ rate, rtt }, index) => {
    const parts = [
      rate === null
        ? null
        : `rate ${percent(rate.bias)} on average, ${percent(rate.spread)} between moments`,
      rtt === null
        ? null
        : `RTT ${percent(rtt.bias)} on average, ${percent(rtt.spread)} between moments`,
    ].filter((part) => part !== null);
    return `Simulated less measured, flow ${index + 1}: ${parts.join('; ')}.`;
  });
}

export function refinedText(refined: Refined): string {
  const rows = refinedRows(refined).map(([name, value]) => `    ${name}: ${value}\n`);
  const residuals = residualSentences(refined).map((sentence) => `    ${sentence}\n`);
  return `  Refined by simulation:\n${rows.join('')}    ${distanceSentence(refined)}\n${residuals.join('')}`;
}

export function refinedJson(refined: Refined): object {
  const { isCutShort, isAlgorithmChosen, ...rest } = refined;
  return {
    ...rest,
    is_algorithm_chosen: isAlgorithmChosen,
    is_cut_short: isCutShort,
    residuals: curvesOf(refined),
    // Those of the file stand with its flows.
    measured: undefined,
    simulated: undefined,
  };
}

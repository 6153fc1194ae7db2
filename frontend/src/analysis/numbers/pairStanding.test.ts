import { describe, expect, it } from 'vitest';

import { standing } from '#tests/evaluations';

import { firstPageText, leagueText, ordinal, placesText, reasonText } from './pairStanding';

const verdicts = (...all: readonly ('fairer' | 'less_fair' | 'unclear')[]) => {
  const { situations } = standing();
  return standing({
    situations: situations.map((each, place) => ({
      ...each,
      jain: { ...each.jain, verdict: all[place] ?? 'unclear' },
    })),
  });
};

describe('what the league says of two algorithms', () => {
  it('counts and names the situations, and says what decides', () => {
    expect(leagueText(standing())).toBe(
      'Over the 3 situations of the league, FaiRTT is fairer than BBRv2 in 1 (Deep buffer) and less fair in 2 (Shallow buffer; RTTs of 20 and 60 ms).',
    );
    expect(reasonText(standing())).toBe(
      'It depends on the size of the buffer: in “Shallow buffer”, “RTTs of 20 and 60 ms”, “Deep buffer”, Jain’s index is 0.99, 0.96, 0.68 with BBRv2 and 0.89, 0.83, 0.72 with FaiRTT.',
    );
    expect(placesText(standing())).toBe(
      'By fairness over all of them FaiRTT ranks 24th of 25, BBRv2 21st.',
    );
  });

  it('follows the numbers wherever they go', () => {
    expect(leagueText(verdicts('fairer', 'fairer', 'fairer'))).toBe(
      'FaiRTT is fairer than BBRv2 in all 3 situations of the league.',
    );
    expect(leagueText(verdicts('less_fair', 'less_fair', 'less_fair'))).toMatch(
      /less fair .* all 3/,
    );
    expect(leagueText(verdicts('unclear', 'fairer', 'unclear'))).toMatch(
      /fairer than BBRv2 in 1 \(RTTs of 20 and 60 ms\) and not clearly either in 2\.$/,
    );
    expect(leagueText(verdicts('less_fair', 'unclear', 'unclear'))).toMatch(
      /FaiRTT is less fair than BBRv2 in 1 .* and not clearly either in 2\.$/,
    );
    expect(leagueText(verdicts('unclear', 'unclear', 'unclear'))).toMatch(
      /^FaiRTT and BBRv2 do not differ clearly in any of the 3 situations/,
    );
    expect(reasonText(standing({ ladders: [] }))).toBe('');
    expect(placesText(standing({ first_place: null }))).toBe('');
  });

  it('says what the first page shows, with its setting', () => {
    expect(firstPageText(standing())).toBe(
      'On the first page FaiRTT is fairer than BBRv2 (RTTs of 35 and 25 ms, a buffer of 10 BDP; Jain’s index 0.97 against 0.80).',
    );
    const [lead] = standing().opening;
    if (lead === undefined) throw new Error('no opening');
    const alike = { ...lead, title: 'Loss', jain: { ...lead.jain, first: 0.9, second: 0.96 } };
    expect(firstPageText(standing({ opening: [lead, alike] }))).toContain(
      `Jain’s index 0.97 against 0.80 in “${lead.title}”, 0.96 against 0.90 in “Loss”).`,
    );
    const other = {
      ...lead,
      title: 'Loss',
      jain: { first: 0.9, second: 0.8, verdict: 'less_fair' as const },
    };
    expect(firstPageText(standing({ opening: [lead, other] }))).toMatch(
      /; in “Loss” FaiRTT is less fair than BBRv2 \(0\.80 against 0\.90\)\.$/,
    );
    expect(firstPageText(standing({ opening: [] }))).toBe('');
  });

  it('counts places', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 24, 111].map(ordinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 24th 111th',
    );
  });
});

import { describe, expect, it } from 'vitest';

import { runsCaption } from './pictureCaption';

const run = {
  label: 'FaiRTT',
  isBaseline: false,
  seed: 7,
  coreVersion: '0.1.0+abc',
  scenarioDigest: '0123456789abcdef',
};

describe('the caption of a picture', () => {
  it('says scenario, algorithm, seed, core and digest', () => {
    expect(runsCaption('Elephant and mouse', [run])).toBe(
      'Elephant and mouse. FaiRTT. Seed 7; core 0.1.0+abc; scenario 0123456789ab',
    );
  });

  it('names the baseline, and what is the same for all only once', () => {
    const other = {
      ...run,
      label: 'BBRv2',
      isBaseline: true,
      style: 'dashed',
      scenarioDigest: 'fedcba9876543210',
    };
    expect(runsCaption('Elephant and mouse', [run, other])).toBe(
      'Elephant and mouse. FaiRTT, BBRv2 (baseline, dashed). ' +
        'Seed 7; core 0.1.0+abc; scenario 0123456789ab, scenario fedcba987654',
    );
  });

  it('leaves out what is not known yet', () => {
    expect(runsCaption('', [{ ...run, coreVersion: null }])).toBe(
      'FaiRTT. Seed 7; scenario 0123456789ab',
    );
  });
});

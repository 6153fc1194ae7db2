import { expect, it } from 'vitest';

import { findParameters, parameterField, type Parameter } from './parameterFields';

const gain: Parameter = {
  name: 'cwnd_gain_ratio',
  kind: 'number',
  default: 2,
  minimum: 1,
  maximum: 8,
  choices: [],
  description: 'Window gain in ProbeBW',
};
const hystart: Parameter = {
  ...gain,
  name: 'hystart',
  kind: 'choice',
  default: 'classic',
  minimum: null,
  maximum: null,
  choices: ['classic', 'off'],
  description: 'How slow start ends',
};

it('makes a field of a parameter', () => {
  expect(parameterField(gain, 'flows.0.algorithm.parameters.cwnd_gain_ratio')).toMatchObject({
    kind: 'number',
    title: 'cwnd gain ratio',
    fallback: 2,
    minimum: 1,
    maximum: 8,
  });
  expect(parameterField(hystart, 'p').choices).toEqual(['classic', 'off']);
});

it('finds parameters by words of their name or description', () => {
  expect(findParameters([gain, hystart], 'gain window')).toEqual([gain]);
  expect(findParameters([gain, hystart], 'slow start')).toEqual([hystart]);
  expect(findParameters([gain, hystart], '')).toHaveLength(2);
  expect(findParameters([gain, hystart], 'nothing')).toEqual([]);
});

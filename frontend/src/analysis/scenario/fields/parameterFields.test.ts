import { expect, it } from 'vitest';

import { coreAlgorithms } from '#tests/registry';
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
    title: 'cwnd gain',
    fallback: 2,
    minimum: 1,
    maximum: 8,
  });
  expect(parameterField(hystart, 'p').choices).toEqual(['classic', 'off']);
});

it('names a parameter by its words, and puts the unit that fits its default beside it', () => {
  const words = (name: string, value: number) => {
    const { title, unit, factor } = parameterField({ ...gain, name, default: value }, 'p');
    return [title, unit, factor];
  };
  expect(words('jiffy_s', 0)).toEqual(['jiffy', 'ms', 1e-3]);
  expect(words('min_rtt_window_s', 10)).toEqual(['min rtt window', 's', 1]);
  expect(words('c_packets_per_s3', 0.4)).toEqual(['c', 'packets/s³', 1]);
  expect(words('lt_bw_difference_bps', 4000)).toEqual(['lt bw difference', 'kbit/s', 1e3]);
  expect(words('pacing_margin_percent', 1)).toEqual(['pacing margin', '%', 1]);
});

it('names no two parameters of an algorithm alike, and none by a unit', () => {
  for (const { name: algorithm, parameters } of coreAlgorithms) {
    const titles = parameters.map((each) => parameterField(each as Parameter, 'p').title);
    expect(new Set(titles).size, algorithm).toBe(titles.length);
    for (const title of titles) expect(title).not.toMatch(/ (s|bps|bytes|percent|ratio|s3)$/);
  }
});

it('finds parameters by words of their name or description', () => {
  expect(findParameters([gain, hystart], 'gain window')).toEqual([gain]);
  expect(findParameters([gain, hystart], 'slow start')).toEqual([hystart]);
  expect(findParameters([gain, hystart], '')).toHaveLength(2);
  expect(findParameters([gain, hystart], 'nothing')).toEqual([]);
});

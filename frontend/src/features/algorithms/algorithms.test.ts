import { describe, expect, it } from 'vitest';

import { coreAlgorithm } from '#tests/registry';

import {
  boundsText,
  differenceFromBase,
  fidelityOf,
  matchesParameter,
  parameterValueText,
  sharedSource,
  shortSource,
  type Parameter,
} from './algorithms';

function parameter(changes: Partial<Parameter>): Parameter {
  return {
    name: 'beta_ratio',
    kind: 'number',
    default: 0.5,
    minimum: 0.1,
    maximum: 0.95,
    choices: [],
    description: 'Factor on the window at a congestion event',
    source: 'RFC 5681 3.1',
    ...changes,
  };
}

describe('parameterValueText', () => {
  it.each([
    ['jiffy_s', 0.004, '4 ms'],
    ['rtt_bin_s', 1e-6, '1 µs'],
    ['min_rtt_window_s', 10, '10 s'],
    ['probe_rtt_duration_s', 0, '0 s'],
    ['lt_bw_difference_bps', 4000, '4 kbit/s'],
    ['pacing_margin_percent', 1, '1%'],
    ['minimum_cwnd_packets', 4, '4 packets'],
    ['c_packets_per_s3', 0.4, '0.4 packets/s³'],
    ['high_gain_ratio', 2.88671875, '2.88671875'],
    ['fast_convergence', true, 'on'],
    ['hystart', 'plus_plus', 'plus_plus'],
  ])('reads %s of %s as %s', (name, value, text) => {
    expect(parameterValueText(name, value)).toBe(text);
  });
});

describe('boundsText', () => {
  it('says a shared unit once', () => {
    const rounds = { name: 'full_pipe_rounds', minimum: 1, maximum: 7 };
    expect(boundsText(parameter(rounds))).toBe('1 to 7 rounds');
    expect(boundsText(parameter({ name: 'x_s', minimum: 0.1, maximum: 60 }))).toBe(
      '100 ms to 60 s',
    );
    expect(boundsText(parameter({ name: 'x_s', minimum: 0, maximum: 0.5 }))).toBe('0 to 500 ms');
    expect(boundsText(parameter({}))).toBe('0.1 to 0.95');
  });

  it('lists choices and both states of a switch', () => {
    expect(boundsText(parameter({ kind: 'boolean' }))).toBe('on, off');
    expect(boundsText(parameter({ kind: 'choice', choices: ['linux', 'ns3'] }))).toBe('linux, ns3');
  });
});

describe('matchesParameter', () => {
  it('wants every word, wherever it stands', () => {
    expect(matchesParameter(parameter({}), 'WINDOW rfc')).toBe(true);
    expect(matchesParameter(parameter({}), 'beta ratio')).toBe(true);
    expect(matchesParameter(parameter({}), 'window rtt')).toBe(false);
    expect(matchesParameter(parameter({}), '  ')).toBe(true);
  });
});

describe('sharedSource', () => {
  const file = 'Linux net/ipv4/tcp_bbr.c';
  const inFile = ['a', 'b', 'c', 'd', 'e()'].map((name) => ({ source: `${file}, ${name}` }));

  it('is what many sources begin with', () => {
    expect(sharedSource([{ source: 'RFC 9406' }, ...inFile])).toBe(file);
    expect(sharedSource(inFile.slice(1))).toBe('');
    expect(sharedSource([])).toBe('');
  });

  it('is left out of those and of no others', () => {
    expect(shortSource(`${file}, e(); ns-3 tcp-bbr.cc`, file)).toBe('e(); ns-3 tcp-bbr.cc');
    expect(shortSource('RFC 9406, 4.3', file)).toBe('RFC 9406, 4.3');
    expect(shortSource('RFC 9406, 4.3', '')).toBe('RFC 9406, 4.3');
  });
});

describe('differenceFromBase', () => {
  it('names what a variant adds, changes and leaves out', () => {
    const base = {
      parameters: [
        parameter({ name: 'kept' }),
        parameter({ name: 'moved' }),
        parameter({ name: 'gone' }),
      ],
      metrics: [{ name: 'rtt_s' }],
      phases: ['a'],
    };
    const variant = {
      parameters: [
        parameter({ name: 'kept' }),
        parameter({ name: 'moved', default: 1 }),
        parameter({ name: 'new' }),
      ],
      metrics: [{ name: 'rtt_s' }, { name: 'share_ratio' }],
      phases: ['a', 'b'],
    };
    expect(differenceFromBase(variant, base)).toEqual({
      addedParameters: ['new'],
      changedParameters: ['moved'],
      removedParameters: ['gone'],
      addedMetrics: ['share_ratio'],
      hasSamePhases: false,
    });
  });

  it('finds FaiRTT to be BBRv2 with parameters of its own', () => {
    const difference = differenceFromBase(coreAlgorithm('fairtt'), coreAlgorithm('bbr2'));
    expect(difference.addedParameters).toContain('reading');
    expect(difference.removedParameters).toEqual([]);
    expect(difference.hasSamePhases).toBe(true);
  });
});

describe('fidelityOf', () => {
  it('parts the word from what it is about', () => {
    expect(fidelityOf('exact: Linux reno')).toEqual({ kind: 'exact', of: 'Linux reno' });
    expect(fidelityOf('exact')).toEqual({ kind: 'exact', of: '' });
  });
});

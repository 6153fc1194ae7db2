import { expect, it } from 'vitest';

import { chosenNames, namesOf, withNames } from './groupNames';

const TITLES: Readonly<Record<string, string>> = { cubic: 'CUBIC', bbr: 'BBRv1' };
const titleOf = (name: string) => TITLES[name] ?? name;
const group = (name: string, label = '') => ({ label, algorithm: { name } });

it('calls groups by their algorithm, numbered only when repeated', () => {
  expect(namesOf([group('cubic'), group('bbr')], titleOf)).toEqual(['CUBIC', 'BBRv1']);
  const three = [group('cubic'), group('bbr'), group('cubic')];
  expect(namesOf(three, titleOf)).toEqual(['CUBIC 1', 'BBRv1', 'CUBIC 2']);
});

it('leaves a name that was typed, and never gives it to another group', () => {
  const groups = [group('bbr', 'CUBIC'), group('cubic'), group('bbr', 'mouse')];
  expect(namesOf(groups, titleOf)).toEqual(['CUBIC', 'CUBIC 1', 'mouse']);
});

it('calls what has no algorithm by its traffic', () => {
  const udp = { algorithm: { name: 'none' }, traffic: { kind: 'udp' } };
  expect(namesOf([udp], titleOf)).toEqual(['UDP']);
});

it('takes a name for chosen unless it is the one that follows', () => {
  const groups = [group('cubic', 'CUBIC 1'), group('cubic', 'far'), group('bbr', 'BBRv1')];
  expect(chosenNames(groups, titleOf)).toEqual([false, true, false]);
});

it('lets names follow the algorithm, also those of the other groups', () => {
  const flows = [group('cubic', 'CUBIC'), group('bbr', 'BBRv1'), group('bbr', 'far')];
  const fields = { 'flows.1.algorithm': { name: 'cubic' }, 'flows.2.algorithm.name': 'cubic' };
  expect(withNames({ flows }, fields, titleOf)).toEqual({
    ...fields,
    'flows.0.label': 'CUBIC 1',
    'flows.1.label': 'CUBIC 2',
  });
  expect(withNames({ flows }, { 'flows.1.rtt_s': 0.1 }, titleOf)).toEqual({
    'flows.1.rtt_s': 0.1,
  });
});

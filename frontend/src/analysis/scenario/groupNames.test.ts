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

it('calls a group by an algorithm that is not yet written as an object', () => {
  expect(namesOf([{ algorithm: 'cubic' }, group('bbr')], titleOf)).toEqual(['CUBIC', 'BBRv1']);
});

it('takes a name for chosen unless it is the one that follows', () => {
  const groups = [group('cubic', 'CUBIC'), group('cubic', 'far'), group('bbr', 'BBRv1')];
  expect(chosenNames(groups, titleOf)).toEqual([false, true, false]);
});

it('takes a numbered name for chosen where no group would be numbered so', () => {
  expect(chosenNames([group('cubic', 'CUBIC 2')], titleOf)).toEqual([true]);
  expect(chosenNames([group('cubic', 'CUBIC 2'), group('cubic', 'CUBIC')], titleOf)).toEqual([
    true,
    false,
  ]);
  expect(chosenNames([group('cubic', 'CUBIC 1'), group('cubic', 'CUBIC 2')], titleOf)).toEqual([
    false,
    false,
  ]);
  const flows = [group('cubic', 'CUBIC 2'), group('bbr', 'BBRv1')];
  const fields = { 'flows.0.algorithm.name': 'bbr' };
  expect(withNames({ flows }, fields, titleOf)).not.toHaveProperty('flows.0.label');
});

it('numbers the others anew when one gets a name, and leaves what is being typed', () => {
  const flows = [group('cubic', 'CUBIC 1'), group('cubic', 'CUBIC 2')];
  expect(withNames({ flows }, { 'flows.1.label': 'far' }, titleOf)).toEqual({
    'flows.1.label': 'far',
    'flows.0.label': 'CUBIC',
  });
  expect(withNames({ flows }, { 'flows.1.label': '' }, titleOf)['flows.1.label']).toBe('');
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

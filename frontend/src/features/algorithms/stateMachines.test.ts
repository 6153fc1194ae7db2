import { describe, expect, it } from 'vitest';

import { coreAlgorithm, coreAlgorithms } from '#tests/registry';

import { ANY, STATE_MACHINES, stateMachineOf } from './stateMachines';

const machines = Object.entries(STATE_MACHINES);

describe('the described state machines', () => {
  it.each(machines)('has the states of the core for %s', (name, { states }) => {
    const phases = states.map(({ phase }) => phase);
    expect(phases.toSorted()).toEqual(coreAlgorithm(name).phases.toSorted());
  });

  it.each(machines)('leads from known states to known states in %s', (_, machine) => {
    const known = [...machine.states.map(({ phase }) => phase)];
    const groups = machine.groups.map(({ name }) => name);
    for (const { from, to, when } of machine.transitions) {
      expect([...known, ...groups, ANY]).toContain(from);
      expect([...known, ...groups]).toContain(to);
      expect(when).toMatch(/\.$/);
    }
    for (const { phases } of machine.groups)
      expect(known).toEqual(expect.arrayContaining([...phases]));
  });

  it.each(machines)(
    'has a way into every state but the first and out of each in %s',
    (_, machine) => {
      const { states, groups, transitions } = machine;
      const groupsOf = (phase: string) =>
        groups.filter(({ phases }) => phases.includes(phase)).map(({ name }) => name);
      states.forEach(({ phase }, index) => {
        const names = [phase, ...groupsOf(phase)];
        const isEntered = transitions.some(({ to }) => names.includes(to));
        const isLeft = transitions.some(({ from, to }) => names.includes(from) && to !== phase);
        expect({ phase, isEntered: isEntered || index === 0, isLeft }).toEqual({
          phase,
          isEntered: true,
          isLeft: true,
        });
      });
    },
  );

  it.each(machines)('gives every state of %s a place of its own', (_, { states }) => {
    const places = states.map(({ column, row }) => `${column},${row}`);
    expect(new Set(places).size).toBe(states.length);
  });
});

describe('stateMachineOf', () => {
  it('takes the machine of the base where the states are the same', () => {
    expect(stateMachineOf(coreAlgorithm('fairtt'))).toBe(STATE_MACHINES.bbr2);
  });

  it('shows the states alone where nothing is described', () => {
    const machine = stateMachineOf({ name: 'new', base: 'bbr2', phases: ['a', 'b', 'c', 'd'] });
    expect(machine.states.map(({ phase }) => phase)).toEqual(['a', 'b', 'c', 'd']);
    expect(machine.states.at(3)).toEqual({ phase: 'd', column: 0, row: 1 });
    expect(machine.transitions).toEqual([]);
  });

  it('does not draw an old machine over states that the core has changed', () => {
    const machine = stateMachineOf({ name: 'bbr2', base: '', phases: ['startup', 'drain'] });
    expect(machine.states).toHaveLength(2);
  });

  it('has something to draw for every algorithm of the core', () => {
    for (const algorithm of coreAlgorithms) {
      const { states } = stateMachineOf(algorithm);
      expect(states).toHaveLength(algorithm.phases.length);
    }
  });
});

import { expect, it } from 'vitest';

import { isUnused, linkUse, withLinkUse } from './linkUse';

const scenario = {
  flows: [{}, { path: ['bottleneck', 'far'], return_path: ['back'] }, { path: ['far'] }],
};

it('knows which data and which ACKs pass a link', () => {
  expect(linkUse(scenario, 'bottleneck').path).toEqual([true, true, false]);
  expect(linkUse(scenario, 'back')).toEqual({
    path: [false, false, false],
    return_path: [false, true, false],
  });
  expect(isUnused(linkUse(scenario, 'back'))).toBe(false);
  expect(isUnused(linkUse(scenario, 'new'))).toBe(true);
});

it('puts a link at the end of a way, and takes it out again', () => {
  expect(withLinkUse(scenario, 0, 'path', 'far', true)).toEqual({
    'flows.0.path': ['bottleneck', 'far'],
  });
  expect(withLinkUse(scenario, 1, 'path', 'far', false)).toEqual({ 'flows.1.path': undefined });
  expect(withLinkUse(scenario, 2, 'path', 'far', false)).toEqual({ 'flows.2.path': undefined });
  expect(withLinkUse(scenario, 0, 'return_path', 'back', true)).toEqual({
    'flows.0.return_path': ['back'],
  });
  expect(withLinkUse(scenario, 1, 'return_path', 'back', false)).toEqual({
    'flows.1.return_path': undefined,
  });
});

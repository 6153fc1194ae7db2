import { expect, it } from 'vitest';

import { confounders, consequences } from './followers';

const buffer = { sentence: 'The buffer follows.', repairs: [{ title: 'Keep', fields: {} }] };
const bdp = { sentence: 'The BDP follows.', repairs: [] };

it('parts what can be kept still from what belongs to an axis', () => {
  const axes = [{ followers: [buffer, bdp] }, {}];
  expect(confounders(axes)).toEqual([buffer]);
  expect(consequences(axes)).toEqual([bdp]);
});

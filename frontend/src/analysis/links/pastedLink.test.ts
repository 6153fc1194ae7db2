import { describe, expect, it } from 'vitest';

import { LinkError, readPastedLink } from './pastedLink';

const LAB = 'http://lab.example:8000';
const RUN = '0197f000-0000-7000-8000-000000000001';
const BASE = '0197f000-0000-7000-8000-000000000002';
const THIRD = '0197f000-0000-7000-8000-000000000003';
const TOKEN = 'abcdefghijklmnopqrstuv';
const read = (text: string) => readPastedLink(text, LAB);

describe('a pasted link', () => {
  it('is a run, its baseline first', () => {
    expect(read(`${LAB}/runs/${RUN}`)).toEqual({ kind: 'runs', ids: [RUN] });
    expect(read(` ${LAB}/runs/${RUN}?with=${THIRD}.${BASE}&base=${BASE}&from=1 `)).toEqual({
      kind: 'runs',
      ids: [BASE, RUN, THIRD],
    });
  });

  it('may lack its beginning, down to the id of a run', () => {
    for (const text of [`/runs/${RUN}`, `lab.example:8000/runs/${RUN}`, RUN]) {
      expect(read(text)).toEqual({ kind: 'runs', ids: [RUN] });
    }
  });

  it('stands behind the # on a site without a server', () => {
    expect(read(`${LAB}/courses/#/runs/${RUN}?with=${BASE}`)).toEqual({
      kind: 'runs',
      ids: [BASE, RUN],
    });
  });

  it('is a shared result, as a page or embedded', () => {
    expect(read(`${LAB}/s/${TOKEN}?from=1`)).toEqual({ kind: 'share', token: TOKEN });
    expect(read(`${LAB}/embed/${TOKEN}`)).toEqual({ kind: 'share', token: TOKEN });
  });

  it('is the chosen cell of an experiment', () => {
    expect(read(`${LAB}/experiments/${RUN}?view=map&cell=17`)).toEqual({
      kind: 'experiment',
      id: RUN,
      cell: 17,
    });
    expect(read(`${LAB}/experiments/${RUN}`)).toMatchObject({ cell: null });
  });

  it('is a comparison', () => {
    expect(read(`${LAB}/compare?of=${RUN}.${BASE}&baseline=1`)).toMatchObject({
      kind: 'comparison',
      of: `${RUN}.${BASE}`,
    });
  });

  it('is a scenario of any lab', () => {
    expect(read('https://another.example/build#lab1=q1YqSyzKTFSyUlBK')).toEqual({
      kind: 'scenario',
      fragment: '#lab1=q1YqSyzKTFSyUlBK',
    });
  });

  it.each([
    ['', 'Nothing was pasted'],
    [`https://another.example/runs/${RUN}`, 'another.example, another lab'],
    [`${LAB}/s/abc`, '22 characters'],
    [`${LAB}/compare`, 'without anything'],
    [`${LAB}/build`, 'editor without a scenario'],
    [`${LAB}/papers`, '/papers shows no result'],
    ['http://', 'not a link'],
  ])('says why %s cannot be compared', (text, why) => {
    expect(() => read(text)).toThrow(LinkError);
    expect(() => read(text)).toThrow(why);
  });
});

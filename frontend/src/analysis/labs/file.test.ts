import { describe, expect, it } from 'vitest';

import { labFileName, labFileText, NoLabFileError, readLabFile } from './file';

describe('the file of a lab', () => {
  it('has one text for any order of its fields', () => {
    const one = { title: 'A', version: 1, steps: [{ text: '', kind: 'text', id: 'read' }] };
    const other = { steps: [{ id: 'read', kind: 'text', text: '' }], version: 1, title: 'A' };
    expect(labFileText(one)).toBe(labFileText(other));
    expect(labFileText(one)).toBe(
      [
        '{',
        '  "version": 1,',
        '  "title": "A",',
        '  "steps": [',
        '    {',
        '      "id": "read",',
        '      "kind": "text",',
        '      "text": ""',
        '    }',
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('comes back as it went', () => {
    const lab = { version: 1, title: 'Ä', steps: [{ solution: { 'b.c': 1, 'a.b': null } }] };
    expect(readLabFile(labFileText(lab))).toEqual(lab);
  });

  it('is named after its title', () => {
    expect(labFileName({ title: 'Bufferbloat, at home!' })).toBe('bufferbloat-at-home.json');
    expect(labFileName({ title: 'Überlast' })).toBe('uberlast.json');
    expect(labFileName({ title: '??' })).toBe('lab.json');
  });

  it('may be a shipped template, which has the lab inside', () => {
    expect(readLabFile('{"lab": {"title": "A", "steps": []}, "effects": []}')).toEqual({
      title: 'A',
      steps: [],
    });
  });

  it('is refused if it is something else', () => {
    expect(() => readLabFile('{')).toThrow(NoLabFileError);
    expect(() => readLabFile('[]')).toThrow('It is not a lab');
    expect(() => readLabFile('{"flows": []}')).toThrow('a list of "steps"');
  });
});

import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { describe, expect, it } from 'vitest';

import { chosenLanguage, loadLanguage } from './language';

const catalogue = (texts: Readonly<Record<string, string>>) => () =>
  Promise.resolve({
    messages: Object.fromEntries(
      Object.entries(texts).map(([english, text]) => [
        generateMessageId(english),
        compileMessage(text),
      ]),
    ),
  });

const GERMAN = {
  './de/steps.po': catalogue({
    '{count, plural, one {# student} other {# students}}':
      '{count, plural, one {# Studentin} other {# Studierende}}',
  }),
  './de/labs.po': catalogue({ '{clock} left for {stepTitle}': '{stepTitle}: noch {clock}' }),
  './fr/steps.po': catalogue({}),
};

describe('the language of the texts', () => {
  it('is the first one of the browser that has catalogues', () => {
    expect(chosenLanguage(['it', 'de-CH', 'fr'], GERMAN)).toBe('de');
    expect(chosenLanguage(['en-GB', 'de'], GERMAN)).toBe('en');
    expect(chosenLanguage(['it'], GERMAN)).toBe('en');
  });

  it('has its own order of words and its own plurals, and English where a text is missing', async () => {
    await loadLanguage('de', GERMAN);
    const { countOf } = await import('./counts');
    expect(countOf(1, 'student')).toBe('1 Studentin');
    expect(countOf(3, 'student')).toBe('3 Studierende');
    expect(countOf(3, 'answer')).toBe('3 answers');
  });
});

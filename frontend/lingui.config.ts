import { readdirSync } from 'node:fs';

import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** The pages for students and teachers: each has one catalogue of its texts. */
const PAGES = {
  classes: ['src/features/classes'],
  contest: ['src/features/contest'],
  joining: ['src/features/joining'],
  labEditor: ['src/features/labEditor'],
  labs: ['src/features/labs'],
  steps: ['src/steps', 'src/texts'],
};

/** A folder of src/texts is a language. `en` is what the code says, made for a translator. */
const languages = readdirSync('src/texts', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'en')
  .map(({ name }) => name);

export default defineConfig({
  locales: ['en', ...languages],
  sourceLocale: 'en',
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: true }),
  orderBy: 'message',
  runtimeConfigModule: {
    i18n: ['@/texts/i18n', 'i18n'],
    Trans: ['@/texts/Trans', 'Trans'],
  },
  catalogs: Object.entries(PAGES).map(([name, include]) => ({
    path: `<rootDir>/src/texts/{locale}/${name}`,
    include,
    exclude: ['**/*.test.*'],
  })),
});

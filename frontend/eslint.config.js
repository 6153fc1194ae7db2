import js from '@eslint/js';
import lingui from 'eslint-plugin-lingui';
import globals from 'globals';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Files below `src/<folder>` may not import what `patterns` name; `why` is shown to the author. */
function border(folder, patterns, why) {
  return {
    files: [`src/${folder}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: patterns, message: why }] }],
    },
  };
}

/**
 * What the linter asks the compilers of TypeScript and React for takes far longer than the rest.
 * Every run has TypeScript's own check; `npm run lint:types` (`./lab test --full`) has all rules.
 */
const isTyped = process.env.LINT_TYPES === '1';
const presets = isTyped
  ? [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked]
  : [...tseslint.configs.strict, ...tseslint.configs.stylistic];
const rulesWithTypes = {
  // Numbers in texts are what this lab is about; everything else stays forbidden.
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
};

const hookRules = isTyped
  ? reactHooks.configs.recommended.rules
  : { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' };

const REACT = ['react', 'react-dom', 'react/*', '@mantine/*', '@tanstack/*'];
const PLOTLY = ['plotly.js*'];

const FORMATTING =
  'Numbers are shown by one rule: use analysis/numbers/shown.ts (docs/developing.md).';

const FEATURES_WHY = 'features do not import one another, and reach Plotly through charts only.';

/** Files of before the rule. The list only gets shorter. */
const FORMAT_BY_THEMSELVES = [
  'src/analysis/imports/**',
  'src/analysis/scenario/**',
  'src/features/build/**',
  'src/features/labs/**',
  'src/features/run/measured/**',
];

/** Numbers are formatted in one place: a component that does it by itself breaks the rule. */
const numbersByRule = {
  files: ['src/**/*.{ts,tsx}'],
  // The core writes numbers for digests, not for people.
  ignores: [
    'src/analysis/numbers/**',
    'src/core/{canonical,exact}.ts',
    'src/**/*.test.{ts,tsx}',
    ...FORMAT_BY_THEMSELVES,
  ],
  rules: {
    'no-restricted-syntax': [
      'error',
      {
        selector: 'CallExpression[callee.property.name=/^(toFixed|toPrecision|toExponential)$/]',
        message: FORMATTING,
      },
      { selector: "MemberExpression[property.name='NumberFormat']", message: FORMATTING },
      { selector: "CallExpression[callee.property.name='toLocaleString']", message: FORMATTING },
    ],
  },
};

/**
 * Pages for students and teachers may come in a second language: what a person reads there goes
 * through `t` or `Trans`, so that it is in the catalogue of its page (src/texts).
 */
const textsInCatalogues = {
  files: [
    'src/features/{classes,contest,joining,labEditor,labs}/**/*.{ts,tsx}',
    'src/{steps,texts}/**/*.{ts,tsx}',
  ],
  ignores: ['src/**/*.test.{ts,tsx}'],
  plugins: { lingui },
  rules: {
    'lingui/no-unlocalized-strings': [
      'error',
      {
        // Keys, names of fields, addresses, selectors; paths of drawings; patterns.
        ignore: [
          '^[^A-Za-z]*$',
          '^[a-z]+([A-Z][a-z]+)*$',
          '^[a-z0-9_.:/#-]*$',
          '^/',
          '^(M?L?|Mbit/s|kB)$',
        ],
        ignoreNames: ['className', 'key', 'size', 'path', 'hash', 'REFUSED', 'FOCUSABLE'],
        ignoreFunctions: [
          ...['clsx', 'Error', 'RegExp', 'saveFile', 'encodeURIComponent'],
          ...[
            '*.querySelector',
            '*.querySelectorAll',
            '*.replace',
            '*.endsWith',
            '*.startsWith',
            '*.glob',
          ],
        ],
      },
    ],
    'lingui/no-single-tag-to-translate': 'error',
    'lingui/no-single-variables-to-translate': 'error',
  },
};

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/api/schema.d.ts', 'src/generated'] },
  js.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}', 'vite*.config.ts'],
    extends: presets,
    languageOptions: { parserOptions: { projectService: isTyped }, globals: globals.browser },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      ...(isTyped ? rulesWithTypes : {}),
      // The length of files is a rule of tools/checks/sizes.py, which lists what may be longer.
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: hookRules,
  },
  {
    // A `describe` block is a list of tests, not a function to keep short.
    files: ['src/**/*.test.{ts,tsx}'],
    rules: { 'max-lines-per-function': 'off' },
  },
  numbersByRule,
  textsInCatalogues,
  border(
    'analysis',
    [
      ...REACT,
      ...PLOTLY,
      '@/api/*',
      '!@/api/schema',
      '@/charts/*',
      '@/features/*',
      '@/opening/*',
      '@/share/*',
      '@/ui/*',
      '@/state/*',
      '../*',
    ],
    'analysis is pure: arrays in, arrays out; no React, no Plotly, no fetching.',
  ),
  border(
    'charts',
    ['@/features/*', '@/opening/*', '@/share/*', '@/api/*', '@/app/*', '@/pictures/*', '@/state/*'],
    'charts draw the data that they are given: fetching, state and pages belong to features.',
  ),
  border(
    'pictures',
    ['@/features/*', '@/opening/*', '@/api/*', '@/charts/*', '@/app/*', ...PLOTLY],
    'pictures are made of what is drawn, whatever drew it.',
  ),
  border(
    'stage',
    ['@/features/*', '@/opening/*', '@/share/*', '@/app/*', '../*', ...PLOTLY],
    'a stage is given its curves or the runs to load them of, and knows none of the pages.',
  ),
  border(
    'ui',
    ['@/features/*', '@/opening/*', '@/share/*', '@/api/*', '@/charts/*', '@/app/*'],
    'ui has no domain words.',
  ),
  border(
    'api',
    [
      '@/features/*',
      '@/opening/*',
      '!@/opening/waits',
      '@/share/*',
      '@/charts/*',
      '@/ui/*',
      '@/app/*',
    ],
    'api knows no page.',
  ),
  border(
    'opening',
    ['@/features/*', '@/share/*', '@/app/*', '../*', ...PLOTLY],
    'opening is what pages need before the page of a run is there: it knows none of them.',
  ),
  border(
    'share',
    ['@/features/*', '@/charts/*', '@/app/*', '../*'],
    'share is what every page needs to pass its result on: it knows none of them.',
  ),
  border(
    'readings',
    ['@/features/*', '@/charts/*', '@/share/*', '@/app/*', '../*', ...PLOTLY],
    'a note on readings stands on many pages, and knows none of them.',
  ),
  border(
    'steps',
    ['@/features/*', '@/share/*', '@/app/*', '../*', ...PLOTLY],
    'steps is what pages of labs share: it knows none of them.',
  ),
  border(
    'state',
    ['@/features/*', '@/opening/*', '@/share/*', '@/charts/*', '@/ui/*', '@/app/*'],
    'state knows no page.',
  ),
  border('features', ['@/features/*', '@/app/*', '../*', ...PLOTLY], FEATURES_WHY),
  // In a room of a feature, `..` is still that feature.
  border('features/*/*', ['@/features/*', '@/app/*', '../../*', ...PLOTLY], FEATURES_WHY),
  {
    files: ['scripts/**/*.mjs', 'eslint.config.js', 'public/*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);

import { defineConfig } from 'oxlint'

/** What React's compiler asks of components and hooks. The code for the browser keeps all of it. */
const rulesOfReact = Object.fromEntries(
  [
    'rules-of-hooks',
    'exhaustive-deps',
    'static-components',
    'use-memo',
    'void-use-memo',
    'preserve-manual-memoization',
    'incompatible-library',
    'immutability',
    'globals',
    'refs',
    'set-state-in-effect',
    'set-state-in-render',
    'error-boundaries',
    'purity',
    'unsupported-syntax',
  ].map((rule) => [`react/${rule}`, 'error' as const]),
)

export default defineConfig({
  plugins: ['eslint', 'typescript', 'react'],
  categories: { correctness: 'error' },
  options: { reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist', 'dist.*', '.signwright', 'test-results', 'playwright-report', 'coverage'],
  rules: {
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'no-array-constructor': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-console': 'error',
    eqeqeq: 'error',
    // Control characters are looked for on purpose, in what people typed and in files that they sent.
    'no-control-regex': 'off',
    // A test gives a component its children as it gives its other properties.
    'react/no-children-prop': 'off',
    // Rows of facts hold elements that are drawn under keys of their own.
    'react/jsx-key': 'off',
  },
  overrides: [
    { files: ['src/**'], rules: rulesOfReact },
    {
      files: ['src/**'],
      excludeFiles: ['src/kit/save/use-*-mutation.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: '@mantine/core',
                importNames: ['NumberInput'],
                message:
                  'It drops characters: 1.5 becomes 15, -2 becomes 2. Use a field of the kit, or TextInput with readDecimal.',
              },
              {
                name: '@tanstack/react-query',
                importNames: ['useMutation'],
                message: 'A double click calls it twice. Use useActMutation or useOneMutation of src/kit/save.',
              },
            ],
          },
        ],
      },
    },
    { files: ['scripts/**', 'tests/bench/**', 'supabase/local/main.ts'], rules: { 'no-console': 'off' } },
    { files: ['**/*.cjs'], rules: { 'typescript/no-require-imports': 'off' } },
  ],
})

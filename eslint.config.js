import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  {
    ignores: ['dist', 'dist.*', 'node_modules', '.signwright', 'test-results', 'playwright-report', 'coverage'],
  },
  ...tseslint.configs.recommended,
  // Its rules compile each file as React's compiler does; what is not for the browser holds no React.
  { ...hooks.configs.flat['recommended-latest'], files: ['src/**'] },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/kit/save/use-*-mutation.ts'],
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
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
)

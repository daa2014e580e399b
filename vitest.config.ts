import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/setup/longest-first.ts'
import { testedOnPostgres } from './tests/setup/tested-on-postgres.ts'

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) }

/** Sessions and the address of the page reach beyond these files: each has a page of its own. */
const apart = ['src/app/**/*.test.tsx']

/**
 * `unit` (pure; its files share one module graph a worker) is part of `npm run check`. The others are stages of
 * `npm test`: `components*` (its files share one page and the libraries a worker, but for some), `database` and
 * `backend` (their files share one compiled engine a worker) and `faults` (minutes that are mostly waited for) start
 * engines and servers.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: ['tests/setup/generated-cases.ts'],
          // Ends what hangs; on a busy machine generated cases take several seconds.
          testTimeout: 60_000,
          include: [
            'src/**/*.test.ts',
            'tests/models/**/*.test.ts',
            'tests/contract/**/*.unit.test.ts',
            'scripts/**/*.test.ts',
          ],
          environment: 'node',
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'components',
          isolate: false,
          setupFiles: ['tests/setup/generated-cases.ts', 'tests/setup/components.ts'],
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          exclude: apart,
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'components-apart',
          setupFiles: ['tests/setup/generated-cases.ts', 'tests/setup/components.ts'],
          environment: 'happy-dom',
          include: apart,
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'database',
          isolate: false,
          setupFiles: ['tests/setup/generated-cases.ts'],
          // Several servers on one database need PostgreSQL: they are tested where the tests have one.
          include: [
            'supabase/tests/**/*.test.ts',
            'tests/contract/**/*.db.test.ts',
            'supabase/local/cluster/**/*.test.ts',
          ],
          exclude: process.env['TESTED_ON_POSTGRES'] ? [...testedOnPostgres] : [],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'backend',
          isolate: false,
          setupFiles: ['tests/setup/generated-cases.ts', 'tests/setup/backend.ts'],
          retry: process.env.CI === 'true' ? 1 : 0,
          include: ['supabase/local/**/*.test.ts', 'supabase/functions/**/*.test.ts'],
          exclude: ['supabase/local/cluster/**'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'faults',
          retry: process.env.CI === 'true' ? 1 : 0,
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

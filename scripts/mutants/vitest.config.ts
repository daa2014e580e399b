import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One file that runs the others: see planted.ts. */
export default defineConfig({
  root,
  resolve: { alias: { '@': `${root}src` } },
  test: {
    name: 'mutants',
    isolate: false,
    maxWorkers: 1,
    setupFiles: ['tests/setup/generated-cases.ts'],
    include: ['scripts/mutants/planted.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

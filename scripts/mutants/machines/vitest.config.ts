import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { readPlan } from './plan.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const trials = new Map(readPlan().trials.map((trial) => [String(trial.at), trial]))
const faultOf = (id: string) => /[?&]fault=(\d+)/.exec(id)?.[1]
const pathOf = (id: string) => id.split('?')[0] ?? ''

/** What a file of a fault imports from the machines and the models is of that fault too. */
const planting: Plugin = {
  name: 'plant',
  enforce: 'pre',
  async resolveId(id, importer) {
    const fault = importer === undefined ? undefined : faultOf(importer)
    if (importer === undefined || fault === undefined || faultOf(id) !== undefined) return null
    const found = await this.resolve(id, pathOf(importer))
    const path = pathOf(found?.id ?? '')
    const isOurs = path.startsWith(`${root}src/machines/`) || path.startsWith(`${root}tests/models/`)
    return isOurs ? `${path}?fault=${fault}` : found
  },
  load(id) {
    const fault = faultOf(id)
    if (fault === undefined) return null
    const trial = trials.get(fault)
    return trial && pathOf(id) === join(root, trial.file) ? trial.source : readFileSync(pathOf(id), 'utf8')
  },
}

/** One file that runs the others: see planted.ts. */
export default defineConfig({
  root,
  resolve: { alias: { '@': `${root}src` } },
  plugins: [planting],
  test: {
    name: 'machine mutants',
    isolate: false,
    maxWorkers: 1,
    // What is loaded depends on the planted fault, which such a cache does not know.
    fsModuleCache: false,
    setupFiles: ['tests/setup/generated-cases.ts'],
    include: ['scripts/mutants/machines/planted.ts'],
    testTimeout: 3_000,
  },
})

import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig, type Plugin } from 'vite'
import product from '../../../vite.config.ts'

const watchedXState = fileURLToPath(new URL('./xstate.ts', import.meta.url))

/** Every module but the watched one gets the watched one for XState. */
const watchMachines = (): Plugin => ({
  name: 'watch-machines',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'xstate' && importer !== watchedXState ? watchedXState : null),
})

/** The app as the product builds it, with machines that a walk can watch. */
export default defineConfig(async (environment) =>
  mergeConfig(await product(environment), { plugins: [watchMachines()] }),
)

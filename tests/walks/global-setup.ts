import { spawnSync } from 'node:child_process'
import { announce } from '../e2e/global-setup.ts'
import { startProduct } from '../product.ts'

/** One product for all walks, which serves the app whose machines are watched. */
export default async function globalSetup() {
  const { status } = spawnSync(process.execPath, ['scripts/build-web.mjs', '--watched'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The web app could not be built: see above')
  return announce(await startProduct({}, 'tests/walks/watched/serve.ts'))
}

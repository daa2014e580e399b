// npm start: builds what changed, then serves app and backend on one port.
import { existsSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const packagedNode = join(root, 'node_modules', '.bin', 'node')

if (Number(process.versions.node.split('.')[0]) < 24 && existsSync(packagedNode)) {
  // Started with the system's Node by hand: go on with the one from the lock file.
  const child = spawn(packagedNode, [fileURLToPath(import.meta.url)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  const { buildWeb } = await import('./build-web.mjs')
  if (!buildWeb()) process.exit(1)
  const { main } = await import('../supabase/local/main.ts')
  await main()
}

// npm run dev: the backend, and Vite before it with hot reload. PORT is the backend's, DEV_PORT the page's.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const port = process.env.PORT || '3000'
const devPort = process.env.DEV_PORT || '5173'
const site = `http://127.0.0.1:${devPort}`

process.env.SIGNWRIGHT_SITE_URL ||= site
process.env.SIGNWRIGHT_ALLOWED_ORIGINS ||= `${site},http://localhost:${devPort}`
const { main } = await import('../supabase/local/main.ts')
await main({})

const vite = spawn(
  process.execPath,
  [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--port', devPort, '--strictPort'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SIGNWRIGHT_DEV_BACKEND: `http://127.0.0.1:${port}` } },
)
vite.on('exit', () => process.kill(process.pid, 'SIGTERM'))
process.on('exit', () => vite.kill())
console.log(`  The app with hot reload: ${site}\n`)

// Plain JavaScript for Node 20 and later, without dependencies: it runs before anything is installed.
// Installs the locked packages when the lock file changed since the last time, unless somebody ran `npm ci` meanwhile.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * True when npm's record of `node_modules` has each locked package at its version, except packages for other platforms.
 */
function isInstalled(lock, record) {
  if (!existsSync(record)) return false
  const { packages: there } = JSON.parse(readFileSync(record, 'utf8'))
  return Object.entries(JSON.parse(lock).packages).every(
    ([place, { version, optional }]) => place === '' || (there[place]?.version ?? (optional && version)) === version,
  )
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.cache', 'signwright-lock.sha256')
const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
const wanted = createHash('sha256').update(lock).digest('hex')
const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null

if (found !== wanted) {
  if (!isInstalled(lock, join(root, 'node_modules', '.package-lock.json'))) {
    console.log('Installing packages (once for each change of the lock file)…')
    const npm = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (npm.status !== 0) {
      console.error('Packages could not be installed: see the message of npm above.')
      process.exit(npm.status ?? 1)
    }
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

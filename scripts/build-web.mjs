// Builds the web app into dist when any of its sources changed since the last build. `--watched`: the app whose machines a
// walk can watch (tests/walks/watched), into a folder of the cache.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const caches = join(root, 'node_modules', '.cache')
const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/module-graph.ts',
  'postcss.config.cjs',
  'tsconfig.json',
  'package-lock.json',
]

const product = { dist: join(root, 'dist'), stamp: join(caches, 'signwright', 'web-build.sha256'), config: [], sources }

const walks = ['tests/walks/watched', 'tests/models/transition-names.ts']
const watched = {
  dist: join(caches, 'walks', 'app'),
  stamp: join(caches, 'signwright', 'watched-build.sha256'),
  config: ['--config', join(root, 'tests', 'walks', 'watched', 'vite.config.ts')],
  sources: [...sources, ...walks],
}

/** Returns whether the app is up to date. A failed build keeps the former one. */
export function buildWeb({ dist, stamp, config, sources } = product) {
  const wanted = hashOf(sources)
  if (existsSync(join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true

  console.log('Building the web app…')
  const fresh = `${dist}.${process.pid}.new`
  const old = `${dist}.${process.pid}.old`
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', ...config, '--logLevel=warn', '--outDir', fresh, '--emptyOutDir'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    console.error('The web app could not be built: see above.')
    return false
  }
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
  mkdirSync(dirname(stamp), { recursive: true })
  // A new file: in a copy of node_modules by hard links, the stamp of one build would else be that of every copy, which then builds again.
  rmSync(stamp, { force: true })
  writeFileSync(stamp, wanted)
  return true
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) for (const file of filesIn(path)) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesIn(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full)
    .sort()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesIn(join(path, name)))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = buildWeb(process.argv.includes('--watched') ? watched : product) ? 0 : 1
}

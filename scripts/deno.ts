// Finds a Deno, or fetches one: DENO_BIN, the PATH, node_modules/.cache/deno, then npm's registry, into that folder.
// `node scripts/deno.ts` prints the path, `import { findDeno }` gives it. See docs/decisions/0141.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const version = '2.9.6'
const folder = fileURLToPath(new URL('../node_modules/.cache/deno/', import.meta.url))

/** Packages are stored beside the program, so a second run needs no network. */
export const denoSettings = { DENO_DIR: join(folder, 'packages'), DENO_NO_UPDATE_CHECK: '1' }

const onThePath = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((place) => ['deno', 'deno.exe'].map((name) => join(place, name)))
    .find((file) => existsSync(file))

const fetched = () => globSync(join(folder, version, 'node_modules', '@deno', '*', 'deno{,.exe}'))[0]

function fetchOne(): string {
  const place = join(folder, version)
  mkdirSync(place, { recursive: true })
  console.error('No Deno found: fetching one…')
  const quietly = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=0']
  const npm = spawnSync('npm', ['install', '--prefix', place, ...quietly, `deno@${version}`], {
    encoding: 'utf8',
    timeout: 90_000,
    shell: process.platform === 'win32',
  })
  const deno = fetched()
  if (npm.status === 0 && deno) return deno
  throw new Error(`no Deno is installed, and npm could not fetch one: ${reasonOf(npm)}`)
}

/**
 * The path of a Deno that has `packages` (`npm:name@version`) at hand; those that are missing are fetched. Throws a
 * sentence when one or the other is not to be had, as without a network.
 */
export function findDeno(packages: readonly string[] = []): string {
  const deno = process.env['DENO_BIN'] ?? onThePath() ?? fetched() ?? fetchOne()
  if (packages.length === 0) return deno
  const caching = spawnSync(deno, ['cache', '--quiet', '--no-lock', '--no-config', ...packages], {
    encoding: 'utf8',
    timeout: 90_000,
    env: { ...process.env, ...denoSettings },
  })
  if (caching.status === 0) return deno
  throw new Error(`Deno could not fetch the packages of the functions: ${reasonOf(caching)}`)
}

const reasonOf = ({ error, stderr }: { error?: Error | undefined; stderr: string | null }) =>
  error?.message ?? (stderr ?? '').trim().split('\n').slice(0, 2).join(' ')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(findDeno())

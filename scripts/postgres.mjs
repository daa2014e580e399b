// A throw-away PostgreSQL for the tests: `node scripts/postgres.mjs -- <command…>` starts one, gives the command its
// address as TEST_DATABASE_URL, and removes it afterwards. Without PostgreSQL it says why, and runs nothing.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const supportedMajors = [17, 16, 15]
const isRoot = process.getuid?.() === 0

/**
 * Starts an empty cluster on a free port of 127.0.0.1. Throws an Error with a sentence when there is no PostgreSQL. With
 * `outlivesCtrlC` it is left to the caller, who ends its users first.
 */
export async function startPostgres({ outlivesCtrlC = false } = {}) {
  const bin = findBinaries() ?? installBinaries()
  const directory = mkdtempSync(join(tmpdir(), 'signwright-postgres-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    const owner = isRoot ? systemUser('postgres') : {}
    const password = randomBytes(18).toString('hex')
    const passwordFile = join(directory, 'password')
    const data = join(directory, 'data')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (isRoot) for (const path of [directory, passwordFile]) chownSync(path, owner.uid, owner.gid)

    run(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '--pwfile', passwordFile, '--auth=scram-sha-256'].concat([
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
        '--no-instructions',
      ]),
      { cwd: directory, ...owner },
    )
    const port = await freePort()
    const server = await launch(join(bin, 'postgres'), data, directory, port, { ...owner, detached: outlivesCtrlC })
    const stop = async () => {
      await endOf(server)
      remove()
    }
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    remove()
    throw error
  }
}

function findBinaries() {
  const debian = supportedMajors.map((major) => `/usr/lib/postgresql/${major}/bin`)
  const homebrew = supportedMajors.map((major) => `/opt/homebrew/opt/postgresql@${major}/bin`)
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  return [...debian, ...homebrew, ...(configured ? [configured] : [])].find(isSupported)
}

function isSupported(bin) {
  if (!existsSync(join(bin, 'initdb'))) return false
  const version = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? ''
  return supportedMajors.includes(Number(/ (\d+)/.exec(version)?.[1]))
}

function installBinaries() {
  if (!isRoot || !existsSync('/usr/bin/apt-get'))
    throw new Error(
      `PostgreSQL ${supportedMajors.join(', ')} was not found, and only root on Debian can install it here.`,
    )
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  console.error('Installing PostgreSQL for the database tests…')
  run('apt-get', ['update', '-qq'], { env })
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], { env })
  const bin = findBinaries()
  if (!bin)
    throw new Error(`Debian installed ${readdirSync('/usr/lib/postgresql').join(', ')}, which is not supported.`)
  return bin
}

/** PostgreSQL refuses to run as root. */
function systemUser(name) {
  const number = (flag) => Number(run('id', [flag, name]).trim())
  return { uid: number('-u'), gid: number('-g') }
}

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options })
  if (done.status !== 0)
    throw new Error(`${command} failed: ${(done.stderr || done.stdout || String(done.error)).trim().slice(-600)}`)
  return done.stdout
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

/** Resolves when the server accepts connections. Nothing is flushed to disk: the cluster lives as long as its tests. */
function launch(postgres, data, sockets, port, how) {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: sockets,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    autovacuum: 'off',
    jit: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '4GB',
    shared_buffers: '512MB',
    timezone: 'UTC',
    lc_messages: 'C',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(postgres, ['-D', data, ...flags], { cwd: data, stdio: ['ignore', 'ignore', 'pipe'], ...how })
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr.on('data', (chunk) => {
      if (log === null) return
      log += chunk
      if (!log.includes('ready to accept connections')) return
      log = null
      resolve(server)
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL stopped with code ${code}: ${(log ?? '').slice(-600)}`)))
  })
}

/** SIGINT is PostgreSQL's fast shutdown: open connections are closed, not waited for. */
const endOf = (server) =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGINT')
  })

async function main(command, ...args) {
  if (!command) {
    console.error('Usage: node scripts/postgres.mjs -- <command…>')
    return 2
  }
  const started = await startPostgres().catch((error) => ({ reason: error.message }))
  if (started.reason) {
    console.log(`SKIPPED on PostgreSQL: ${started.reason}`)
    return 0
  }
  const binaries = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.bin')
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${binaries}${delimiter}${process.env.PATH}`,
      TEST_DATABASE_URL: started.url,
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`)
      resolve(1)
    })
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  await started.stop()
  return code
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const separator = process.argv.indexOf('--')
  process.exitCode = await main(...(separator === -1 ? [] : process.argv.slice(separator + 1)))
}

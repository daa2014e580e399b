import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const cache = resolve('node_modules/.cache/nginx')
const fetched = join(cache, 'usr/sbin/nginx')
const runs = (program: string): boolean => spawnSync(program, ['-v']).status === 0

/** An nginx of this machine, or Debian's, unpacked into the cache and not installed; null, with the reason printed. */
export function findNginx(): string | null {
  const known = ['nginx', '/usr/sbin/nginx', '/opt/homebrew/bin/nginx', fetched].find(runs)
  if (known) return known
  const why = existsSync('/usr/bin/apt-get') ? unpack() : 'nginx was not found, and only Debian offers it here.'
  if (why === null && runs(fetched)) return fetched
  process.stderr.write(`Not tested behind a real nginx: ${why ?? 'the one of Debian does not run here.'}\n`)
  return null
}

function unpack(): string | null {
  mkdirSync(cache, { recursive: true })
  const within = { cwd: cache, encoding: 'utf8', timeout: 60_000 } as const
  const download = () => spawnSync('apt-get', ['download', '-qq', 'nginx'], within).status === 0
  if (!download()) {
    spawnSync('apt-get', ['update', '-qq'], within)
    if (!download()) return 'Debian’s package of nginx could not be fetched.'
  }
  const name = readdirSync(cache).find((file) => file.endsWith('.deb')) ?? ''
  return spawnSync('dpkg', ['-x', name, '.'], within).status === 0 ? null : 'Debian’s package could not be unpacked.'
}

export const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A certificate for one name that signs itself: `cert` and `key` are files in the folder. */
export function selfSigned(directory: string, name: string): { ca: string; cert: string; key: string } | null {
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`],
    ...['-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', cert],
  ])
  return made.status === 0 ? { ca: readFileSync(cert, 'utf8'), cert, key } : null
}

/** The nginx configuration in docs/hosting.md, unchanged. */
export function documentedNginx(): string {
  const shown = /```nginx\n([\s\S]*?)```/.exec(readFileSync('docs/hosting.md', 'utf8'))?.[1]
  if (shown === undefined) throw new Error('docs/hosting.md shows no configuration of nginx')
  return shown
}

/** nginx with these parts of its `http` block, once it listens on the port. */
export async function startNginx(program: string, port: number, httpOf: (directory: string) => string) {
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'))
  // Its workers are another user where root starts it, and keep large bodies here.
  chmodSync(directory, 0o755)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  )
  const file = join(directory, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${directory}/pid; error_log ${directory}/error.log;
     events { worker_connections 256; }
     http { access_log off; ${temporary.join(' ')}
     ${httpOf(directory)} }`,
  )
  const child: ChildProcess = spawn(program, ['-c', file, '-e', join(directory, 'error.log')])
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`nginx: ${readFileSync(join(directory, 'error.log'), 'utf8')}`)
  }
  return {
    directory,
    close: async () => {
      const ended = new Promise((end) => child.once('exit', end))
      child.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function listens(port: number): Promise<boolean> {
  const { connect } = await import('node:net')
  return new Promise((told) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      told(true)
    })
    socket.once('error', () => told(false))
  })
}

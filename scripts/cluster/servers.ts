import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('server.ts', import.meta.url))
const againMs = 1_000
const mostStarts = 5

export type ServerProcess = { number: number; pid: number; url: string }

type Options = {
  environment: NodeJS.ProcessEnv
  /** What a server says, line by line. */
  say: (number: number, line: string) => void
}

/** Server processes on ports of their own. One that dies is started again, unless it does not come up at all. */
export class ServerProcesses {
  readonly #options: Options
  readonly #there = new Map<number, ServerProcess>()
  readonly #children = new Set<ChildProcess>()
  #isStopping = false

  constructor(options: Options) {
    this.#options = options
  }

  /** The addresses of those that are ready. */
  readonly urls = (): string[] => [...this.#there.values()].map(({ url }) => url)

  /** Resolves when it is ready; rejects when it stops before. */
  start(number: number, starts = 1): Promise<ServerProcess> {
    const child = spawn(process.execPath, [program], {
      env: { ...this.#options.environment, PORT: '0', HOST: '127.0.0.1' },
      // Ctrl-C reaches them through `stop` alone: a second signal would end them at once.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#children.add(child)
    const ready = Promise.withResolvers<ServerProcess>()
    const hear = (line: string) => {
      const [, url] = /Signwright is ready: (\S+)/.exec(line) ?? []
      if (url) {
        const server = { number, pid: child.pid ?? -1, url }
        this.#there.set(number, server)
        ready.resolve(server)
      }
      this.#options.say(number, line)
    }
    for (const stream of [child.stdout, child.stderr]) linesOf(stream, hear)
    child.once('exit', (code, signal) => {
      const wasThere = this.#there.delete(number)
      this.#children.delete(child)
      ready.reject(new Error(`Server ${number} did not start`))
      if (this.#isStopping || (!wasThere && starts === 1)) return
      this.#options.say(number, `Ended (${signal ?? code}); it is started again.`)
      if (!wasThere && starts >= mostStarts) return this.#options.say(number, 'It does not come up; it is left out.')
      setTimeout(() => void this.start(number, wasThere ? 2 : starts + 1).catch(() => {}), againMs)
    })
    return ready.promise
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(
      [...this.#children].map((child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        return ended
      }),
    )
  }
}

function linesOf(stream: NodeJS.ReadableStream | null, hear: (line: string) => void): void {
  let rest = ''
  stream?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
}

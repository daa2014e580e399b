import { Worker } from 'node:worker_threads'

export type CallMessage = {
  id: number
  url: string
  method: string
  headers: [string, string][]
  body: ArrayBuffer | null
}
export type ReplyMessage = { id: number; status: number; headers: [string, string][]; body: ArrayBuffer }

/** The outcome of a call. `bootError`: the function could not be loaded. */
export type Outcome = { kind: 'answered'; reply: ReplyMessage } | { kind: 'timeout' | 'crashed' | 'bootError' }

const megabytes = 192

/**
 * One function in its own worker, kept warm between calls. It sees only `environment`. A call over `timeLimit`
 * milliseconds retires the worker: `alive` becomes false, running calls may finish within their time, then it is ended,
 * even from an endless loop. A worker without a call for `idleLimit` milliseconds is ended too: each holds some 40 MB.
 */
export function startFunction(
  entrypoint: string,
  environment: Record<string, string>,
  { timeLimit, idleLimit }: { timeLimit: number; idleLimit: number },
) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    env: environment,
    workerData: { entrypoint },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const waiting = new Map<number, (outcome: Outcome) => void>()
  const state = { alive: true, loaded: false, calls: 0 }

  const rest = setTimeout(() => {
    if (waiting.size > 0) return
    state.alive = false
    void worker.terminate()
  }, idleLimit).unref()

  const end = () => {
    state.alive = false
    clearTimeout(rest)
    for (const settle of waiting.values()) settle({ kind: state.loaded ? 'crashed' : 'bootError' })
  }
  worker.on('message', (reply: ReplyMessage | 'loaded') => {
    if (reply === 'loaded') state.loaded = true
    else waiting.get(reply.id)?.({ kind: 'answered', reply })
  })
  worker.on('error', (failure) => {
    process.stderr.write(`Function ${entrypoint}: ${failure instanceof Error ? failure.stack : String(failure)}\n`)
  })
  worker.on('exit', end)

  return {
    get alive() {
      return state.alive
    },

    call: (message: Omit<CallMessage, 'id'>): Promise<Outcome> =>
      new Promise((resolve) => {
        const id = state.calls++
        rest.refresh()
        const timer = setTimeout(() => {
          state.alive = false
          settle({ kind: 'timeout' })
        }, timeLimit)
        const settle = (outcome: Outcome) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(outcome)
          if (!state.alive && waiting.size === 0) void worker.terminate()
          else rest.refresh()
        }
        waiting.set(id, settle)
        worker.postMessage({ ...message, id })
      }),

    stop: async () => {
      await worker.terminate()
    },
  }
}

export type RunningFunction = ReturnType<typeof startFunction>

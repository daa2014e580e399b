import { Worker } from 'node:worker_threads'
import { SessionLost } from './guarded-pglite.ts'
import type { Answer, Asked, FromThread, Refused } from './session-messages.ts'

type Done = Exclude<Answer, { refused: Refused }>
type Waiting = { resolve: (done: Done) => void; reject: (error: unknown) => void }

/** One life of the thread that holds the database: from the opening of its files until it is closed, ended or lost. */
export class DatabaseThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #heard: (channel: string, payload: string) => void
  #asked = 0
  #lost: Error | null = null
  /** Bytes that the engine holds. */
  memory = 0

  private constructor(worker: Worker, heard: (channel: string, payload: string) => void) {
    this.#worker = worker
    this.#heard = heard
  }

  /** Opens the files of a data directory. Throws the reason when it cannot. */
  static async open(dataDir: string, heard: (channel: string, payload: string) => void): Promise<DatabaseThread> {
    const worker = new Worker(new URL('./session-thread.ts', import.meta.url), {
      workerData: { dataDir },
      execArgv: [],
    })
    const thread = new DatabaseThread(worker, heard)
    const ready = Promise.withResolvers<void>()
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'answer') thread.#settle(message.answer)
      else if (message.kind === 'notice') thread.#heard(message.channel, message.payload)
      else if (message.kind === 'broken') ready.reject(errorOf(message.refused))
      else {
        thread.memory = message.memory
        ready.resolve()
      }
    })
    const gone = (cause: unknown) => {
      ready.reject(cause)
      thread.#lose(new SessionLost(cause))
    }
    worker.on('error', gone)
    worker.on('exit', (code) => gone(new Error(`The thread of the database ended with ${code}`)))
    await ready.promise.catch(async (error: unknown) => {
      await worker.terminate()
      throw error
    })
    return thread
  }

  /** Why it answers no more, or null. */
  get lostBy(): Error | null {
    return this.#lost
  }

  ask(asked: Asked): Promise<Done> {
    if (this.#lost) return Promise.reject(this.#lost)
    this.#asked += 1
    const id = this.#asked
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ ...asked, id })
    })
  }

  /** Ends the thread at once, also during a statement. The files are as after a kill: committed data are in them. */
  async end(reason: Error): Promise<void> {
    this.#lose(reason)
    await this.#worker.terminate()
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    this.memory = answer.memory
    if (!('refused' in answer)) waiting?.resolve(answer)
    else if (answer.isLost) this.#lose(new SessionLost(errorOf(answer.refused)), waiting)
    else waiting?.reject(errorOf(answer.refused))
  }

  #lose(reason: Error, first?: Waiting): void {
    this.#lost ??= reason
    first?.reject(reason)
    for (const { reject } of this.#waiting.values()) reject(this.#lost)
    this.#waiting.clear()
  }
}

const errorOf = ({ message, fields }: Refused): Error => Object.assign(new Error(message), fields)

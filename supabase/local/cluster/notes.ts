import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from '../engine/postgres-session.ts'
import { type Envelope, envelopes } from './envelopes.ts'

export const channel = 'signwright_servers'

/** A notification of 8,000 bytes is refused. */
const longestNotice = 7_900
const mostAtOnce = 200
/** What waits to be told while the database is away. Beyond it all of it is given up, and the whole state is told again. */
const mostWaiting = 20_000
const mostWaitingBytes = 64 * 1024 * 1024
const retryMs = 1_000
const elsewhere = '@'

/** The rows of the first list are what does not fit into a notification; the second list is told in its order. */
const tellSql = `
  with long as (
    insert into cluster.notes (id, body)
    select (value ->> 0)::uuid, value ->> 1 from json_array_elements($1::text::json)
    returning 1)
  select pg_notify('${channel}', value) from json_array_elements_text($2::text::json)`

type Options = {
  session: () => Session
  me: number
  /** Signs the notes. */
  secret: string
  /** In the order in which each server said it. */
  heard: (note: Envelope) => void
  /** Something was given up before it was told. */
  untold: () => void
  /** Something that another server said could not be read. */
  unheard: () => void
  report: (problem: string, error: unknown) => void
}

/** Notes between servers: short ones travel in the notification, long ones in a row whose id is told. */
export class Notes {
  readonly #options: Options
  readonly #envelopes: ReturnType<typeof envelopes>
  readonly #waiting: string[] = []
  readonly #lastOf = new Map<number, number>()
  #bytes = 0
  #telling: Promise<void> | null = null
  #reading: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    this.#envelopes = envelopes(options.secret, options.me)
  }

  tell(kind: string, body: unknown): void {
    const note = this.#envelopes.write(kind, body)
    this.#waiting.push(note)
    this.#bytes += note.length
    if (this.#waiting.length > mostWaiting || this.#bytes > mostWaitingBytes) {
      this.#bytes -= lengthOf(this.#waiting.splice(0))
      this.#options.report('Other servers could not be told', new Error('too much waited'))
      this.#options.untold()
    }
    this.#telling ??= this.#tellWaiting().finally(() => (this.#telling = null))
  }

  /** A notification came. */
  notified(payload: string): void {
    const note = this.#envelopes.read(payload)
    if (!note || note.from === this.#options.me) return
    this.#reading = this.#reading
      .then(() => this.#receive(note))
      .catch((error: unknown) => {
        this.#options.report('What another server said could not be read', error)
        this.#options.unheard()
      })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#telling
    await this.#reading
  }

  async #tellWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, mostAtOnce)
      try {
        await this.#tellNow(some)
        this.#bytes -= lengthOf(some)
      } catch (error) {
        if (this.#isClosed) return
        this.#waiting.unshift(...some)
        this.#options.report('Other servers could not be told; they are told again', error)
        await pause(retryMs, undefined, { ref: false })
      }
    }
  }

  async #tellNow(notes: readonly string[]): Promise<void> {
    const long: [string, string][] = []
    const told = notes.map((note) => {
      if (Buffer.byteLength(note) <= longestNotice) return note
      const id = randomUUID()
      long.push([id, note])
      return this.#envelopes.write(elsewhere, id)
    })
    await this.#options.session().query(tellSql, [JSON.stringify(long), JSON.stringify(told)])
  }

  async #receive(told: Envelope): Promise<void> {
    const note = told.kind === elsewhere ? await this.#longNote(String(told.body)) : told
    if (!note) return this.#options.unheard()
    if (note.number <= (this.#lastOf.get(note.from) ?? 0)) return
    this.#lastOf.set(note.from, note.number)
    this.#options.heard(note)
  }

  async #longNote(id: string): Promise<Envelope | null> {
    const { rows } = await this.#options
      .session()
      .query<{ body: string }>('select body from cluster.notes where id = $1', [id])
    return rows[0] ? this.#envelopes.read(rows[0].body) : null
  }
}

const lengthOf = (notes: readonly string[]) => notes.reduce((sum, { length }) => sum + length, 0)

import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Engine } from '../contracts.ts'
import { openSession, type Session } from '../engine/postgres-session.ts'
import type { Schedule } from '../schedule/repeatedly.ts'
import { Clock } from './clock.ts'
import type { Envelope } from './envelopes.ts'
import { bootInTurn, claimName, lookAround, prepareAmongOthers, sharedCounts } from './locks.ts'
import { channel, Notes } from './notes.ts'
import type { Peers } from './peers.ts'

/** How often a server looks who else is there, and how long it waits for the answer. */
const lookMs = 2_000
const answerMs = 10_000
const tidyMs = 60_000

const schemaFile = fileURLToPath(new URL('schema.sql', import.meta.url))

type Options = {
  databaseUrl: string
  report: (problem: string, error: unknown) => void
  lookEveryMs?: number
}

/**
 * Lets this server work with others on one PostgreSQL. Each has a session whose locks say that it is there; the others
 * see within two seconds that one was killed. One of them leads: it does what is done by the clock.
 */
export class Cluster {
  readonly #options: Options
  readonly #me = randomInt(1, 2 ** 31 - 1)
  readonly #clock = new Clock()
  readonly #others = new Map<number, { heardAt: number }>()
  readonly #listeners = new Map<string, ((body: unknown, from: number) => void)[]>()
  readonly #newcomer: (() => void)[] = []
  readonly #gone: ((server: number) => void)[] = []
  readonly #missed: (() => void)[] = []
  #notes: Notes | null = null
  #session: Session
  /** The database's process for the session. Another one has none of its locks. */
  #pid: number | null = null
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<void> | null = null
  #tidiedAt = performance.now()
  #isAway = false

  constructor(options: Options) {
    this.#options = options
    this.#session = this.#open()
  }

  /** The others, for the parts of this server. Limits are counted through `engine`. */
  peersFor(engine: Pick<Engine, 'query'>): Peers {
    return {
      isShared: true,
      areThere: () => this.#others.size > 0,
      tell: (kind, body) => this.#notes?.tell(kind, body),
      hear: (kind, heard) => void this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), heard]),
      onNewcomer: (heard) => void this.#newcomer.push(heard),
      onGone: (heard) => void this.#gone.push(heard),
      onMissed: (heard) => void this.#missed.push(heard),
      claim: (name) => claimName(this.#session, name),
      limits: sharedCounts(engine),
    }
  }

  /** Does work that one server at a time may do, before it joins the others. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return bootInTurn(this.#session, async () => {
      await this.#session.query(await readFile(schemaFile, 'utf8'))
      const done = await work()
      // Whoever works already reads what new migrations brought.
      await this.#session.query(`notify pgrst, 'reload schema'`)
      return done
    })
  }

  /** Makes the database one of Supabase's, as far as others who work on it have not done that. */
  prepare(engine: Engine): Promise<void> {
    return prepareAmongOthers(engine, this.#session)
  }

  /** Others see it from now on, and its parts hear them. `secret` signs what servers say to each other. */
  async join(secret: string): Promise<void> {
    this.#notes = new Notes({
      ...{ me: this.#me, secret, session: () => this.#session, report: this.#options.report },
      heard: (note) => this.#heard(note),
      untold: () => this.#tellState(),
      unheard: () => {
        this.#notes?.tell('hello', null)
        this.#missedSome()
      },
    })
    await this.#lookAgain()
    this.#timer = setInterval(() => void this.#lookAgain(), this.#options.lookEveryMs ?? lookMs)
    this.#timer.unref()
  }

  /** Starts schedules while this server is the one that works by the clock, and stops them when it is not. */
  whileLeading(start: () => Schedule): Schedule {
    return this.#clock.whileLeading(start)
  }

  /** Says goodbye. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#looking
    this.#notes?.tell('bye', null)
    await this.#notes?.close()
    await this.#session.close()
  }

  #open(): Session {
    return openSession(this.#options.databaseUrl, (payload) => this.#notes?.notified(payload))
  }

  #heard({ kind, body, from }: Envelope): void {
    if (kind === 'bye') return this.#left(from)
    this.#others.set(from, { heardAt: performance.now() })
    if (kind === 'hello') return this.#tellState()
    for (const heard of this.#listeners.get(kind) ?? []) heard(body, from)
  }

  #left(server: number): void {
    if (this.#others.delete(server)) for (const heard of this.#gone) heard(server)
  }

  #tellState(): void {
    for (const heard of this.#newcomer) heard()
  }

  #missedSome(): void {
    for (const heard of this.#missed) heard()
  }

  #lookAgain(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null))
    return this.#looking
  }

  async #look(): Promise<void> {
    const began = performance.now()
    try {
      const seen = await within(answerMs, lookAround(this.#session, this.#me))
      if (seen.pid !== this.#pid) await within(answerMs, this.#listen(seen.pid))
      this.#count(seen.servers, began)
      this.#clock.lead(seen.leads)
      if (seen.leads) await this.#tidy()
      this.#isAway = false
    } catch (error) {
      this.#clock.lead(false)
      if (!this.#isAway) this.#options.report('The other servers could not be looked for', error)
      this.#isAway = true
      if (!(error instanceof TooLate)) return
      void this.#session.close().catch(() => {})
      this.#session = this.#open()
    }
  }

  /** The first time, and when a line was lost: with its locks, and with what was said meanwhile. */
  async #listen(pid: number): Promise<void> {
    await this.#session.query(`listen ${channel}`)
    this.#pid = pid
    this.#notes?.tell('hello', null)
    this.#tellState()
    this.#missedSome()
  }

  #count(servers: readonly number[], began: number): void {
    const there = new Set(servers)
    const unknown = servers.filter((server) => server !== this.#me && !this.#others.has(server))
    for (const server of unknown) this.#others.set(server, { heardAt: began })
    if (unknown.length > 0) this.#notes?.tell('hello', null)
    for (const [server, { heardAt }] of this.#others) if (heardAt < began && !there.has(server)) this.#left(server)
  }

  async #tidy(): Promise<void> {
    if (performance.now() - this.#tidiedAt < tidyMs) return
    this.#tidiedAt = performance.now()
    await this.#session.query('select cluster.tidy()')
  }
}

class TooLate extends Error {}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = new AbortController()
  const tooLate = pause(ms, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new TooLate('The database did not answer in time')
  })
  tooLate.catch(() => {})
  try {
    return await Promise.race([work, tooLate])
  } finally {
    late.abort()
  }
}

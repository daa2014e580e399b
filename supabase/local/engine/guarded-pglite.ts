import { PGlite, protocol } from '@electric-sql/pglite'
import { quoted } from './quoted-name.ts'
import { PreparedStatements, type TextStatement } from './prepared-statements.ts'

/** The error of each statement in a lost session; `08006` (connection failure) is answered as 503. */
export class SessionLost extends Error {
  readonly code = '08006'
  constructor(cause: unknown) {
    super('The database had to stop. Please try again in a moment.', { cause })
  }
}

/** PGlite's exit status for a statement that PostgreSQL refused. Any other exception comes from a broken machine. */
const refusedStatement = 100

/**
 * A PGlite that survives failed statements.
 *
 * PGlite 0.4 leaves a refused statement by an exception and does not reset its stack: 1 to 5 kB are lost each time, and
 * after some thousands of refusals the stack has grown over other data (`ERRORDATA_STACK_SIZE exceeded`, aborts,
 * garbage). So this class resets the stack after each message.
 *
 * PGlite also ignores every other exception: a statement that exhausted JavaScript's stack counts as done, without a
 * row, and later statements run on a broken machine. So such an exception ends the session: `isLost` is true, and each
 * statement is refused.
 */
export class GuardedPglite extends PGlite {
  #lost: SessionLost | null = null
  readonly #prepared = new PreparedStatements()

  get isLost(): boolean {
    return this.#lost !== null
  }

  /** The error that broke the session, if any. */
  get lostBy(): unknown {
    return this.#lost?.cause
  }

  /** To be called once, when it is ready. */
  watch(): this {
    const machine = this.Module
    const once = machine._PostgresMainLoopOnce
    machine._PostgresMainLoopOnce = () => {
      try {
        once()
      } catch (thrown) {
        if (Reflect.get(Object(thrown), 'status') === refusedStatement) throw thrown
        this.#lose(thrown)
        // PGlite reads `status` of a caught error and continues. Reading it from `null` throws, so PGlite stops.
        throw null
      }
    }
    return this
  }

  /**
   * Runs statements in one transaction, in one message, and returns the rows of the last as texts. They stay prepared by
   * their texts.
   */
  atOnce(statements: readonly TextStatement[]): Promise<(string | null)[][]> {
    return this._runExclusiveTransaction(() =>
      this._runExclusiveQuery(() =>
        this.#prepared.run(statements, async (message) => (await this.execProtocol(message)).messages),
      ),
    )
  }

  /**
   * Sends messages of the protocol as they are, as a role that reads, and returns the answers as they are. All in a transaction
   * that writes nothing, with these settings.
   */
  asReader(
    role: string,
    settings: Readonly<Record<string, string>>,
    sent: readonly Uint8Array[],
  ): Promise<Uint8Array[]> {
    return this._runExclusiveTransaction(() =>
      this._runExclusiveQuery(async () => {
        const send = (message: Uint8Array) => this.execProtocolRaw(message, { syncToFs: false })
        const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
        const set = Object.entries(settings).map(([name, value]) => `set local ${quoted(name)} = ${literal(value)};`)
        const begin = `begin read only; select 1; ${set.join(' ')} set local role ${quoted(role)}`
        const answers: Uint8Array[] = []
        try {
          answers.push(await send(protocol.serialize.query(begin)))
          for (const message of sent) answers.push(await send(message))
        } finally {
          await send(protocol.serialize.query('rollback'))
        }
        return answers
      }),
    )
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.#lost) throw this.#lost
    const stack = stackOf(this)
    const atRest = stack.value
    try {
      return super.execProtocolRawSync(message)
    } catch (thrown) {
      throw this.#lose(thrown)
    } finally {
      stack.value = atRest
    }
  }

  #lose(cause: unknown): SessionLost {
    this.#lost ??= new SessionLost(cause)
    return this.#lost
  }
}

/** The end of the machine's stack: a global of the WebAssembly module that PGlite's types lack. */
function stackOf(pglite: PGlite): WebAssembly.Global {
  const stack: unknown = Reflect.get(pglite.Module, '___stack_pointer')
  if (stack instanceof WebAssembly.Global) return stack
  throw new Error('This version of PGlite does not show its stack; see supabase/local/engine/guarded-pglite.ts')
}

import { messages, protocol } from '@electric-sql/pglite'

const { serialize } = protocol

export type TextStatement = { sql: string; parameters: readonly (string | null)[] }

type Message = messages.BackendMessage

/** Each keeps its plan in the engine's memory, so only so many stay prepared. */
const most = 300

/**
 * The statements that one session of PGlite keeps prepared, by their texts. Everything between two `sync` messages is one
 * transaction of PostgreSQL, so several statements need neither `begin` nor `commit`.
 */
export class PreparedStatements {
  /** Names by text. The one that was used last stands last. */
  readonly #names = new Map<string, string>()
  #count = 0

  /** Sends the statements as one message. Returns the rows of the last one; throws the database's error. */
  async run(
    statements: readonly TextStatement[],
    send: (message: Uint8Array) => Promise<readonly Message[]>,
  ): Promise<(string | null)[][]> {
    const parts: Uint8Array[] = []
    for (const { sql, parameters } of statements) {
      const known = this.#names.get(sql)
      const name = known ?? this.#newName()
      if (known === undefined) parts.push(serialize.parse({ name, text: sql, types: [] }))
      this.#names.delete(sql)
      this.#names.set(sql, name)
      parts.push(
        serialize.bind({ statement: name, values: parameters.map((value) => value?.toWellFormed() ?? null) }),
        serialize.execute({}),
      )
    }
    parts.push(...this.#forgetOldest(statements.length), serialize.sync())
    try {
      return rowsOfLast(await send(Buffer.concat(parts)))
    } catch (error) {
      // Which of them were prepared before the error is not known: all are prepared anew under other names.
      const closed = statements.flatMap(({ sql }) => this.#forget(sql))
      await send(Buffer.concat([...closed, serialize.sync()])).catch(() => {})
      throw error
    }
  }

  #newName(): string {
    this.#count += 1
    return `kept_${this.#count}`
  }

  #forgetOldest(inUse: number): Uint8Array[] {
    const tooMany = Math.max(0, this.#names.size - Math.max(most, inUse))
    return [...this.#names.keys()].slice(0, tooMany).flatMap((sql) => this.#forget(sql))
  }

  #forget(sql: string): Uint8Array[] {
    const name = this.#names.get(sql)
    this.#names.delete(sql)
    return name === undefined ? [] : [serialize.close({ type: 'S', name })]
  }
}

function rowsOfLast(answers: readonly Message[]): (string | null)[][] {
  let current: (string | null)[][] = []
  let last = current
  for (const answer of answers) {
    if (answer instanceof messages.DataRowMessage) current.push(answer.fields)
    else if (answer instanceof messages.CommandCompleteMessage) {
      last = current
      current = []
    }
  }
  return last
}

import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely'
import type { Engine, Queryable } from '../contracts.ts'
import { refuseLargeStatement } from './request-size.ts'

/**
 * Kysely over an engine. A transaction runs inside `engine.transaction`, which on PGlite holds the one session
 * exclusively: role and claims of concurrent requests cannot mix.
 */
export const engineDialect = (engine: Engine): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createDriver: () => new EngineDriver(engine),
})

class EngineDriver implements Driver {
  readonly #engine: Engine
  constructor(engine: Engine) {
    this.#engine = engine
  }
  async init() {}
  async destroy() {}
  async acquireConnection() {
    return new EngineConnection(this.#engine)
  }
  async releaseConnection() {}
  async beginTransaction(connection: EngineConnection) {
    await connection.begin()
  }
  async commitTransaction(connection: EngineConnection) {
    await connection.finish('commit')
  }
  async rollbackTransaction(connection: EngineConnection) {
    await connection.finish('rollback')
  }
}

class Rollback extends Error {}

class EngineConnection implements DatabaseConnection {
  readonly #engine: Engine
  #session: Queryable
  #settled: Promise<void> = Promise.resolve()
  #end: (how: 'commit' | 'rollback') => void = () => {}

  constructor(engine: Engine) {
    this.#engine = engine
    this.#session = engine
  }

  async begin(): Promise<void> {
    const ended = Promise.withResolvers<'commit' | 'rollback'>()
    const begun = Promise.withResolvers<void>()
    this.#end = ended.resolve
    this.#settled = this.#engine.transaction(async (tx) => {
      this.#session = tx
      begun.resolve()
      if ((await ended.promise) === 'rollback') throw new Rollback()
    })
    this.#settled.catch(begun.reject)
    await begun.promise
  }

  async finish(how: 'commit' | 'rollback'): Promise<void> {
    this.#end(how)
    await this.#settled.catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
    this.#session = this.#engine
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    refuseLargeStatement(sql, parameters)
    const { rows, affectedRows } = await this.#session.query<Row>(sql, parameters)
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported.')
  }
}

import { PostgresConnection } from '@supabase/lite/postgres'
import type { AnyAST, IntrospectResult } from '@supabase/lite'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Caller, DatabaseRole, Engine } from '../contracts.ts'
import { actingAs } from '../engine/caller-settings.ts'
import { quoted } from '../engine/quoted-name.ts'
import { sortByColumnsNotCasts } from './cast-order.ts'
import { nameTableOfComputed } from './computed-columns.ts'
import { asPostgrestError } from './database-errors.ts'
import type { ExposedSchemas } from './exposed-schemas.ts'
import { engineDialect } from './engine-dialect.ts'
import { restoreValues } from './filter-values.ts'
import { quotePlainJson } from './json-values.ts'
import { asOneRow } from './one-row.ts'
import { refuseMoreThanAsked } from './max-affected.ts'
import { fillMissingValues } from './missing-values.ts'
import { askWhetherRelated } from './related-conditions.ts'
import { refuseTooManyRows } from './request-size.ts'
import { turnOfCaller, type Turns } from './turns.ts'

type WithContext = PostgresConnection['withContext']

/** What the REST library says about the caller of one request. */
const contextSchema = z.object({
  auth: z.object({
    role: z.enum(['anon', 'authenticated', 'service_role']),
    uid: z.string().nullish(),
    jwt: z.record(z.string(), z.unknown()).nullish(),
  }),
})
const rpcSchema = z.object({ method: z.string(), path: z.string(), requestHeaders: z.record(z.string(), z.string()) })

/** The request that is being answered. */
export type RequestNow = {
  /** Where it came from. */
  address: string
  /** Whether it is a write that answers one row. */
  wantsOneRow: boolean
  /** The schema that it is about. */
  schema: string
  /** The time zone in which it wants its times. */
  timezone: string | undefined
}

/**
 * The REST and auth library's connection, over our engine, with its known faults mended. Each line has a test in
 * `seams.test.ts` that fails without it.
 */
export function connect(
  engine: Engine,
  requestNow: () => RequestNow | undefined,
  inTurn: Turns,
  exposed: ExposedSchemas,
): PostgresConnection & { knowsTimezone: (name: string | undefined) => Promise<boolean> } {
  // Its own driver connects lazily and is never used: every statement goes through the engine.
  const connection = new PostgresConnection({ url: 'postgres://unused.invalid/unused' })
  const { introspect, clearSchemaCache } = knownSchema(
    connection.introspect.bind(connection),
    connection.clearSchemaCache.bind(connection),
    exposed,
  )
  const [prepare, inTransaction] = [connection.onPostgrestAST.bind(connection), connection.withContext.bind(connection)]
  const knowsTimezone = async (name: string | undefined) =>
    name !== undefined && ((await introspect({ useCache: true })).timezones?.includes(name) ?? false)
  const turnOf = (vars: unknown, options: Parameters<WithContext>[2]): string | null => {
    const { role, uid } = (options?.transaction ? null : contextSchema.safeParse(vars).data?.auth) ?? {}
    return role === undefined ? null : turnOfCaller(engine, { role, userId: uid ?? null }, requestNow()?.address ?? '')
  }
  return Object.assign(connection, {
    ...{ introspect, clearSchemaCache },
    withContext: <T>(
      vars: Parameters<WithContext>[0],
      work: (db: Kysely<unknown>) => Promise<T>,
      options?: Parameters<WithContext>[2],
    ): Promise<T> => {
      const run = () =>
        inTransaction(
          vars,
          async (db) => {
            const answer = await work(db)
            if (options?.rpc) refuseMoreThanAsked(answer, rpcSchema.parse(options.rpc).requestHeaders)
            return requestNow()?.wantsOneRow && !options?.rpc ? ((await asOneRow(answer)) as T) : answer
          },
          options,
        )
      const turn = turnOf(vars, options)
      return turn === null ? run() : inTurn(turn, run)
    },
    onPostgrestAST: async (ast: AnyAST) => {
      mendRead(ast, await introspect({ useCache: true }))
      return prepare(ast)
    },
    kysely: new Kysely<unknown>({ dialect: engineDialect(engine) }),
    // Left to itself, it grants everything on every table to every role at the first request.
    rlsState: 'active',
    normalizeDbError: asPostgrestError,
    knowsTimezone,
    applyJwtSessionContext: (db: Kysely<unknown>, context: unknown) =>
      actAs(engine, db, context, requestNow(), knowsTimezone),
    applyRpcRequestGucs: async (db: Kysely<unknown>, request: unknown) => {
      const { method, path, requestHeaders } = rpcSchema.parse(request)
      await sql`select set_config('response.status', '', true), set_config('response.headers', '', true),
        set_config('request.method', ${method}, true), set_config('request.path', ${path}, true),
        set_config('request.headers', ${JSON.stringify(requestHeaders)}, true)`.execute(db)
    },
  })
}

/** What the library has read of a request, with its known faults mended, in place. */
function mendRead(ast: AnyAST, schema: IntrospectResult): void {
  refuseTooManyRows(ast)
  restoreValues([ast.where, ast.select])
  askWhetherRelated(ast, schema)
  fillMissingValues(ast, schema)
  quotePlainJson(ast, schema)
  sortByColumnsNotCasts(ast, schema)
  nameTableOfComputed(ast, schema)
}

type ReadSchema = PostgresConnection['introspect']

/** The schema as it is now, read once at a time, and how to forget it after a change. */
function knownSchema(readSchema: ReadSchema, forget: () => Promise<void>, exposed: ExposedSchemas) {
  let changes = 0
  const narrowed = new WeakMap<IntrospectResult, IntrospectResult>()
  const introspect = onceAtATime(async (options?: Parameters<ReadSchema>[0]) => {
    let whole: IntrospectResult
    let changesBefore: number
    do {
      changesBefore = changes
      whole = await readSchema(options)
      // What was read while the schema changed is of before, and must not be kept.
      if (changes !== changesBefore) await forget()
    } while (changes !== changesBefore)
    const known = narrowed.get(whole) ?? exposedOf(whole, exposed)
    narrowed.set(whole, known)
    return known
  })
  const clearSchemaCache = async () => {
    changes += 1
    await forget()
  }
  return { introspect, clearSchemaCache }
}

/** Services have tables whose names a program's own may have too: those of other schemas are not taken for relations. */
function exposedOf(schema: IntrospectResult, exposed: ExposedSchemas): IntrospectResult {
  const isExposed = (name: string | undefined) => name === undefined || exposed.includes(name)
  const own = <T extends { schema: string }>(list: T[]) => list.filter((one) => isExposed(one.schema))
  return {
    ...schema,
    default_schema: exposed[0],
    tables: own(schema.tables),
    columns: own(schema.columns),
    foreign_keys: own(schema.foreign_keys).filter((key) => isExposed(key.ref_schema)),
    primary_keys: own(schema.primary_keys),
    views: own(schema.views),
  }
}

/** Without it, each of the requests that meet a cold cache reads the whole catalog for itself. */
function onceAtATime<Options, Result>(read: (options?: Options) => Promise<Result>) {
  let reading: Promise<Result> | null = null
  return (options?: Options): Promise<Result> => {
    reading ??= read(options).finally(() => {
      reading = null
    })
    return reading
  }
}

/**
 * The settings of each request: the address that `private.client_address` reads, and on PostgreSQL at most 8 seconds for a
 * statement of a visitor or a person.
 */
export const settingsOfRequest = (
  engine: Engine,
  role: DatabaseRole,
  address: string,
  schema = 'public',
): Record<string, string> => ({
  // As in PostgREST: the schema of the request, and `extra_search_path` of config.toml. Ours begins so already.
  ...(schema === 'public' ? {} : { search_path: `${quoted(schema)}, public, extensions` }),
  'request.headers': JSON.stringify({ 'x-forwarded-for': address }),
  statement_timeout: engine.kind === 'postgres' && role !== 'service_role' ? '8s' : '0',
})

/** One statement instead of six. */
async function actAs(
  engine: Engine,
  db: Kysely<unknown>,
  context: unknown,
  { address, schema, timezone }: RequestNow = {
    address: '',
    schema: 'public',
    timezone: undefined,
    wantsOneRow: false,
  },
  knowsTimezone: (name: string | undefined) => Promise<boolean>,
): Promise<void> {
  const { role, uid, jwt } = contextSchema.parse(context).auth
  const caller: Caller = { role, userId: uid ?? null, claims: jwt ?? null }
  const zone: Record<string, string> = timezone !== undefined && (await knowsTimezone(timezone)) ? { timezone } : {}
  const settings = { ...settingsOfRequest(engine, role, address, schema), ...zone }
  const { sql: text, parameters } = actingAs(caller, settings)
  await db.executeQuery(CompiledQuery.raw(text, parameters))
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { App } from '@supabase/lite'
import type { Caller, Engine, Keys } from '../contracts.ts'
import { isDatabaseAway } from '../engine/database-away.ts'
import { databaseAway } from '../gateway/refusals.ts'
import { signForLibrary } from '../gateway/signing-keys.ts'
import { connect, type RequestNow } from './connection.ts'
import { nameSchema, schemaOf, type ExposedSchemas } from './exposed-schemas.ts'
import { withOpaqueValues } from './filter-values.ts'
import { wantsOneRow } from './one-row.ts'
import { preferencesOf, sayApplied } from './preferences.ts'
import { mostRows } from './request-size.ts'
import type { Turns } from './turns.ts'

export type Library = {
  /** Answers a request below /rest/v1 or /auth/v1 for a caller that the gateway has identified. */
  fetch: (request: Request, caller: Caller) => Promise<Response>
  /** After any change of the schema. */
  forgetSchema: () => Promise<void>
  close: () => Promise<void>
}

/** Sends the auth library's tokens; the arguments are those that it calls with. */
export type AuthMails = {
  sendConfirmation: (email: string, tokenHash: string) => Promise<void>
  sendRecovery: (email: string, tokenHash: string) => Promise<void>
  sendMagicLink: (email: string, tokenHash: string) => Promise<void>
  sendEmailChange: (email: string, tokenHash: string) => Promise<void>
  sendReauthentication: (email: string, code: string) => Promise<void>
}

/** Of the request that is being answered. */
const current = new AsyncLocalStorage<RequestNow & { caller: Caller; databaseIsAway?: boolean }>()

const authSettings = (keys: Keys) => ({
  enabled: true,
  jwt_secret: keys.jwtSecret,
  publishable_key: keys.publishableKey,
  secret_key: keys.secretKey,
  jwt_expiry: 3600,
  minimum_password_length: 6,
  enable_signup: true,
  enable_refresh_token_rotation: true,
  refresh_token_reuse_interval: 10,
  email: {
    enable_signup: true,
    enable_confirmations: true,
    otp_expiry: 3600,
    otp_length: 24,
    // With true it asks the old address only, and never proves that the new one belongs to who wants it.
    double_confirm_changes: false,
  },
})

/** @supabase/lite as a library: REST and auth over our engine. It prints and serves nothing by itself. */
export function openLibrary(options: {
  engine: Engine
  keys: Keys
  mails: AuthMails
  inTurn: Turns
  exposed: ExposedSchemas
}): Library {
  const { engine, keys, mails, exposed } = options
  const connection = connect(
    noticing(engine, (error) => {
      const request = current.getStore()
      if (request && isDatabaseAway(error)) request.databaseIsAway = true
    }),
    () => current.getStore(),
    options.inTurn,
    exposed,
  )
  const app = new App({
    connection,
    // As on hosted Supabase: a change or removal of whole tables is an accident.
    api: { enabled: true, schemas: [...exposed], max_rows: mostRows, pg_safe_update: true },
    auth: authSettings(keys),
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      server: {
        disableStudio: true,
        disableFallback: true,
        apiKeys: { resolver: async () => identityOf(current.getStore()?.caller) },
      },
    },
  })
  Object.assign(app, { _mailer: mails })
  return {
    fetch: (request, caller) => {
      const address = request.headers.get('x-forwarded-for') ?? ''
      const asked = preferencesOf(request.headers)
      const about = {
        wantsOneRow: wantsOneRow(request),
        schema: schemaOf(request, exposed),
        timezone: asked.get('timezone'),
      }
      return current.run({ caller, address, ...about }, async () => {
        const answer = await app.fetch(await asIdentified(request, caller, keys, exposed))
        if (current.getStore()?.databaseIsAway) {
          // What it could not read of the schema it takes for missing.
          await connection.clearSchemaCache()
          return databaseAway()
        }
        if (answer.ok) sayApplied(answer, asked, await connection.knowsTimezone(asked.get('timezone')))
        return withoutBodyOfHead(request, locatedAt(request, answer))
      })
    },
    forgetSchema: () => connection.clearSchemaCache(),
    close: () => connection.close(),
  }
}

/** The same engine; `failed` hears of each error. */
function noticing(engine: Engine, failed: (error: unknown) => void): Engine {
  const heard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      failed(error)
      throw error
    }
  }
  return {
    ...engine,
    query: (sql, parameters) => heard(engine.query(sql, parameters)),
    transaction: (work) => heard(engine.transaction(work)),
  }
}

/** The library's own check of keys, answered with what the gateway has found out. */
function identityOf(caller: Caller | undefined) {
  if (!caller) return null
  const type: 'secret' | 'publishable' = caller.role === 'service_role' ? 'secret' : 'publishable'
  return { type, claims: { ...caller.claims, role: caller.role } }
}

/** An answer of REST names the address that was asked, not the one that the library was given. */
function locatedAt({ url }: Request, answer: Response): Response {
  if (!answer.headers.has('content-location')) return answer
  const { pathname, search } = new URL(url)
  answer.headers.set('content-location', pathname.slice('/rest/v1'.length) + search)
  return answer
}

const isHeadOfFunction = ({ method, url }: Request): boolean =>
  method === 'HEAD' && new URL(url).pathname.startsWith('/rest/v1/rpc/')

/** Of a `HEAD` the library takes a function's arguments for filters, so it is asked as a `GET`. */
function withoutBodyOfHead(request: Request, answer: Response): Response {
  if (!isHeadOfFunction(request)) return answer
  return new Response(null, { status: answer.status, headers: answer.headers })
}

/**
 * For REST the caller is final, so the library need not look at the token again; auth wants the session in it, signed with
 * the shared secret, which is all that the library reads.
 */
async function asIdentified(request: Request, caller: Caller, keys: Keys, exposed: ExposedSchemas): Promise<Request> {
  const headers = new Headers(request.headers)
  headers.set('apikey', caller.role === 'service_role' ? keys.secretKey : keys.publishableKey)
  if (!new URL(request.url).pathname.startsWith('/rest/v1/')) {
    if (caller.userId !== null)
      headers.set('authorization', `Bearer ${await signForLibrary({ ...caller.claims }, keys)}`)
    return new Request(request, { headers })
  }
  headers.delete('authorization')
  nameSchema(headers, request, exposed)
  // The planner guesses from the whole table, also for whoever sees three rows of it.
  const prefer = headers.get('prefer')?.replace(/\bcount=(planned|estimated)\b/gi, 'count=exact')
  if (prefer !== undefined && caller.role !== 'service_role') headers.set('prefer', prefer)
  const method = isHeadOfFunction(request) ? 'GET' : request.method
  return new Request(withOpaqueValues(request.url), new Request(request, { headers, method }))
}

import { alone, type Peers } from '../cluster/peers.ts'
import type { Caller, Engine, Keys, Mailer, Service } from '../contracts.ts'
import { createQuickAnswers, type QuickAnswers } from '../quick-answers/quick-answers.ts'
import { refusalOfAddress } from './auth/address-limits.ts'
import { createAdminUsers } from './auth/admin-users.ts'
import { createAuth } from './auth/auth.ts'
import { createAuthMails, languageOfAccount } from './auth/auth-mails.ts'
import { schemaOf, withSchema, type ExposedSchemas } from './exposed-schemas.ts'
import { createFactors } from './auth/factors.ts'
import { type Library, openLibrary } from './library.ts'
import { createLiveSessions } from './auth/live-sessions.ts'
import { revocations } from './auth/revocations.ts'
import { createMailedSignIns } from './auth/mailed-sign-ins.ts'
import { asksForOpenApi, openApiOf } from './open-api.ts'
import { createTurns } from './turns.ts'

export type RestAndAuth = {
  rest: Service
  auth: Service
  /** True for the token of an account that was banned or deleted. */
  isRevoked: (caller: Caller) => boolean
  /** True for a token whose session is over. */
  isEnded: (caller: Caller) => Promise<boolean>
  /** Called with each account that is banned or deleted from now on. */
  onRevoked: (heard: (userId: string) => void) => void
  close: () => Promise<void>
}

/** By what people know the company; the product's name while nobody gave it one. */
async function companyName(engine: Engine): Promise<string> {
  const { rows } = await engine.query<{ name: string }>(
    `select btrim(name) as name from public.company_settings where id = 1 and btrim(name) <> 'Our company'`,
  )
  return rows[0]?.name ?? 'Signwright'
}

/** Frequent requests are answered by one statement, all others by the library. */
const restOf = (
  engine: Engine,
  quickAnswers: ReadonlyMap<string, QuickAnswers>,
  library: Library,
  exposed: ExposedSchemas,
): RestAndAuth['rest'] => ({
  handle: async (request, { caller }) => {
    const refusal = caller.role === 'service_role' ? null : refusalOfAddress(request.url)
    if (refusal) return refusal
    const schema = schemaOf(request, exposed)
    // As on Supabase, the secret key alone reads what there is; the library refuses others, and schemas that are none.
    if (asksForOpenApi(request) && caller.role === 'service_role' && exposed.includes(schema))
      return withSchema(await openApiOf(engine, caller, schema, request), schema, exposed)
    const quick = await quickAnswers.get(schema)?.answer(request, caller)
    return withSchema(quick ?? (await library.fetch(request, caller)), schema, exposed)
  },
})

/** The mails about accounts, by the company's name and in the language of their reader. */
const mailsOf = (options: { engine: Engine; mailer: Mailer; siteUrl: () => string; origins: () => string[] }) =>
  createAuthMails({
    ...options,
    companyName: () => companyName(options.engine),
    languageOf: (email) => languageOfAccount(options.engine, email),
  })

/** /rest/v1 and /auth/v1 over a booted engine. */
export async function openRestAndAuth(options: {
  engine: Engine
  /** Other servers on the same database; without them it is alone. */
  peers?: Peers
  keys: Keys
  mailer: Mailer
  siteUrl: () => string
  origins: () => string[]
  anonymousSignIns?: boolean | undefined
  /** The schemas that are an API; without them `public` is. */
  exposed?: ExposedSchemas | undefined
}): Promise<RestAndAuth> {
  const { engine, peers = alone, exposed = ['public'] } = options
  const mails = mailsOf(options)
  const inTurn = createTurns()
  const library = openLibrary({ engine, keys: options.keys, mails, inTurn, exposed })
  const quickAnswers = new Map(exposed.map((schema) => [schema, createQuickAnswers(engine, inTurn, schema)]))
  const revoked = await revocations(engine, peers)
  const sessions = createLiveSessions(engine, peers)
  const mailed = createMailedSignIns({ engine, secret: options.keys.jwtSecret })

  const admin = createAdminUsers({
    ...options,
    mails,
    mailed,
    revoked: revoked.revoke,
    restored: revoked.restore,
  })
  // As PostgREST does: `notify pgrst, 'reload schema'` after a change of the schema.
  const forgetSchema = async () => {
    for (const one of quickAnswers.values()) one.forgetSchema()
    await library.forgetSchema()
  }
  const deaf = await engine.listen('pgrst', () => void forgetSchema())
  await forgetSchema()

  return {
    rest: restOf(engine, quickAnswers, library, exposed),
    auth: createAuth({
      ...{ engine, peers, library, mails, admin, sessions, mailed },
      factors: createFactors({ engine, jwtSecret: options.keys.jwtSecret }),
      companyName: () => companyName(engine),
      anonymousSignIns: options.anonymousSignIns,
      ...{ siteUrl: options.siteUrl, origins: options.origins },
      tokens: { keys: options.keys, issuer: () => `${options.siteUrl()}/auth/v1` },
    }),
    isEnded: sessions.isEnded,
    isRevoked: revoked.isRevoked,
    onRevoked: revoked.onRevoked,
    close: async () => {
      await deaf()
      await library.close()
    },
  }
}

/** The few shapes that the parts of the embedded backend share. Each part is a folder beside this file. */

/** Made at the first start, kept in `<data dir>/keys.json` (mode 0600). */
export type Keys = {
  publishableKey: string
  secretKey: string
  jwtSecret: string
  /** What signs access tokens; without them the shared secret does. */
  signingKeys?: SigningKey[] | undefined
}

/** A private key of ES256, with the names that Supabase gives to what it is for. */
export type SigningKey = {
  kid: string
  status: 'in_use' | 'standby' | 'previously_used'
  jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }
}

export type DatabaseRole = 'anon' | 'authenticated' | 'service_role'

/** The sender of a request, after its API key and token were checked. `claims` is null for a bare API key. */
export type Caller = {
  role: DatabaseRole
  userId: string | null
  claims: Readonly<Record<string, unknown>> | null
}

/** `affectedRows`: the rows touched by an insert, update or delete without `returning`. */
export type Rows<Row> = { rows: Row[]; affectedRows?: number }

export type Queryable = {
  /** One statement with `$1` parameters. */
  query: <Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]) => Promise<Rows<Row>>
  /** Several statements, no parameters, no rows. */
  exec: (sql: string) => Promise<void>
}

/** One statement with `$1` parameters as text, and transaction-local settings beside those of the caller. */
export type Statement = {
  sql: string
  parameters: readonly (string | null)[]
  settings?: Record<string, string>
}

/**
 * A database: PGlite or PostgreSQL. `query`, `exec` and `transaction` run as the owner (no row level security).
 * `asCaller` runs one transaction as that caller under row level security: `set local role`, `request.jwt.claims`, and
 * the given `settings` (for example `realtime.topic`). `asCallerOnce` does the same for one statement in one round trip
 * and keeps the statement prepared by its text, so the text must not carry values. Its rows are lists of texts.
 */
export type Engine = Queryable & {
  kind: 'pglite' | 'postgres'
  version: string
  transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>
  asCaller: <T>(caller: Caller, work: (tx: Queryable) => Promise<T>, settings?: Record<string, string>) => Promise<T>
  asCallerOnce: (caller: Caller, statement: Statement) => Promise<(string | null)[][]>
  /** Calls back with each NOTIFY payload on the channel; resolves once it listens. Returns how to stop. */
  listen: (channel: string, heard: (payload: string) => void) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

/** The caller and address that a part of the gateway gets beside the request. */
export type RequestContext = { caller: Caller; ip: string }

/** A part of the gateway. Requests reach it already identified; it answers every path below its prefix. */
export type Service = {
  handle: (request: Request, context: RequestContext) => Promise<Response>
  close?: () => Promise<void>
}

/** One message for the development mailbox at `/mail`, or for an SMTP server where one is configured. */
export type Mail = {
  /** One address, or several with commas between. */
  to: string
  subject: string
  text: string
  html: string
  /** Whose mail it is, for its `From`; without it that is as it was set. */
  company?: string | undefined
  cc?: string | undefined
  reply_to?: string | undefined
  /** `content` is base64. */
  attachments?: readonly { filename: string; content: string; content_type: string }[] | undefined
}
export type Mailer = {
  /** Nobody waits for the mail service. */
  send: (mail: Mail) => Promise<void>
  /** Waits for the mail service and throws its reason, for senders with a queue of their own. One mail for each key. */
  handOver?: (mail: Mail, key: string) => Promise<void>
}

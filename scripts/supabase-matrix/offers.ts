import { createClient } from '@supabase/supabase-js'

/** A part of supabase-js: its methods, and the tests in which the embedded server answers them. */
export type Part = {
  title: string
  /** How a call begins. */
  call: string
  methods: readonly string[]
  /** Where its tests are, the clearest first. */
  tests: readonly string[]
}

const client = createClient('http://127.0.0.1:1', 'a-key', { auth: { persistSession: false, autoRefreshToken: false } })
const builder = client.from('rows')

/** Methods with which the library works inside. A new one is on the page until somebody names it here or answers it. */
const inner = new Set([
  ...['fetch', 'cloneRequestState', 'processResponse', 'then', 'overrideTypes', 'functionsFetch', 'baseFetch'],
  ...[
    'decorateFetch',
    'wrapFetch',
    'dispose',
    'fetchJwk',
    'initialize',
    'isThrowOnErrorEnabled',
    'linkIdentityIdToken',
  ],
  ...['linkIdentityOAuth', 'logger', 'lock', 'visibilityChangedCallback', 'bucketLifecycleUrl', 'handleOperation'],
  ...['listBucketOptionsToQueryString', 'applyTransformOptsToQuery', 'encodeMetadata', 'prepareUploadFormData'],
  ...['toBase64', 'uploadOrUpdate', 'copyBindings', 'teardown', 'updateJoinPayload', 'throwOnError', 'setHeader'],
])

function methodsOf(object: object): string[] {
  const names = new Set<string>()
  for (let level: object | null = object; level && level !== Object.prototype; level = Object.getPrototypeOf(level))
    for (const name of Object.getOwnPropertyNames(level))
      if (!/^_|^constructor$/.test(name) && !inner.has(name) && isMethod(object, name)) names.add(name)
  return [...names].toSorted()
}

const isMethod = (object: object, name: string): boolean => typeof Reflect.get(object, name) === 'function'
const part = (title: string, call: string, object: object, tests: readonly string[]): Part => ({
  ...{ title, call, methods: methodsOf(object), tests },
})

const rest = (name: string) => `supabase/local/rest-auth/${name}.test.ts`
const auth = (name: string) => `supabase/local/rest-auth/auth/${name}.test.ts`
const storage = (name: string) => `supabase/local/storage/${name}.test.ts`
const realtime = (name: string) => `supabase/local/realtime/${name}.test.ts`
const accounts = ['anonymous', 'auth', 'one-time-codes', 'sessions', 'second-factor'].map(auth)
const beside = 'supabase/local/gateway/client-library.test.ts'
const keys = 'supabase/local/gateway/signing-keys.test.ts'
const files = ['policies', 'upload', 'links', 'serve', 'task-files'].map(storage)
const live = [
  ...['server', 'presence', 'public-channels', 'broadcast-service', 'changes/changes'].map(realtime),
  beside,
]

/** All that supabase-js offers, read from its own client. */
export const parts: readonly Part[] = [
  {
    ...part('The client', 'supabase.', client, [
      rest('exposed-schemas'),
      rest('open-api'),
      rest('every-filter'),
      ...live,
    ]),
  },
  part('Rows', 'supabase.from(…).', builder, [rest('exposed-schemas'), rest('postgrest-ways')]),
  {
    ...part('Filters and forms of an answer', 'supabase.from(…).select().', builder.select(), [
      ...[rest('every-filter'), rest('exposed-schemas'), rest('shared-names')],
    ]),
  },
  part('Accounts', 'supabase.auth.', client.auth, [...accounts, beside, keys]),
  part('Second factors', 'supabase.auth.mfa.', client.auth.mfa, [auth('second-factor'), beside]),
  part('Recovery codes', 'supabase.auth.mfa.recoveryCodes.', client.auth.mfa.recoveryCodes, []),
  part('Passkeys', 'supabase.auth.passkey.', client.auth.passkey, []),
  part('A server for OAuth', 'supabase.auth.oauth.', client.auth.oauth, []),
  part('Accounts by the secret key', 'supabase.auth.admin.', client.auth.admin, [...accounts, beside]),
  part('Second factors by the secret key', 'supabase.auth.admin.mfa.', client.auth.admin.mfa, [...accounts, beside]),
  part('A server for OAuth by the secret key', 'supabase.auth.admin.oauth.', client.auth.admin.oauth, []),
  part('Providers by the secret key', 'supabase.auth.admin.customProviders.', client.auth.admin.customProviders, []),
  part('Passkeys by the secret key', 'supabase.auth.admin.passkey.', client.auth.admin.passkey, []),
  part('Buckets', 'supabase.storage.', client.storage, files),
  part('Files', 'supabase.storage.from(…).', client.storage.from('bucket'), files),
  part('Buckets for analytics', 'supabase.storage.analytics.', client.storage.analytics, []),
  part('Buckets for vectors', 'supabase.storage.vectors.', client.storage.vectors, []),
  part('Functions', 'supabase.functions.', client.functions, ['supabase/local/functions/host.test.ts']),
  part('Channels', 'supabase.channel(…).', client.channel('topic'), live),
  part('The live connection', 'supabase.realtime.', client.realtime, live),
]

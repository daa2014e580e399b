/** Why a method is not answered. What begins with `client:` asks nothing of a server. */
export const noes: Readonly<Record<string, string>> = {
  'supabase.auth.signInWithOAuth': 'There are no providers: staff sign in by password or by mail. Refused in words.',
  'supabase.auth.linkIdentity': 'There are no providers to link. Refused in words.',
  'supabase.auth.unlinkIdentity': 'Each account has one way in, its address. Refused in words.',
  'supabase.auth.signInWithIdToken': 'There are no providers. Refused in words.',
  'supabase.auth.signInWithSSO': 'There is no single sign-on. Refused in words.',
  'supabase.auth.signInWithWeb3': 'There are no wallets. Refused in words.',
  'supabase.auth.signInWithEthereum': 'There are no wallets. Refused in words.',
  'supabase.auth.signInWithSolana': 'There are no wallets. Refused in words.',
  'supabase.auth.signInWithPasskey': 'There are no passkeys; second factors are codes of an app. Refused in words.',
  'supabase.auth.registerPasskey': 'There are no passkeys; second factors are codes of an app. Refused in words.',
  'supabase.auth.startAutoRefresh': 'client: a timer of the page.',
  'supabase.auth.stopAutoRefresh': 'client: a timer of the page.',
  'supabase.auth.mfa.recoveryCodes.*': 'A lost device is removed by an admin or by the secret key (0771, 0777).',
  'supabase.auth.passkey.*': 'There are no passkeys; second factors are codes of an app. Refused in words.',
  'supabase.auth.oauth.*':
    'This server signs people in for Signwright alone, and for no other program. Refused in words.',
  'supabase.auth.admin.oauth.*':
    'This server signs people in for Signwright alone, and for no other program. Refused in words.',
  'supabase.auth.admin.customProviders.*': 'There are no providers. Refused in words.',
  'supabase.auth.admin.passkey.*': 'There are no passkeys; second factors are codes of an app. Refused in words.',
  'supabase.storage.analytics.*': 'There are no Iceberg tables beside the database. Refused in words.',
  'supabase.storage.vectors.*': 'There is no vector search beside the database. Refused in words.',
  'supabase.storage.purgeBucketCache': 'There is no cache in front of this server. Refused in words.',
  'supabase.storage.getBucketLifecycle': 'Files stay until they are removed. Refused in words.',
  'supabase.storage.updateBucketLifecycle': 'Files stay until they are removed. Refused in words.',
  'supabase.storage.deleteBucketLifecycle': 'Files stay until they are removed. Refused in words.',
  'supabase.storage.from(…).purgeCache': 'There is no cache in front of this server. Refused in words.',
  'supabase.from(…).select().explain': 'Plans are off, as on hosted Supabase without its setting. Refused in words.',
  'supabase.from(…).select().geojson': 'There is no PostGIS in the embedded database. Refused in words.',
  'supabase.from(…).select().rollback': 'A write is kept, as on hosted Supabase without its setting.',
  'supabase.from(…).select().retry': 'client: it asks again by itself.',
  'supabase.functions.setAuth': 'client: the token of the next calls.',
  'supabase.realtime.accessToken': 'client: a setting.',
  'supabase.realtime.decode': 'client: reads a message.',
  'supabase.realtime.encode': 'client: writes a message.',
  'supabase.realtime.endpointURL': 'client: an address.',
  'supabase.realtime.hasLogger': 'client: a setting.',
  'supabase.realtime.heartbeatCallback': 'client: a setting.',
  'supabase.realtime.log': 'client: a setting.',
  'supabase.realtime.reconnectAfterMs': 'client: a setting.',
  'supabase.realtime.transport': 'client: a setting.',
  'supabase.realtime.push': 'client: what its channels send goes through it.',
  'supabase.realtime.sendHeartbeat': 'client: does so by itself, and the server answers.',
  'supabase.realtime.getChannels': 'client: its own list.',
  'supabase.realtime.connectionState': 'client: its own state.',
  'supabase.realtime.isConnected': 'client: its own state.',
  'supabase.realtime.isConnecting': 'client: its own state.',
  'supabase.realtime.isDisconnecting': 'client: its own state.',
  'supabase.realtime.onHeartbeat': 'client: hears of its own heartbeat.',
  'supabase.getChannels': 'client: its own list.',
}

/** What programs use that is no method: where it is tested, or why it is not there. */
export const ways: readonly { title: string; test?: readonly [file: string, title: string]; no?: string }[] = [
  {
    title: 'Schemas of `config.toml`',
    test: [
      'supabase/local/rest-auth/exposed-schemas.test.ts',
      'supabase-js reads, writes and calls another with schema()',
    ],
  },
  {
    title: 'Row-typed functions',
    test: [
      'supabase/local/rest-auth/kinds-of-functions.test.ts',
      'a function takes a row, a list of rows, a composite and a word of a list',
    ],
  },
  {
    title: 'Overloaded functions',
    test: [
      'supabase/local/rest-auth/kinds-of-functions.test.ts',
      'of several functions of one name the one with those arguments is called',
    ],
  },
  {
    title: 'Variadic functions',
    test: [
      'supabase/local/rest-auth/kinds-of-functions.test.ts',
      'a function of any number of arguments takes a list, and repeats in an address',
    ],
  },
  {
    title: 'Computed columns and relations',
    test: ['supabase/local/rest-auth/kinds-of-functions.test.ts', 'a function of a row is a column, or a relation'],
  },
  {
    title: 'Tables called `users`, `sessions`, `messages`',
    test: ['supabase/local/rest-auth/shared-names.test.ts', 'is read as a relation with all its columns'],
  },
  {
    title: '`Prefer: timezone`',
    test: [
      'supabase/local/rest-auth/preferences.test.ts',
      'is that of the times which a table, a function and a write answer, and is said',
    ],
  },
  {
    title: '`Prefer: handling=strict`',
    test: ['supabase/local/rest-auth/preferences.test.ts', 'that is strict refuses what is not known, in words'],
  },
  {
    title: 'A new schema without a restart',
    test: ['supabase/local/rest-auth/seams.test.ts', 'is read again after a migration, without a notice of its own'],
  },
  {
    title: 'OpenAPI with its paths',
    test: [
      'supabase/local/rest-auth/open-api.test.ts',
      'names the tables, views and functions that the key may use, each with what may be done',
    ],
  },
  { title: 'Aggregates', no: 'Off, as on hosted Supabase without its setting. Refused in words.' },
  { title: 'Text, XML or bytes as the body of a function', no: 'supabase-js cannot send them; refused in words.' },
  {
    title: 'Changes of tables (`postgres_changes`)',
    test: [
      'supabase/local/realtime/changes/changes.test.ts',
      'reaches a person who sees the row, with the types of its columns',
    ],
  },
  {
    title: 'Filters of changes',
    test: ['supabase/local/realtime/changes/changes.test.ts', 'with the filter %s hear rows %j'],
  },
  {
    title: 'Broadcast from the database',
    test: [
      'supabase/local/realtime/server.test.ts',
      'is told by broadcast_changes with operation, table and both rows',
    ],
  },
  { title: 'Broadcast of bytes from a client', test: ['supabase/local/realtime/server.test.ts', 'may be bytes'] },
  {
    title: 'Broadcast of bytes from the database (`realtime.send_binary`)',
    no: 'Not there yet: `realtime.send` takes JSON.',
  },
  {
    title: 'Public channels',
    test: [
      'supabase/local/realtime/public-channels.test.ts',
      'anybody with a key speaks and hears on a public channel',
    ],
  },
  {
    title: 'Magic links and codes',
    test: [
      'supabase/local/rest-auth/auth/one-time-codes.test.ts',
      'brings a link and a code of six digits; the link signs in once, and the code is used up with it',
    ],
  },
  {
    title: 'PKCE',
    test: [
      'supabase/local/rest-auth/auth/one-time-codes.test.ts',
      'leads from the mail to the page with a code that only the program that asked can exchange, once',
    ],
  },
  {
    title: 'Signing keys with JWKS',
    test: [
      'supabase/local/gateway/signing-keys.test.ts',
      'is signed with a key whose public half anybody reads, without an API key',
    ],
  },
  {
    title: 'Users of a usual seed',
    test: [
      'supabase/local/rest-auth/auth/one-time-codes.test.ts',
      'an account of a usual seed, with its `instance_id` and empty tokens, signs in',
    ],
  },
  { title: 'Sign-in by phone', no: 'No text messages are sent. Refused in words.' },
  {
    title: 'Resumable uploads (TUS)',
    test: [
      'supabase/local/storage/resumable.test.ts',
      'survives ten cuts of its line and a restart of the server between them',
    ],
  },
  {
    title: 'Resumable uploads by a signed link',
    test: ['supabase/local/storage/resumable.test.ts', 'by a signed link becomes the file of who signed it'],
  },
  {
    title: 'Image transformations',
    no: 'The product makes its small pictures in the browser and stores them (0840). Refused in words.',
  },
  {
    title: 'PostgreSQL’s protocol, to read',
    test: ['supabase/local/wire/wire.test.ts', 'reads rows with values of its own, prepared and many at once'],
  },
  { title: 'GraphQL (`/graphql/v1`)', no: 'The extension pg_graphql is not in the embedded database.' },
]

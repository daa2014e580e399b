import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeSources } from '../../src/features/office/notifications/notice-sources.ts'
import type { Caller, Engine } from '../../supabase/local/contracts.ts'
import { createKeys } from '../../supabase/local/gateway/keys.ts'
import { openMailbox } from '../../supabase/local/mail/mailbox.ts'
import { openRestAndAuth, type RestAndAuth } from '../../supabase/local/rest-auth/rest-and-auth.ts'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'
import { addPerson } from './person.ts'
import { selectsOfApp, type Select } from './selects-of-app.ts'

let engine: Engine
let api: RestAndAuth
let admin: Caller

beforeAll(async () => {
  engine = await openTestDatabase()
  admin = await addPerson(engine, 'admin')
  api = await openRestAndAuth({
    ...{ engine, keys: createKeys(), mailer: await openMailbox() },
    ...{ siteUrl: () => 'http://app.example', origins: () => [] },
  })
})
afterAll(async () => {
  await api.close()
  await engine.close()
})

/** Files with selects of which the sources do not say table or columns, and why that is well. */
const knownAtRunTime: Readonly<Record<string, string>> = {
  'src/shared/db/rows-of.ts': 'reads the columns of a form of a table, of the table itself: nothing is embedded',
  'src/shared/domain/texts/texts.ts': 'chooses a plural form',
  'src/features/office/notifications/api/read-notices.ts': 'reads noticeSources: asked below',
  'src/features/office/notifications/api/unread-counts.query.ts': 'reads the ids of the tables of noticeSources',
}

test('the columns of every select of the app are written where this test can read them', () => {
  const { unread } = selectsOfApp()
  expect(unread.filter(({ where }) => !(where.replace(/:\d+$/, '') in knownAtRunTime))).toEqual([])
  expect([...new Set(unread.map(({ where }) => where.replace(/:\d+$/, '')))].toSorted()).toEqual(
    Object.keys(knownAtRunTime).toSorted(),
  )
})

/** Of each function: the table whose rows it answers, or the columns that it answers. */
async function answersOfFunctions() {
  const { rows } = await engine.query<{ name: string; of: string | null; columns: string[] }>(
    `select p.proname as name, c.relname as of,
            array(select n from unnest(p.proargnames, p.proargmodes) as a(n, m) where m = 't') as columns
       from pg_proc p join pg_type t on t.oid = p.prorettype left join pg_class c on c.oid = t.typrelid
      where p.pronamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const columnNames = (text: string) =>
  text.split(',').map((column) =>
    column
      .trim()
      .replace(/^\w+:(?!:)/, '')
      .replace(/::\w+$/, ''),
  )

test('the API answers every select of the app, for no name in it has two meanings or none', async () => {
  const functions = await answersOfFunctions()
  const ofNotices = Object.entries(noticeSources).map(([name, { columns }]): Select => ({
    of: 'table',
    name,
    columns,
    where: 'noticeSources',
  }))
  const refused: unknown[] = []
  const asked = new Set<string>()
  for (const { of, name, columns, where } of [...selectsOfApp().selects, ...ofNotices]) {
    const answer = of === 'function' ? functions.get(name) : undefined
    if (answer && !answer.of) {
      const unknown = columnNames(columns).filter((column) => column !== '*' && !answer.columns.includes(column))
      if (answer.columns.length > 0 && unknown.length > 0) refused.push({ where, name, unknown })
      continue
    }
    const path = `/rest/v1/${answer?.of ?? name}?${new URLSearchParams({ select: columns.replace(/\s+/g, ''), limit: '1' }).toString()}`
    if (asked.has(path)) continue
    asked.add(path)
    const response = await api.rest.handle(new Request(`http://app.example${path}`), { caller: admin, ip: '192.0.2.1' })
    if (response.status !== 200) refused.push({ where, name, columns, answer: await response.json() })
  }
  expect(refused).toEqual([])
  expect(asked.size).toBeGreaterThan(250)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { buildFromSources, readSources } from '../local/sources/build.ts'
import { differences, readCatalogue, type CatalogueEntry } from '../local/sources/catalogue.ts'
import { draftMigration, type Draft } from '../local/sources/migration.ts'
import { registers } from '../local/sources/registers.ts'
import { sourceStatement, type SourceStatement } from '../local/sources/source-kinds.ts'
import { openBareDatabase, openTestDatabase } from '../local/testing/test-database.ts'

/** Tables whose first rows a trigger or a draw makes: versions of mail templates, salts, the words of search. */
const ownTables: readonly string[] = ['public.email_template_versions']

let sources: SourceStatement[]
let wanted: CatalogueEntry[]
let made: CatalogueEntry[]
let migrated: Engine

beforeAll(async () => {
  sources = await readSources()
})

const written = (...kinds: string[]) => sources.filter(({ kind }) => kinds.includes(kind))

describe('a source is the only home of what it says', () => {
  test('each function, policy, trigger, table and index is written once', () => {
    const seen = new Map<string, number>()
    for (const { kind, name, text } of written('function', 'policy', 'trigger', 'table', 'index', 'view')) {
      const key = `${kind} ${name} ${kind === 'function' ? /\(([^)]*)\)/.exec(text)?.[1] : ''}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    expect([...seen].filter(([, times]) => times > 1)).toEqual([])
  })

  test('each file lies in an area and is named after its noun', () => {
    const areas = [
      'foundations',
      'people',
      'sales',
      'production',
      'stock',
      'delivery',
      'accounts',
      'office',
      'site',
      'system',
    ]
    const files = [...new Set(sources.map(({ file }) => file))]
    expect(files.filter((file) => !new RegExp(`^(${areas.join('|')})/[a-z_]+\\.sql$`).test(file))).toEqual([])
  })

  test('policies, triggers and indexes of a table are in the file of the table', () => {
    const homes = new Map(written('table').map(({ name, file }) => [name, file]))
    const away = written('policy', 'trigger', 'security')
      .map((one) => ({ ...one, table: one.kind === 'security' ? one.name : (one.name.split(' on ').at(-1) ?? '') }))
      .filter(({ table, file }) => homes.has(table) && homes.get(table) !== file)
    expect(away.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })
})

/** Functions of more than 80 lines. Split them; nothing is added here. */
const long: readonly string[] = []

test('no function has more than 80 lines', () => {
  const over = sources.filter(({ kind, text }) => kind === 'function' && text.split('\n').length > 80)
  expect(over.map(({ name }) => name).sort()).toEqual(long)
})

/** They look a day before the day by UTC, so that no zone is too early. */
const daysByUtc = [
  'private.run_matches',
  'private.run_payment_matches',
  'private.settle_payment_run',
  'private.settle_run_payment',
]

test('the day of a moment is the day where the company is, not the day by UTC', () => {
  const found = sources.filter(({ text }) => /\b(?!local_)\w+_at::date|\bnow\(\)::date|\bcurrent_date\b/i.test(text))
  expect(found.map(({ name }) => name).sort()).toEqual(daysByUtc)
})

/** What a catalogue says does not depend on the engine: `npm test` compares it on PostgreSQL, where there is one. */
const isCompared = process.env['TESTED_ON_POSTGRES'] === undefined

describe.runIf(isCompared)('a database of the sources', () => {
  beforeAll(async () => {
    const built = await openBareDatabase()
    await buildFromSources(built, sources)
    wanted = await readCatalogue(built)
    await built.close()
    migrated = await openTestDatabase()
    made = await readCatalogue(migrated)
  })
  afterAll(() => migrated.close())

  const way =
    'The migrations do not make what supabase/schemas says. Run `npm run db:migration NAME` and read what it wrote.'

  test('the migrations make what the sources say', () => {
    expect(differences(made, wanted), way).toEqual([])
  })

  test('the comparison sees every kind of thing', () => {
    const kinds = new Set(wanted.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual([
      'column',
      'comment',
      'constraint',
      'extension',
      'function',
      'index',
      'policy',
      'right',
      'row',
      'security',
      'table',
      'trigger',
      'type',
      'view',
    ])
  })

  test('each table with first rows is a register, so that its rows are compared', async () => {
    const { rows } = await migrated.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'private', 'storage')`)
    const known = new Set([...registers.map(({ table }) => table), ...ownTables])
    const missing: string[] = []
    for (const { name } of rows.filter((table) => !known.has(table.name))) {
      const { rows: first } = await migrated.query(`select from ${name} limit 1`)
      if (first.length > 0) missing.push(name)
    }
    expect(missing).toEqual([])
  })

  test('the audit trail of a new company is empty', async () => {
    expect((await migrated.query('select from public.audit_logs')).rows).toEqual([])
  })

  test('each function of the database has a source: it is written, or offered under the name of its private one', () => {
    const names = new Set(written('function').map(({ name }) => name))
    const offered = new Set(
      written('call').flatMap(({ name }) => /^private\.offer\s*\(\s*'private\.(\w+)/.exec(name)?.slice(1) ?? []),
    )
    const without = wanted
      .filter(({ kind }) => kind === 'function')
      .map(({ name }) => name.replace(/\(.*/s, ''))
      .filter((name) => !names.has(name) && !offered.has(name.replace('public.', '')))
    expect(without).toEqual([])
  })

  describe('npm run db:migration', () => {
    /** The sources after typical edits, each of which the command must handle. */
    const edited = (): SourceStatement[] => {
      const edits: Record<string, (text: string) => string> = {
        'private.money_floor': (text) => text.replace('trunc(p_value, 2)', 'trunc(p_value, 3)'),
        'private.is_named': (text) =>
          text.replace('returns boolean', 'returns integer').replace(/as \$\$.*\$\$/s, () => 'as $$ select 1 $$'),
        '"staff read lines" on public.quotation_items': (text) =>
          text.replace(/using \(.*\)/s, `using ((select private.can('tasks', 'edit')))`),
        'table public.tasks': (text) => text.replace(/ is\s.*$/s, ` is 'It''s new';`),
        'public.tasks': (text) => text.replace(/\n\);$/, ',\n  colour text\n);'),
        'private.document_line': (text) => text.replace('numeric(7, 4)', 'numeric(8, 5)'),
        'insert into public.permissions': (text) =>
          text.replace(`'Change the parameters of the CNC router'`, `'Set up the router'`),
      }
      const added = [
        'create table public.parrots (\n  id uuid primary key default gen_random_uuid(),\n  name text not null,\n  created_at timestamptz not null default now()\n);',
        `call private.borrow_rules('public.parrots', p_pages => '{tasks}');`,
        'create policy "staff read parrots" on public.parrots for select to authenticated using ((select private.is_staff()));',
        `create function private.greet(p_name text) returns text language sql set search_path = '' as $$ select p_name $$;`,
        `call private.offer('private.greet(text)');`,
      ]
      return [
        ...sources
          .filter(({ kind, name }) => kind !== 'trigger' || name !== 'follow_job on public.jobs')
          .map((one) =>
            edits[one.name] ? sourceStatement(one.file, { ...one, text: edits[one.name]!(one.text) }) : one,
          ),
        ...added.map((text) => sourceStatement('office/tasks.sql', { comment: '', text })),
      ]
    }
    let draft: Draft
    let left: unknown[]

    beforeAll(async () => {
      const built = await openBareDatabase()
      await buildFromSources(built, edited())
      const goal = await readCatalogue(built)
      await built.close()
      const judge = await openTestDatabase()
      draft = await draftMigration(judge, goal, edited())
      await judge.close()
      const again = await openTestDatabase()
      await again.exec(draft.sql)
      left = differences(await readCatalogue(again), goal)
      await again.close()
    })

    test('leaves nothing different', () => {
      expect({ said: draft.left, left }).toEqual({ said: [], left: [] })
    })

    test.each([
      ['a changed body', /create or replace function private\.money_floor/],
      ['another result', /drop routine private\.is_named[^;]*;[\s\S]*create or replace function private\.is_named/],
      [
        'a policy that reads otherwise',
        /drop policy "staff read lines" on public\.quotation_items;[\s\S]*create policy "staff read lines"/,
      ],
      ['a trigger that is no more', /drop trigger follow_job on public\.jobs;/],
      ['a new column', /alter table public\.tasks add column colour text;/],
      ['another comment', /comment on table public\.tasks is 'It''s new';/],
      [
        'a new table with its rules',
        /create table public\.parrots[\s\S]*call private\.borrow_rules\('public\.parrots'/,
      ],
      [
        'a new function that is offered',
        /create or replace function private\.greet[\s\S]*call private\.offer\('private\.greet\(text\)'\);/,
      ],
      [
        'another type of a column that a trigger watches',
        /drop trigger audit_changes on public\.quotation_items;[\s\S]*alter column vat_rate type numeric\(8,5\)[\s\S]*create or replace trigger audit_changes/,
      ],
      ['a row of a register', /update public\.permissions/],
    ])('writes %s', (_, expected) => {
      expect(draft.sql).toMatch(expected)
    })

    test('writes nothing where nothing changed', async () => {
      const judge = await openTestDatabase()
      expect(await draftMigration(judge, wanted, sources)).toEqual({ sql: '', left: [] })
      await judge.close()
    })
  })
})

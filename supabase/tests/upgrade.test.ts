import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { bootDatabase } from '../local/engine/boot.ts'
import { buildFromSources } from '../local/sources/build.ts'
import { differences, readCatalogue, type CatalogueEntry } from '../local/sources/catalogue.ts'
import { readKeptRows, type KeptRows } from '../local/testing/kept-rows.ts'
import { readLivedInFile, release, restoreLivedIn, type LivedIn } from '../local/testing/lived-in.ts'
import { openBareDatabase } from '../local/testing/test-database.ts'
import { readTotals, type Totals } from '../local/testing/totals.ts'
import { undone } from './act.ts'

/**
 * People write these registers too. Every row of a new company must exist, possibly changed. All other registers must
 * equal a new company's.
 */
const registersOfPeople = [
  'public.page_permissions',
  'public.role_permissions',
  'public.contact_types',
  'public.cost_accounts',
  'public.ledger_accounts',
  'public.account_rules',
  'public.hand_over_settings',
  'public.company_settings',
  'public.website_metadata_settings',
  'public.email_templates',
  'public.policy_texts',
]

/**
 * Tables or columns that a later migration changes on purpose, with the reason. Add one in the commit of that
 * migration, and test the fate of its rows.
 */
const changedOnPurpose: Record<string, string> = {
  'public.inventory_items.to_order': 'It counts what jobs are short of (decision 0642).',
  'public.orders.invoiced_pct': 'What is only on a draft is told apart (decision 0826).',
  'public.order_items.qty_ready': 'It is made and checked (decision 1046).',
}

/** Orders that a draft alone had completed, as decision 0826 tells them. */
const ordersWithADraft = { 'SO-2026-0203': 'delivered 365.00 65.70 430.70 0.00 100.00 0.00' }

/** A ledger as one sum: rc.1 told purchases without their treatment (decision 1007), so its months stand in one line. */
const asOne = (ledger: Readonly<Record<string, string>> = {}): number[] =>
  Object.values(ledger)
    .map((sums) => sums.split(' ').map((sum) => Math.round(Number(sum) * 100)))
    .reduce((all, sums) => sums.map((sum, place) => sum + (all[place] ?? 0)), [])

let lived: LivedIn
let engine: Engine
let restored: Totals
let before: KeptRows
let wanted: CatalogueEntry[]

beforeAll(async () => {
  const fresh = await openBareDatabase()
  await buildFromSources(fresh)
  wanted = await readCatalogue(fresh)
  await fresh.close()
  lived = await readLivedInFile()
  engine = await openBareDatabase()
  await restoreLivedIn(engine, lived)
  restored = await engine.transaction(readTotals)
  before = await engine.transaction((tx) => readKeptRows(tx))
  await bootDatabase(engine, { seed: 'empty' })
})
afterAll(() => engine.close())

const isOfPeople = (one: CatalogueEntry | undefined) => one?.kind === 'row' && registersOfPeople.includes(one.on)

/** The differences between the database and a new company's. */
const otherwiseThanNew = async (tx: Queryable) =>
  differences(await readCatalogue(tx), wanted).filter(({ had }) => !isOfPeople(had))

/** The rows of before that are gone or have other amounts. */
async function lostOrChanged(tx: Queryable) {
  const after = new Map((await readKeptRows(tx, before)).map((one) => [one.table, one.rows]))
  return before
    .filter(({ table }) => !(table in changedOnPurpose))
    .flatMap(({ table, columns, rows }) => {
      const kept = (amounts: string) =>
        amounts
          .split(' · ')
          .filter((_, place) => !(`${table}.${columns[place]}` in changedOnPurpose))
          .join(' · ')
      const now = (key: string) => after.get(table)?.get(key)
      return [...rows]
        .filter(([key, was]) => kept(now(key) ?? 'lost') !== kept(was))
        .map(([key, was]) => ({ table, key, columns: columns.join(' · '), was, is: now(key) ?? 'lost' }))
    })
}

describe(`a company that has worked with ${release} takes all later migrations`, () => {
  test('it has lived: orders in every state, part deliveries, credit, a bank file, work, bookings', async () => {
    const empty = lived.tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name)
    const worked = ['orders', 'partial_deliveries', 'credit_notes', 'bank_entries', 'time_entries', 'bookings', 'tasks']
    expect(worked.filter((name) => empty.includes(`public.${name}`))).toEqual([])
    expect(empty.length).toBeLessThan(lived.tables.length / 4)
  })

  test('its file gives back what the company said of itself when it was written', () => {
    expect(restored).toEqual(lived.totals)
    expect(Object.values(restored).filter((totals) => Object.keys(totals).length === 0)).toEqual([])
  })

  test('its database is then the one that a new company gets', async () => {
    expect(await otherwiseThanNew(engine)).toEqual([])
  })

  test('no row is lost, and no amount of a row is another', async () => {
    expect(await lostOrChanged(engine)).toEqual([])
  })

  test('its site shows the legal texts of before, and each admin hears that nobody of them published one', async () => {
    const { rows } = await engine.query<{ versions: string; told: number; admins: number }>(
      `select (select string_agg(kind || ' ' || version, ', ' order by kind, version) from public.policy_texts) as versions,
              (select count(*)::int from public.notifications where data ->> 'kind' = 'policy_texts') as told,
              (select count(*)::int from public.user_roles where role = 'admin') as admins`,
    )
    expect(rows).toEqual([{ versions: 'privacy 1, terms 1, terms 2', told: 1, admins: 1 }])
  })

  test('every total is the one from before', async () => {
    const { orders, 'ledger of purchases': purchases, ...others } = lived.totals
    const { 'ledger of purchases': purchasesNow, ...now } = await engine.transaction(readTotals)
    expect(now).toEqual({ ...others, orders: { ...orders, ...ordersWithADraft } })
    expect(asOne(purchases).length).toBe(4)
    expect(asOne(purchasesNow)).toEqual(asOne(purchases))
  })
})

describe('a migration is found that', () => {
  const planted = <Result>(sql: string, look: (tx: Queryable) => Promise<Result>) =>
    undone(engine, async (tx) => {
      await tx.exec(`set local session_replication_role = replica; ${sql}`)
      return look(tx)
    })

  test('deletes a row', async () => {
    const lost = await planted(
      'delete from public.contacts where id = (select id from public.contacts order by id limit 1)',
      lostOrChanged,
    )
    expect(lost).toMatchObject([{ table: 'public.contacts', is: 'lost' }])
  })

  test('changes an amount by a cent', async () => {
    const one = `(select id from public.invoices where status = 'paid' order by id limit 1)`
    const sql = `update public.invoices set paid = paid - 0.01 where id = ${one}`
    expect(await planted(sql, lostOrChanged)).toMatchObject([{ table: 'public.invoices' }])
    expect(await planted(sql, readTotals)).not.toEqual(lived.totals)
  })

  test.each([
    ['forgets a policy', 'drop policy "staff read lines" on public.quotation_items', 'policy'],
    [
      'leaves an old body',
      `create or replace function private.money_floor(p_value numeric) returns numeric language sql immutable as 'select p_value'`,
      'function',
    ],
    [
      'takes a permission from the register',
      `delete from public.permissions where name = 'view_financial_data'`,
      'row',
    ],
    ['leaves a column nullable', 'alter table public.quotations alter column net drop not null', 'column'],
  ])('%s', async (_, sql, kind) => {
    const found = await planted(sql, otherwiseThanNew)
    expect(found.map(({ had, wanted: goal }) => (goal ?? had)?.kind)).toContain(kind)
  })
})

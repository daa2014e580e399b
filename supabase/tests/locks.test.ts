import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { locksOfFunctions } from './cases/locks.ts'
import { openWorld } from './world.ts'

// Two people at once wait for each other where a function locks the rows that it decides by, and never in a circle where all functions
// lock in one order. Races find a lock that is missing by chance; the order of the locks of each function is written here.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const lock = /\bfor (no key update|update|share|key share)\b(?: of (\w+))?(?: (skip locked|nowait))?/

/** A statement without the inner selects that lock nothing: a lock is on the tables of its own select. */
function withoutInner(statement: string): string {
  const outer = statement.replaceAll(/\([^()]*\)/g, (inner) =>
    lock.test(inner) ? inner.replaceAll(/[()]/g, ' ; ') : ' ',
  )
  return outer === statement ? statement : withoutInner(outer)
}

/** The table whose rows a statement locks, with how strongly: "invoices", "contacts (update)". */
function lockOf(whole: string): string | null {
  const statement =
    withoutInner(whole)
      .split(' ; ')
      .find((part) => lock.test(part)) ?? ''
  const found = lock.exec(statement)
  if (!found) return null
  const [, strength = '', alias, patience] = found
  const tables = [...statement.matchAll(/\b(?:from|join) (?:public|private|storage|auth)\.(\w+)(?: as)?(?: (\w+))?/g)]
  const locked =
    tables.findLast(([, table, name]) => alias === undefined || alias === name || alias === table) ?? tables[0]
  const how = [strength === 'no key update' ? '' : strength, patience ?? ''].filter(Boolean).join(', ')
  return `${locked?.[1] ?? '?'}${how ? ` (${how})` : ''}`
}

const locksOf = (body: string): string[] =>
  body
    .replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .split(/;| loop | then (?!')| begin /)
    .flatMap((statement) => lockOf(statement) ?? [])

test('each function locks the rows that it decides by, in this order', async () => {
  const { rows } = await engine.query<{ name: string; body: string }>(`
    select p.proname::text as name, p.prosrc as body from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and l.lanname in ('sql', 'plpgsql')
     order by p.proname, pg_get_function_identity_arguments(p.oid)`)
  const found: Record<string, string> = {}
  for (const { name, body } of rows) {
    const locks = locksOf(body)
    if (locks.length > 0) found[name] = [...(found[name] ? [found[name]] : []), ...locks].join(', ')
  }
  expect(found).toEqual(locksOfFunctions)
})

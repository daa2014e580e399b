import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { triesEach, undone, worked, type Outcome } from './act.ts'
import { idOf } from './people.ts'
import type { Case, Cases } from './cases/case.ts'
import { benchCases } from './cases/bench.ts'
import { catalogueCases } from './cases/catalogue.ts'
import { calculationCases } from './cases/calculations.ts'
import { contactCardCases } from './cases/contact-cards.ts'
import { creditCases } from './cases/credit.ts'
import { mailCases } from './cases/mail.ts'
import { noticeCases } from './cases/notices.ts'
import { paperCases } from './cases/papers.ts'
import { rightsCases } from './cases/rights.ts'
import { settingsAndFilesCases } from './cases/settings-and-files.ts'
import { shiftCases } from './cases/shifts.ts'
import { siteCases } from './cases/site.ts'
import { bankCases } from './cases/bank.ts'
import { supplierCases } from './cases/suppliers.ts'
import { taskCases } from './cases/tasks.ts'
import { stockCases } from './cases/stock.ts'
import { tradeCases } from './cases/trade.ts'
import { actors, cellsOf, permissionMatrix, type Actor, type Cells } from './permission-matrix.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

describe.each(['with the grants of the migrations', 'with every table granted to everybody'])('%s', (grants) => {
  beforeAll(async () => {
    if (grants === 'with every table granted to everybody')
      await engine.exec('grant all on all tables in schema public, storage to anon, authenticated')
  })

  const lines = Object.entries(permissionMatrix).flatMap(([table, rows]) =>
    Object.entries<string>(rows).map(([whose, line]) => ({ table, whose, line })),
  )
  test.each(lines)('$table, $whose', async ({ table, whose, line }) => {
    const found: Cells = cellsOf('')
    const how = caseOf(table, whose)
    await undone(engine, async (tx) => {
      // What is the same for everybody is prepared once.
      const isShared = how.given !== undefined && !how.given.includes(':me')
      if (isShared) await tx.exec(how.given ?? '')
      for (const actor of actors)
        found[actor] = await lettersOf(tx, table, isShared ? { ...how, given: '' } : how, actor)
    })
    expect(found).toEqual(cellsOf(line))
  })
})

const cases: Cases = {
  ...rightsCases,
  ...contactCardCases,
  ...creditCases,
  ...paperCases,
  ...tradeCases,
  ...benchCases,
  ...catalogueCases,
  ...stockCases,
  ...calculationCases,
  ...bankCases,
  ...supplierCases,
  ...taskCases,
  ...mailCases,
  ...noticeCases,
  ...settingsAndFilesCases,
  ...shiftCases,
  ...siteCases,
}

function caseOf(table: string, whose: string): Case {
  const found = cases[table]?.[whose]
  if (!found) throw new Error(`No case says how to try ${table}, ${whose}`)
  return found
}

async function lettersOf(tx: Queryable, table: string, how: Case, actor: Actor): Promise<string> {
  const as = (sql: string) => sql.replaceAll(':me', `'${idOf(actor)}'`)
  const statements = [
    `select 1 from ${table} where ${how.where}`,
    `insert into ${table} ${how.insert}`,
    `update ${table} set ${how.update} where ${how.where}`,
    `delete from ${table} where ${how.where}`,
  ].map(as)
  await tx.exec('savepoint person')
  const outcomes = await triesEach(tx, actor, statements, as(how.given ?? ''))
  await tx.exec('rollback to savepoint person; release savepoint person')
  return outcomes.map((outcome, index) => (allowed(outcome) ? 'SIUD'.charAt(index) : '')).join('') || '-'
}

/** A refusal is a missing privilege, a policy, no row, or a state: any other error is a mistake in the matrix. */
function allowed(outcome: Outcome): boolean {
  if ('refused' in outcome && !['42501', 'PT409'].includes(outcome.refused))
    throw new Error(`${outcome.refused} ${outcome.because}`)
  return worked(outcome)
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { lints, offenders, publicTables } from './catalogue.ts'
import { tableLints } from './table-lints.ts'
import { unknownBounded, workLints } from './work-lints.ts'
import { permissionMatrix } from './permission-matrix.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const everyLint = Object.entries({ ...lints, ...tableLints, ...workLints })

test.each(everyLint)('the schema has no offender: %s', async (_, { find }) => {
  expect(await offenders(engine, find)).toEqual([])
})

test.each(everyLint)('the lint would notice: %s', async (_, { find, careless }) => {
  const noticed = await undone(engine, async (tx) => {
    await tx.exec(careless)
    return offenders(tx, find)
  })
  expect(noticed.length).toBeGreaterThan(0)
})

test('each function that may count as far as a value says is one that there is', async () => {
  expect(await offenders(engine, unknownBounded)).toEqual([])
})

test('every public table has its lines in the permission matrix', async () => {
  const described = Object.keys(permissionMatrix).filter((table) => table.startsWith('public.'))
  expect(described.sort()).toEqual(await publicTables(engine))
})

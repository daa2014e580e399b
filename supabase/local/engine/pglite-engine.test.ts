import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../contracts.ts'
import { openPglite } from './pglite-engine.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openPglite()
})
afterAll(() => engine.close())

const types = [
  'uuid[]',
  'text[]',
  'jsonb',
  'json',
  'boolean',
  'integer',
  'bigint',
  'numeric',
  'float8',
  'text',
  'bytea',
  'timestamptz',
  'date',
  'uuid',
]
const values = [
  {},
  { a: 1 },
  [],
  [{}],
  [null],
  [[]],
  '',
  'x',
  '{}',
  0,
  -1,
  1e300,
  true,
  null,
  undefined,
  new Date(0),
  new Uint8Array([1, 2]),
]

describe('a parameter of the wrong kind', () => {
  for (const type of types) {
    test(`for ${type} is refused or taken, and the session lives on`, async () => {
      for (const value of values) {
        await engine.transaction((tx) => tx.query(`select $1::${type}`, [value])).catch(() => {})
        const { rows } = await engine.query('select 1 as one')
        expect(rows).toEqual([{ one: 1 }])
      }
    })
  }

  test('reaches an array column as the array literal that it spells', async () => {
    const { rows } = await engine.query(`select $1::uuid[] as none, $2::jsonb as object`, [{}, { a: [1] }])
    expect(rows).toEqual([{ none: [], object: { a: [1] } }])
  })
})

test('a text with halves of characters arrives whole, to its end', async () => {
  const text = `${'\udc00'.repeat(300)}${'x'.repeat(600)}the end`
  const { rows } = await engine.query('select $1::text as said', [text])
  expect(rows).toEqual([{ said: text.toWellFormed() }])
})

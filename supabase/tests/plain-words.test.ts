import { expect, test } from 'vitest'
import { readSources } from '../local/sources/build.ts'
import { unplain } from './plain-words.ts'

test('a sentence is plain when a person can read it', () => {
  const plain = [
    '€4,265.48 by card',
    '7.56 m² of film',
    'Due on 3 Mar 2026',
    '6 hours',
    'INV-2026-0001',
    '1 hour',
    '3 × 1,200 mm',
  ]
  expect(plain.flatMap(unplain)).toEqual([])
  const others = [
    'EUR 42.48',
    '4265.48 by card',
    '7 m2',
    '6 hour',
    'on 2026-03-03',
    'Dear {{ client }}',
    'by credit_note',
    '1.5000',
  ]
  expect(others.map((text) => unplain(text).length)).toEqual(others.map(() => 1))
})

/** The arguments of each `format(…)` of a text of SQL. */
function formats(sql: string): string[] {
  return [...sql.matchAll(/\bformat\(/g)].map(({ index }) => {
    let depth = 0
    let isQuoted = false
    for (let at = index; at < sql.length; at += 1) {
      const letter = sql[at]
      if (letter === "'") isQuoted = !isQuoted
      else if (!isQuoted && letter === '(') depth += 1
      else if (!isQuoted && letter === ')' && (depth -= 1) === 0) return sql.slice(index, at + 1)
    }
    return sql.slice(index)
  })
}

/** Compared with what was confirmed before, and read by nobody. */
const keys = ["format('%s of %s', private.amount_text(p_vat), private.amount_text(p_net))"]

test('a sentence of the database writes an amount with its currency, as the company writes it', async () => {
  const found = (await readSources())
    .filter(({ kind }) => kind === 'function')
    .flatMap(({ name, text }) => formats(text).map((format) => ({ name, format: format.replaceAll(/\s+/g, ' ') })))
    .filter(({ format }) => /amount_text\(|\bto_char\([^)]*9\.00/.test(format) && !keys.includes(format))
  expect(found).toEqual([])
})

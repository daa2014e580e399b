import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { methods } from '../src/shared/domain/money/payment-methods.ts'

/** Words of the database that have words of their own on screens, shown as they are: `{payment.method}`, or `bank` as a label. */
const raw = [
  /(?<![=\w$])\{[\w.?]+\.(?:method|direction|treatment|vat_treatment)\}/,
  /\.method\.replaceAll\(/,
  /\['\w+'(?:, '\w+')+\]\.map\(\((\w+)\) => \(\{ value(?:: \1)?, label: \1 \}\)\)/,
]

test('no screen shows a method, a direction or a treatment in the words of the database', () => {
  const screens = globSync('src/**/*.tsx').filter((file) => !file.includes('.test.'))
  expect(screens.length).toBeGreaterThan(500)
  const found = screens.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (raw.some((rule) => rule.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

test.each(['payments', 'supplier_payments'])('every method of %s has its words', (table) => {
  const source = readFileSync(`supabase/schemas/accounts/${table}.sql`, 'utf8')
  const known =
    new RegExp(`constraint ${table}_method_is_known check \\(method in \\(([^)]*)\\)`).exec(source)?.[1] ?? ''
  expect([...known.matchAll(/'(\w+)'/g)].map(([, word]) => word).toSorted()).toEqual(
    methods.map(({ value }) => value).toSorted(),
  )
})

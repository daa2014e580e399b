import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { methods, methodText } from '../src/shared/domain/money/payment-methods.ts'

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

/** Where the 24 hours of a time are a value and no word: what a field holds, the hour of a greeting, two clocks compared. */
const clocks = [
  'src/features/delivery/deliveries/plan/components/change-plan.tsx',
  'src/features/office/dashboard/today.ts',
  'src/shared/domain/time/zoned.ts',
]

test('no screen writes a time in 24 hours by itself: clockTextIn writes it as the company does', () => {
  const writers = globSync('src/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.') && /\bclockIn\(/.test(readFileSync(file, 'utf8')),
  )
  expect(writers.toSorted()).toEqual(clocks)
})

test.each(['payments', 'supplier_payments'])('every method of %s has its words', (table) => {
  const source = readFileSync(`supabase/schemas/accounts/${table}.sql`, 'utf8')
  const known =
    new RegExp(`constraint ${table}_method_is_known check \\(method in \\(([^)]*)\\)`).exec(source)?.[1] ?? ''
  const stored = [...known.matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
  expect(methods.map(({ value }) => value).filter((value) => !stored.includes(value))).toEqual([])
  expect(stored.filter((word) => methodText(word) === word)).toEqual([])
})

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { methods, methodText } from '../../src/shared/domain/money/payment-methods.ts'

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

test('no screen writes a time by the clock of the device: whatever writes one names its zone', () => {
  const byDevice = /\.toLocale(?:Time|Date)?String\((?!'en'\))|\.get(?:Hours|Minutes)\(/
  const found = globSync('src/**/*.{ts,tsx}').flatMap((file) => {
    const source = file.includes('.test.') ? '' : readFileSync(file, 'utf8')
    const writers = source.split('new Intl.DateTimeFormat(').slice(1)
    const zoneless = writers.filter(
      (rest) =>
        !rest
          .slice(0, 250)
          .split(/\n\n|;|\n(?:const|function) /)[0]
          ?.includes('timeZone'),
    )
    return [...zoneless.map((rest) => `${file}: ${rest.split('\n')[0]}`), ...(byDevice.test(source) ? [file] : [])]
  })
  expect(found).toEqual([])
})

/** Where SQL writes a day by itself: the functions that do it as the company does, and sentences that are written anew for their reader. */
const daysInSql = [
  // productLine writes it in the language of the paper.
  "format('Deposit %s of %s', v_deposit.invoice_number, to_char(v_deposit.issue_date, 'FMDD Mon YYYY'))",
  // sentences.ts writes it in the language of the client.
  "to_char(p_quotation.valid_until, 'FMDD Mon YYYY')",
]
const writersOfDays = ['day_text', 'day_in_words', 'in_company_words']

test('no words of the database write a day by themselves: private.day_text and moment_text write it as the company does', () => {
  const found = globSync('supabase/schemas/**/*.sql').flatMap((file) => {
    const source = writersOfDays.reduce(
      (all, name) => all.replace(new RegExp(`create function private\\.${name}\\(.*?\\nend \\$\\$;`, 's'), ''),
      readFileSync(file, 'utf8'),
    )
    return source
      .split('\n')
      .filter((line) => /to_char\(/.test(line) && /'[^'\n]*(?:Mon|Dy|FMDD|FMDay|DD[./]|[./]DD)[^'\n]*'/.test(line))
      .filter((line) => !daysInSql.some((known) => line.includes(known)))
      .map((line) => `${file}: ${line.trim()}`)
  })
  expect(found).toEqual([])
})

test.each(['payments', 'supplier_payments'])('every method of %s has its words', (table) => {
  const source = readFileSync(`supabase/schemas/accounts/${table}.sql`, 'utf8')
  const known =
    new RegExp(`constraint ${table}_method_is_known check \\(method in \\(([^)]*)\\)`).exec(source)?.[1] ?? ''
  const stored = [...known.matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
  expect(methods.map(({ value }) => value).filter((value) => !stored.includes(value))).toEqual([])
  expect(stored.filter((word) => methodText(word) === word)).toEqual([])
})

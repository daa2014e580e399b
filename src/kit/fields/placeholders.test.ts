import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clockPattern, dayPattern, example } from '@/shared/domain/text/formats'

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.') ? [path] : []
  })

test('what stands in an empty field is no value: a pattern, or an example that says so', () => {
  expect([dayPattern(), clockPattern(), example('Main entrance')]).toEqual([
    'DD Mmm YYYY',
    'HH:MM',
    'e.g. Main entrance',
  ])
})

test('no field of a screen has a day, a time or a number as its placeholder', () => {
  const found = sources('src').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/placeholder=(?:"([^"]*)"|\{'([^']*)'\})/g)]
      .map(([, plain, quoted]) => plain ?? quoted ?? '')
      .filter((text) => /\d/.test(text))
      .map((text) => `${path}: ${text}`),
  )
  // How much has to be typed, and how many are found, are no values.
  expect(found.filter((each) => !each.includes('letters'))).toEqual([])
})

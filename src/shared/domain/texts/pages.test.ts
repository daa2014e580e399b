import { expect, test } from 'vitest'
import { dutch } from './pages/nl.ts'
import { english } from './pages/en.ts'
import { french } from './pages/fr.ts'
import { german } from './pages/de.ts'
import { italian } from './pages/it.ts'
import { maltese } from './pages/mt.ts'
import { polish } from './pages/pl.ts'
import { portuguese } from './pages/pt.ts'
import { spanish } from './pages/es.ts'
import { pageTexts } from './pages/load.ts'
import { pageWords } from './pages/words.ts'
import { translationProblems } from './testing.ts'

const pages = {
  en: english,
  de: german,
  fr: french,
  it: italian,
  es: spanish,
  pt: portuguese,
  nl: dutch,
  pl: polish,
  mt: maltese,
}

/** Words that a language shares with English. */
const same = {
  fr: ['Signature', 'Options', 'Client', 'Total'],
  es: ['Total'],
  pt: ['Total'],
  mt: ['Total'],
} as const

test('pages have every text in nine languages, with the same places and no English left over', () => {
  const { coverage, problems } = translationProblems(english, pages, same)
  process.stdout.write(`texts of pages: ${coverage}\n`)
  expect(problems).toEqual([])
  expect(coverage.match(/100 %/g)).toHaveLength(9)
})

test('pages say days and the name of the tax in the reader’s language', async () => {
  const { say, day, moment } = pageWords(await pageTexts('de'))
  expect(say('total_with_tax')).toBe('Gesamt inkl. MwSt.')
  expect(day('2026-11-20')).toBe('20. Nov. 2026')
  expect(moment('2026-11-20T13:02:00Z')).toMatch(/^20\. Nov\. 2026, \d\d:02$/)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chosenLanguage, languages } from './languages.ts'
import { dutch } from './papers/nl.ts'
import { english } from './papers/en.ts'
import { french } from './papers/fr.ts'
import { german } from './papers/de.ts'
import { italian } from './papers/it.ts'
import { maltese } from './papers/mt.ts'
import { paperTexts } from './papers/load.ts'
import { polish } from './papers/pl.ts'
import { portuguese } from './papers/pt.ts'
import { spanish } from './papers/es.ts'
import { translationProblems } from './testing.ts'
import { textsOf } from './texts.ts'

const papers = {
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

/** What American and British banks call what they ask for, in every language. */
const bankWords = ['Routing number', 'Sort code']
/** Words that a language shares with English. */
const same = {
  de: ['Bank'],
  fr: [
    ...bankWords,
    'Date',
    'Total',
    'Signature',
    '{quantity} minute',
    '{quantity} minutes',
    '{quantity} litre',
    '{quantity} litres',
  ],
  it: [...bankWords, '{quantity} set'],
  es: [...bankWords, 'Total'],
  pt: [...bankWords, 'Total'],
  nl: [...bankWords, 'Bank', 'Order', '{quantity} set', '{quantity} sets', '{rate} % export'],
  pl: [...bankWords, 'Bank'],
  mt: [...bankWords, 'Bank', 'Total'],
} as const

test('papers have every text in nine languages, with the same places and no English left over', () => {
  const { coverage, problems } = translationProblems(english, papers, same)
  process.stdout.write(`texts of papers: ${coverage}\n`)
  expect(problems).toEqual([])
  expect(coverage.match(/100 %/g)).toHaveLength(9)
})

test('what is missing, still English or has another place is named', () => {
  const { sites: _, ...short } = { ...german, sites: '' }
  const { problems } = translationProblems(
    english,
    { ...papers, de: { ...short, date: 'Date', page: 'Seite {page}', terms: ' ', extra: 'x', bank: 'Geldhaus' } },
    same,
  )
  expect(problems).toEqual([
    'de date: is still English: Date',
    'de terms: is empty',
    'de page: has the places “page” instead of “page pages”',
    'de extra: is not in English',
    'de: “Bank” is not the same as in English any more',
  ])
})

describe('texts', () => {
  test('are whole sentences with their values', async () => {
    const texts = await paperTexts('de')
    expect(texts('deposit_percent', { percent: '50' })).toBe('Anzahlung von 50 % bei Auftragserteilung')
    expect(texts('page', { page: '2', pages: '3' })).toBe('Seite 2 von 3')
    expect(texts.language).toBe('de')
  })

  test.each([
    ['pl', 1, '1 godzina'],
    ['pl', 2, '2 godziny'],
    ['pl', 5, '5 godzin'],
    ['pl', 22, '22 godziny'],
    ['pl', 1.5, '1.5 godziny'],
    ['mt', 2, '2 sigħat'],
    ['mt', 11, '11-il siegħa'],
    ['mt', 20, '20 siegħa'],
    ['fr', 0, '0 heure'],
    ['fr', 1.5, '1.5 heure'],
    ['pt', 0, '0 horas'],
    ['de', 1, '1 Stunde'],
    ['nl', 2, '2 uur'],
  ] as const)('choose the plural of %s for %d: %s', async (language, count, words) => {
    const texts = await paperTexts(language)
    expect(texts('unit_hour', { count, quantity: String(count) })).toBe(words)
  })

  test('never fill a value twice, and write every number in some form', async () => {
    const all = await Promise.all(languages.map(({ value }) => paperTexts(value)))
    fc.assert(
      fc.property(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), (name, count) => {
        for (const texts of all) {
          expect(texts('approved_by', { name })).toContain(name)
          expect(texts('unit_piece', { count, quantity: name })).toContain(name)
        }
      }),
    )
  })

  test('have one full stop where a value ends with one at the end of a sentence', () => {
    const texts = textsOf<{ exempt: 'Exempt from {tax}. From {day}...' }>('en', {
      exempt: 'Exempt from {tax}. From {day}...',
    })
    expect(texts('exempt', { tax: 'MwSt.', day: '1 Nov.' })).toBe('Exempt from MwSt. From 1 Nov....')
  })

  test('do not compile with an unknown key or without a value', () => {
    const texts = textsOf<typeof english>('en', english)
    // @ts-expect-error: there is no such text
    expect(() => texts('no_such_text')).toThrow(TypeError)
    // @ts-expect-error: the page is missing
    expect(texts('page', { pages: '3' })).toBe('Page {page} of 3')
    // @ts-expect-error: a form of the plural is missing in Polish
    const hours: (typeof polish)['unit_hour'] = { by: 'count', one: '', other: '' }
    expect(hours.few).toBeUndefined()
  })
})

test.each([
  [['de', 'fr'], 'de'],
  [[null, undefined, 'pt-BR', 'en'], 'pt'],
  [['sv', 'pl-PL'], 'pl'],
  [['sv'], 'en'],
  [[], 'en'],
] as const)('of %j the language is %s', (codes, language) => {
  expect(chosenLanguage(...codes)).toBe(language)
})

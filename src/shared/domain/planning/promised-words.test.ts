import { expect, test } from 'vitest'
import { type Language, languages } from '../texts/languages.ts'
import { paperTexts } from '../texts/papers/load.ts'
import { promisesIn } from './promised-words.ts'
import { today } from './testing.ts'

const read = (text: string, language: Language = 'en') =>
  promisesIn(text, {
    today,
    closures: [{ work_centre_id: null, starts_on: '2026-12-08', ends_on: '2026-12-08', reason: 'Feast' }],
    language,
  })
const days = (text: string, language?: Language) => read(text, language).map(({ words, day }) => [words, day])

test.each<[text: string, promised: [string, string][], language?: Language]>([
  ['Delivery 10 to 15 working days after that.', [['10 to 15 working days', '2026-12-22']]],
  ['Work begins when the deposit is paid. Ready in 2 weeks; valid for 30 days.', [['2 weeks', '2026-12-14']]],
  [
    'Installed by Sat 12 December, or 5 January.',
    [
      ['12 December', '2026-12-12'],
      ['5 January', '2027-01-05'],
    ],
  ],
  ['Lieferung bis 12.12.2026, Zahlung binnen 14 Tagen', [['12.12.2026', '2026-12-12']], 'de'],
  ['Montage am 9. Dezember', [['9. Dezember', '2026-12-09']], 'de'],
  ['Consegna in 20 giorni lavorativi', [['20 giorni lavorativi', '2026-12-29']], 'it'],
  ['Livraison le 3 décembre 2026', [['3 décembre 2026', '2026-12-03']], 'fr'],
  ['Payment within 30 days of delivery. Claims within 8 days. Prices are valid for 30 days.', []],
  ['Delivery of 4 panels 2000 × 1000 mm.', []],
])('of “%s” these days are promised: %j', (text, promised, language) => {
  expect(days(text, language)).toEqual(promised)
})

test('another day is written in the place of the one that was promised, in its own way', () => {
  const moved = (text: string, language?: Language) => read(text, language)[0]?.moved('2026-12-17').text
  expect(moved('Delivery 10 to 11 working days after that.')).toBe('Delivery 10 to 12 working days after that.')
  // Nobody works on the 8th: what is ready then is promised for the 9th.
  expect(read('Ready in 3 working days')[0]?.moved('2026-12-08')).toMatchObject({
    words: '6 working days',
    day: '2026-12-09',
  })
  expect(moved('Ready in 2 weeks.')).toBe('Ready in 3 weeks.')
  expect(moved('Installed by 12 December 2026!')).toBe('Installed by 17 December 2026!')
  expect(moved('Lieferung bis 12.12.2026', 'de')).toBe('Lieferung bis 17.12.2026')
  expect(moved('Montage am 9. Dezember', 'de')).toBe('Montage am 17. Dezember')
})

test.each(languages.map(({ value }) => value))(
  'the sentence that terms in %s end with promises its day',
  async (language) => {
    const texts = await paperTexts(language)
    for (const key of ['delivery_within', 'delivery_within_deposit'] as const)
      expect(days(texts(key, { days: '12' }), language)).toEqual([[expect.stringMatching(/^12 /), '2026-12-17']])
  },
)

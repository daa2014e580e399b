import { expect, test } from 'vitest'
import { type Language, languages } from '../texts/languages.ts'
import { paperTexts } from '../texts/papers/load.ts'
import { promisesIn } from './promised-words.ts'
import { promisingTexts, today } from './testing.ts'

const read = (text: string, language: Language = 'en') =>
  promisesIn(text, {
    today,
    closures: [{ work_centre_id: null, starts_on: '2026-12-08', ends_on: '2026-12-08', reason: 'Feast' }],
    language,
  })
const days = (text: string, language?: Language) => read(text, language).map(({ words, day }) => [words, day])

test.each(promisingTexts)('of “%s” these days are promised: %j', (text, promised, language) => {
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

import { expect, test } from 'vitest'
import { type Language, languages } from '../texts/languages.ts'
import { longDayOfIn } from '../texts/long-days.ts'
import { paperTexts } from '../texts/papers/load.ts'
import { dayAfter } from '../time/days.ts'
import { promisesIn } from './promised-words.ts'
import { doubtsOfText, doubtsOfWords } from './text-doubts.ts'
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
  const moved = (text: string, language?: Language) => read(text, language)[0]?.moved('2026-12-17')?.text
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

test.each(languages.map(({ value }) => value))('a day of the week beside a date moves with it, in %s', (language) => {
  const on = (day: string) => `Delivery: ${longDayOfIn(language, 'UTC', `${day}T12:00:00Z`)}.`
  const week = Array.from({ length: 7 }, (_, at) => dayAfter('2026-12-14', at))
  for (const from of week)
    for (const to of week) expect(read(on(from), language)[0]?.moved(to)).toMatchObject({ text: on(to), day: to })
})

test.each([
  ['Ready and fitted on Monday, 14 December', 'Ready and fitted on Tuesday, 15 December', 'en'],
  ['Ready on Mon. 14/12', 'Ready on Tue. 15/12', 'en'],
  ['Ready on 14 December (a Monday).', 'Ready on 15 December (a Tuesday).', 'en'],
  ['Ready by Monday', 'Ready by Tuesday, 15 December', 'en'],
  ['Bis Mo. 14.12. ist alles montiert', 'Bis Di. 15.12. ist alles montiert', 'de'],
  ['Dostawa w poniedziałek, 14 grudnia', null, 'pl'],
  ['Entrega na segunda-feira, 14 de dezembro', 'Entrega na terça-feira, 15 de dezembro', 'pt'],
  ['Lest sat-Tnejn, 14 ta’ Diċembru', 'Lest sat-Tlieta, 15 ta’ Diċembru', 'mt'],
  ['Ready on Friday, 11 or 14 December', null, 'en'],
  ['Ready tomorrow, 14 December', null, 'en'],
  ['Ready today', null, 'en'],
] as const)('of “%s” the true text for Tuesday the 15th is %s', (text, to, language) => {
  expect(read(text, language).at(-1)?.moved('2026-12-15')?.text ?? null).toBe(to)
})

test('days without a date are named from the day of reading, and days of opening are none', () => {
  expect(days('You have it today.')).toEqual([['today', today]])
  expect(days('Fertig ist alles morgen', 'de')).toEqual([['morgen', '2026-12-01']])
  expect(days('We deliver Monday to Friday and every Saturday, ready by Thursday')).toEqual([
    ['Thursday', '2026-12-03'],
  ])
})

test('a company that writes the month first is read so', () => {
  const read = (text: string) =>
    promisesIn(text, { today, closures: [], language: 'en', style: 'month_first' })[0]?.moved('2026-12-15')?.text
  expect(read('Ready by 12/03/2026')).toBe('Ready by 12/15/2026')
})

test.each(languages.map(({ value }) => value))(
  'the sentence that terms in %s end with promises its day',
  async (language) => {
    const texts = await paperTexts(language)
    for (const key of ['delivery_within', 'delivery_within_deposit'] as const)
      expect(days(texts(key, { days: '12' }), language)).toEqual([[expect.stringMatching(/^12 /), '2026-12-17']])
  },
)

test.each(languages.map(({ value }) => value))(
  'a wrong day of the week is named in %s, and the right one is not',
  (language) => {
    const reading = { today, closures: [], language }
    const doubts = (day: string) =>
      doubtsOfText(
        'client_note',
        { terms: '', client_note: `${longDayOfIn(language, 'UTC', `${day}T12:00:00Z`)}` },
        reading,
      )
    expect(doubts('2026-12-12')).toEqual([])
    const [saturday, friday] = [12, 11].map((date) => longDayOfIn(language, 'UTC', `2026-12-${date}T12:00:00Z`))
    const wrong = saturday?.replace(/^[^\d,]+?(?=,? \d|, )/u, friday?.match(/^[^\d,]+?(?=,? \d|, )/u)?.[0] ?? '')
    expect(doubtsOfText('terms', { terms: `${wrong}`, client_note: '' }, reading)).toEqual([
      `“${wrong}”: 12 Dec 2026 is a Saturday.`,
    ])
  },
)

test('terms that say another date than the note are named, and so is a day that has passed; usual weeks are not', () => {
  const doubts = (terms: string, client_note: string) =>
    doubtsOfText('terms', { terms, client_note }, { today, closures: [], language: 'en' })
  const note = 'Installed by Friday 12 December 2026'
  expect(doubts('We deliver until 20.12.2026.', note)).toEqual([
    'The terms say another day: 20 Dec 2026 (“20.12.2026”). The order takes that of the note.',
  ])
  expect(doubts('We deliver until 12.12.2026, within 10 working days.', note)).toEqual([])
  expect(doubts('Delivery within 10 working days.', note)).toEqual([])
  expect(doubts('Ready on 20 December 2025.', '')).toEqual(['“20 December 2025”: this day has passed.'])
})

test('own words of a mail that promise another day than the order are named, also on a wrong day of the week', () => {
  const doubts = (words: string, closures: [] | null = []) =>
    doubtsOfWords(words, { number: 'SO-2026-0226', day: '2026-12-09' }, { today, closures, language: 'en' })
  expect(doubts('It is ready on Thursday, 10 December 2026.')).toEqual([
    'These words promise 10 Dec 2026 (“Thursday, 10 December 2026”). SO-2026-0226 is promised for 9 Dec 2026.',
  ])
  expect(doubts('It is ready on Friday, 9 December.')).toEqual(['“Friday, 9 December”: 9 Dec 2026 is a Wednesday.'])
  expect(doubts('It is ready on 9 December. Please pay by 20 December 2026.')).toEqual([])
  expect([doubts('Ready in 2 working days.').length, doubts('Ready in 2 working days.', null).length]).toEqual([1, 0])
})

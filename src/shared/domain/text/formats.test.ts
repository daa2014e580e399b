import { afterEach, expect, test, vi } from 'vitest'
import {
  calendarDayText,
  clockText,
  countText,
  currentFormats,
  dayText,
  exactClockText,
  firstFormats,
  readFormats,
  onFormats,
  setFormats,
  weekdayText,
  withTax,
} from './formats'
import { decimalText, formatMoney } from '../money/money'
import { momentText } from '../text/formats'

afterEach(() => setFormats(firstFormats))

test('the name of a tax that ends with a stop ends the sentence', () => {
  expect(withTax('Exempt from {tax}. {Tax} is known. {Tax}', 'MwSt.')).toBe('Exempt from MwSt. MwSt. is known. MwSt.')
  expect(withTax('Exempt from {tax}. {Tax}...', 'sales tax')).toBe('Exempt from sales tax. Sales tax...')
})

const at = new Date(2026, 10, 20, 17, 45).getTime()
/** Blanks of every width, and both apostrophes, are the same to a reader. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ').replaceAll("'", '’')

test.each([
  [{}, '€1,234.56', '20 Nov 2026, 17:45'],
  [{ currency: 'GBP', date_style: 'day_first' }, '£1,234.56', '20/11/2026, 17:45'],
  [{ number_style: 'comma', date_style: 'year_first' }, '1.234,56 €', '2026-11-20, 17:45'],
  [{ number_style: 'space', date_style: 'month_first', hour_style: '12h' }, '1 234,56 €', '11/20/2026, 5:45 pm'],
  [{ number_style: 'apostrophe' }, 'EUR 1’234.56', '20 Nov 2026, 17:45'],
])('a company that chose %j writes money and times so', (chosen, money, time) => {
  setFormats(readFormats(chosen))
  expect([plain(formatMoney('1234.569')), plain(momentText(at))]).toEqual([money, time])
})

test.each([
  [{}, ['20 Nov 2026', 'Fri, 20 Nov 2026', '17:45:00', '20,000', '1,250.50']],
  [
    { number_style: 'comma', date_style: 'day_first', hour_style: '12h' },
    ['20/11/2026', 'Fri, 20/11/2026', '5:45:00 pm', '20.000', '1.250,50'],
  ],
  [{ number_style: 'space' }, ['20 Nov 2026', 'Fri, 20 Nov 2026', '17:45:00', '20 000', '1 250,50']],
  [{ number_style: 'apostrophe' }, ['20 Nov 2026', 'Fri, 20 Nov 2026', '17:45:00', '20’000', '1’250.50']],
])('a company that chose %j writes days, seconds, counts and rates so', (chosen, written) => {
  setFormats(readFormats(chosen))
  const texts = [calendarDayText('2026-11-20'), weekdayText('2026-11-20'), exactClockText(at)]
  expect([...texts, countText(20_000), decimalText('1250.50')].map(plain)).toEqual(written)
})

test('what is no day of the calendar stays as it came', () => {
  expect([calendarDayText('soon'), weekdayText('2026-13-40')]).toEqual(['soon', '2026-13-40'])
})

test('day and time can be written apart', () => {
  expect([dayText(at), clockText(at)]).toEqual(['20 Nov 2026', '17:45'])
})

test('a choice that nobody knows counts as none', () => {
  expect(readFormats({ currency: 'euro', number_style: 'toString', date_style: 7, hour_style: null })).toEqual(
    firstFormats,
  )
})

test('whoever listens hears of a change, and of nothing else', () => {
  const heard = vi.fn()
  const stop = onFormats(heard)
  setFormats({ ...firstFormats })
  setFormats({ ...firstFormats, currency: 'USD' })
  stop()
  setFormats(firstFormats)
  expect([heard.mock.calls.length, currentFormats()]).toEqual([1, firstFormats])
})

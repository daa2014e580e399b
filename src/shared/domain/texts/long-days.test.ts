import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { dayAndMonthIn, longDayOfIn, weekdayOfIn, weekdaysIn } from './long-days.ts'

const at = '2026-11-20T08:30:00Z'

test('a day is written in words of each language', () => {
  expect(Object.fromEntries(languages.map(({ value }) => [value, longDayOfIn(value, 'Europe/Malta', at)]))).toEqual({
    en: 'Friday 20 November 2026',
    de: 'Freitag, 20. November 2026',
    fr: 'vendredi 20 novembre 2026',
    it: 'venerdì 20 novembre 2026',
    es: 'viernes, 20 de noviembre de 2026',
    pt: 'sexta-feira, 20 de novembro de 2026',
    nl: 'vrijdag 20 november 2026',
    pl: 'piątek, 20 listopada 2026',
    mt: 'Il-Ġimgħa, 20 ta’ Novembru 2026',
  })
})

test('its parts agree with the names of the week, where the company is', () => {
  const late = '2026-11-20T23:30:00Z'
  for (const { value } of languages)
    expect([value, weekdayOfIn(value, 'Europe/Malta', late)]).toEqual([value, weekdaysIn(value)[5]])
  expect([dayAndMonthIn('en', 'Europe/Malta', late), dayAndMonthIn('mt', 'Europe/Malta', late)]).toEqual([
    '21 November',
    '21 ta’ Novembru',
  ])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  calendarDayText,
  clockTextIn,
  type DateStyle,
  type NumberStyle,
  numberLocale,
} from '../../src/shared/domain/text/formats.ts'
import { formatMoney } from '../../src/shared/domain/money/money.ts'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { openWorld } from './world.ts'
import { tradeIn } from './trade.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const styles: readonly NumberStyle[] = ['point', 'comma', 'space', 'apostrophe']
const amounts = ['0.00', '0.01', '4265.48', '-726.72', '1234567.5', '999999999.99']
/** Screens keep amounts together by blanks that do not break; which apostrophe they have depends on the machine. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll("'", '’')

test('a notice writes an amount as the screens do, in every way to write numbers', () =>
  undone(engine, async (tx) => {
    const { server } = await tradeIn(tx)
    for (const style of styles) {
      await server.run(`update public.company_settings set number_style = '${style}'`)
      for (const amount of amounts) {
        const words = await server.value<string>(`select private.money_words(${amount}, 'EUR')`)
        expect(words, style).toBe(plain(formatMoney(amount, 'EUR', numberLocale(style))))
      }
    }
    await server.run(`update public.company_settings set number_style = 'point'`)
    expect(
      await server.value(`select private.money_words(1250, 'GBP') || ', ' || private.money_words(1250, 'SEK')`),
    ).toBe('£1,250.00, SEK 1,250.00')
  }))

test('a notice writes a day and a time as the screens do, in every style of the company', () =>
  undone(engine, async (tx) => {
    const { server } = await tradeIn(tx)
    const dates: readonly DateStyle[] = ['words', 'day_first', 'day_dots', 'month_first', 'year_first']
    for (const style of dates) {
      await server.run(`update public.company_settings set date_style = '${style}'`)
      for (const day of ['2026-12-04', '2026-01-31'])
        expect(await server.value(`select private.day_text('${day}')`), style).toBe(calendarDayText(day, style))
    }
    const zone = await server.value<string>(`select private.company_zone()`)
    for (const style of ['24h', '12h'] as const) {
      await server.run(`update public.company_settings set hour_style = '${style}'`)
      for (const at of ['2026-12-04T14:10:00Z', '2026-12-04T23:05:00Z', '2026-12-04T11:30:00Z'])
        expect(await server.value(`select private.clock_text('${at}')`)).toBe(plain(clockTextIn(zone, at, style)))
    }
  }))

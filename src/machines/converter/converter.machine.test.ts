import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import type { ExchangeRates } from '@/shared/domain/money/currency'
import { type CachedRates, converterMachine } from './converter.machine'

const hour = 3_600_000
const start = 10 * hour
const rates = (date: string): ExchangeRates => ({ base: 'EUR', date, rates: { EUR: 1, USD: 1.25 } })
const readAt = (at: number, date = '2026-11-19'): CachedRates => ({ rates: rates(date), readAt: at })

function startConverter({
  cached = null,
  works = true,
}: { cached?: CachedRates | null; works?: boolean | 'never' } = {}) {
  const clock = new SimulatedClock()
  const now = () => start + clock.now()
  let answers = works
  const reads: number[] = []
  const heard: string[] = []
  const converter = createActor(
    converterMachine.provide({
      actors: {
        recallRates: fromPromise(async () => cached),
        readRates: fromPromise(async () => {
          reads.push(now())
          if (answers === 'never') return new Promise<never>(() => {})
          if (!answers) throw new Error('HTTP error status')
          return readAt(now(), '2026-11-20')
        }),
      },
    }),
    { clock, input: { now } },
  )
  converter.on('rates.failed', ({ type }) => heard.push(type))
  converter.start()
  const settles = (state: 'ready' | 'failed' | 'reading') =>
    waitFor(converter, (snapshot) => snapshot.matches({ open: state }))
  return { converter, clock, reads, heard, settles, answer: (next: boolean) => (answers = next) }
}

describe('the converter', () => {
  test('begins with one US dollar in euro', () => {
    const { amount, from, to } = startConverter().converter.getSnapshot().context
    expect({ amount, from, to }).toEqual({ amount: '1', from: 'USD', to: 'EUR' })
  })

  test('asks nobody for rates until it is opened', () => {
    expect(startConverter().reads).toEqual([])
  })

  test('swaps the two currencies and keeps the amount', () => {
    const { converter } = startConverter()
    converter.send({ type: 'amount.change', text: '12,50' })
    converter.send({ type: 'to.choose', currency: 'GBP' })
    converter.send({ type: 'pair.swap' })
    const { amount, from, to } = converter.getSnapshot().context
    expect({ amount, from, to }).toEqual({ amount: '12,50', from: 'GBP', to: 'USD' })
  })

  test('keeps what was typed while it is closed', async () => {
    const { converter, settles } = startConverter()
    converter.send({ type: 'panel.toggle' })
    converter.send({ type: 'amount.change', text: '99' })
    converter.send({ type: 'panel.close' })
    expect(converter.getSnapshot().value).toBe('closed')
    converter.send({ type: 'panel.toggle' })
    expect((await settles('ready')).context.amount).toBe('99')
  })
})

describe('rates are kept for one hour', () => {
  test.each([
    ['rates of just now', start, 0],
    ['rates of an hour ago but a second', start - hour + 1000, 0],
    ['rates of exactly an hour ago', start - hour, 1],
    ['rates of an hour and a second ago', start - hour - 1000, 1],
    ['rates from the future', start + 1000, 1],
  ])('%s', async (_, at, expected) => {
    const { converter, reads, settles } = startConverter({ cached: readAt(at) })
    converter.send({ type: 'panel.toggle' })
    await settles('ready')
    expect(reads).toHaveLength(expected)
  })

  test('a panel that stays open reads again when the hour is over', async () => {
    const { converter, clock, reads, settles } = startConverter({ cached: readAt(start - hour + 5000) })
    converter.send({ type: 'panel.toggle' })
    await settles('ready')
    clock.increment(4999)
    expect(reads).toEqual([])
    clock.increment(1)
    await settles('ready')
    expect(reads).toEqual([start + 5000])
  })
})

describe('rates that cannot be read', () => {
  test('are announced once, and the cached ones stay in use', async () => {
    const old = readAt(start - 2 * hour)
    const { converter, heard, settles } = startConverter({ cached: old, works: false })
    converter.send({ type: 'panel.toggle' })
    expect((await settles('failed')).context.cached).toEqual(old)
    expect(heard).toEqual(['rates.failed'])
  })

  test('without cached ones leave none', async () => {
    const { converter, settles } = startConverter({ works: false })
    converter.send({ type: 'panel.toggle' })
    expect((await settles('failed')).context.cached).toBeNull()
  })

  test('can be tried again', async () => {
    const { converter, settles, answer } = startConverter({ works: false })
    converter.send({ type: 'panel.toggle' })
    await settles('failed')
    answer(true)
    converter.send({ type: 'rates.retry' })
    expect((await settles('ready')).context.cached?.rates.date).toBe('2026-11-20')
  })

  test('a service that does not answer is given up after ten seconds', async () => {
    const { converter, clock, heard, settles } = startConverter({ works: 'never' })
    converter.send({ type: 'panel.toggle' })
    await settles('reading')
    clock.increment(9999)
    expect(heard).toEqual([])
    clock.increment(1)
    await settles('failed')
    expect(heard).toEqual(['rates.failed'])
  })
})

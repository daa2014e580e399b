import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { currencyCodes } from '../../../src/shared/domain/money/currency.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { bundledRates } from './bundled-rates.ts'
import { createRates } from './rates.ts'

const answerSchema = z.object({ base: z.string(), date: z.string(), rates: z.record(z.string(), z.number()) })

function openRates(service?: () => Promise<Response>) {
  let now = 1_000_000
  const asked: string[] = []
  const answer = createRates({
    ...(service ? { service: 'https://rates.example/v4/latest/{base}' } : {}),
    now: () => now,
    fetch: async (url) => {
      asked.push(String(url))
      return service ? service() : Promise.reject(new Error('no network'))
    },
  })
  const get = async (path: string, method = 'GET') => answer(new Request(`http://here${path}`, { method }), path)
  return {
    asked,
    get,
    read: async (base = 'EUR') => answerSchema.parse(await (await get(`/rates/latest/${base}`))?.json()),
    pass: (ms: number) => (now += ms),
  }
}

const fresh = { base: 'EUR', date: '2026-11-20', rates: { EUR: 1, USD: 1.2 } }

test('without a configured service nothing leaves the machine, and the bundled table carries its date', async () => {
  const { read, asked } = openRates()
  expect(await read()).toEqual(bundledRates)
  expect(asked).toEqual([])
})

test('the bundled table has another base too, and a rate there and back is one', async () => {
  const { read } = openRates()
  const table = await read('USD')
  expect({ base: table.base, date: table.date, USD: table.rates['USD'], EUR: table.rates['EUR'] }).toEqual({
    base: 'USD',
    date: '2025-02-28',
    USD: 1,
    EUR: 0.960523,
  })
})

describe('the bundled table', () => {
  const { rates } = bundledRates
  const inDollars = (code: keyof typeof rates) => rates[code] / rates.USD

  test('has every currency of the converter but the rouble, of which there is no reference rate', () => {
    const missing = currencyCodes.filter((code) => !(code in rates))
    expect([missing, Object.keys(rates).filter((code) => !currencyCodes.some((known) => known === code))]).toEqual([
      ['RUB'],
      [],
    ])
  })

  test('agrees with what is pegged: the Danish krone to the euro, the Hong Kong dollar to the US dollar', () => {
    expect(Math.abs(rates.DKK / 7.46038 - 1)).toBeLessThan(0.0225)
    expect(inDollars('HKD')).toBeGreaterThanOrEqual(7.75)
    expect(inDollars('HKD')).toBeLessThanOrEqual(7.85)
  })

  test('has figures as the bank writes them: positive, of at most six significant digits', () => {
    for (const [code, rate] of Object.entries(rates)) {
      expect([code, rate > 0, Number(rate.toPrecision(6)) === rate]).toEqual([code, true, true])
    }
  })
})

test('a configured service is asked once an hour', async () => {
  const { read, asked, pass } = openRates(async () => Response.json(fresh))
  expect(await read()).toEqual(fresh)
  pass(3_599_999)
  await read()
  expect(asked).toEqual(['https://rates.example/v4/latest/EUR'])
  pass(1)
  await read()
  expect(asked).toHaveLength(2)
})

describe('a service that fails leaves what is known', () => {
  test.each([
    ['cannot be reached', () => Promise.reject(new Error('no network'))],
    ['answers with an error', async () => new Response('no', { status: 500 })],
    ['answers with a page', async () => new Response('<html>')],
    ['answers for another base', async () => Response.json({ ...fresh, base: 'USD' })],
    ['answers with a rate of zero', async () => Response.json({ ...fresh, rates: { USD: 0 } })],
  ])('when it %s: the bundled table', async (_, service) => {
    expect(await openRates(service).read()).toEqual(bundledRates)
  })

  test('rates of an hour ago are newer than the bundled table', async () => {
    let works = true
    const { read, pass } = openRates(async () => (works ? Response.json(fresh) : new Response('', { status: 503 })))
    await read()
    works = false
    pass(3_600_000)
    expect(await read()).toEqual(fresh)
  })
})

test('an unknown currency is refused in words, other addresses and methods are not ours', async () => {
  const { get } = openRates()
  const unknown = await get('/rates/latest/XXX')
  expect([unknown?.status, await unknown?.json()]).toEqual([
    404,
    { code: 'not_found', message: 'There are no rates for XXX' },
  ])
  expect(await get('/rates/latest/constructor')).toBeNull()
  expect(await get('/rates')).toBeNull()
  expect(await get('/rates/latest/EUR', 'DELETE')).toBeNull()
})

describe('through the gateway', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test('rates are answered to everybody, and the app learns their address', async () => {
    const config: unknown = await (await fetch(`${server.url}/config.json`)).json()
    expect(config).toMatchObject({ ratesUrl: '/rates/latest/{base}' })
    const response = await fetch(`${server.url}/rates/latest/EUR`)
    expect(await response.json()).toEqual(bundledRates)
  })
})

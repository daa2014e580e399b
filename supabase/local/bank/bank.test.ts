import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBank, newBankSecrets } from './bank.ts'
import { openLedger } from './ledger.ts'

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

async function openBank(options: { file?: string; merchant?: () => Response } = {}) {
  let now = 1_800_000_000_000
  const told: { EventTypeId: number; EventData: { TransactionId: string } }[] = []
  const bodies: string[] = []
  const secrets = newBankSecrets()
  const bank = createBank({
    ledger: await openLedger(options.file),
    secrets,
    backendUrl: () => 'http://backend.test',
    siteUrl: () => 'http://site.test',
    now: () => now,
    times: { slowPayment: 20, webhookRetry: 1 },
    fetch: async (_, init) => {
      bodies.push(String(init?.body))
      told.push(JSON.parse(String(init?.body)))
      return options.merchant?.() ?? new Response('{}')
    },
  })
  closes.push(bank.close)
  const call = async (method: string, path: string, init: { authorization?: string; body?: string } = {}) => {
    const headers = init.authorization ? { authorization: init.authorization } : undefined
    const request = new Request(`http://here${path}`, {
      method,
      ...(headers ? { headers } : {}),
      ...(init.body === undefined ? {} : { body: init.body }),
    })
    return (await bank.answer(request, new URL(request.url).pathname)) ?? expect.fail('not the bank')
  }
  const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`
  const token = async () => {
    const answer = await call('POST', '/bank/connect/token', {
      authorization: basic(secrets.clientId, secrets.clientSecret),
      body: 'grant_type=client_credentials',
    })
    return `Bearer ${(await answer.json()).access_token}`
  }
  const order = async (amount = 72_672, paymentTimeout = 600) => {
    const answer = await call('POST', '/bank/checkout/v2/orders', {
      authorization: await token(),
      body: JSON.stringify({ amount, paymentTimeout, customerTrns: 'Deposit <b>' }),
    })
    return { status: answer.status, code: /\d{16}/.exec(await answer.text())?.[0] ?? '' }
  }
  const pay = async (code: string, behaviour: string) => {
    const answer = await call('POST', '/bank/web/checkout', {
      body: new URLSearchParams({ ref: code, behaviour }).toString(),
    })
    const back = answer.headers.get('location')
    return { status: answer.status, text: await answer.text(), back: back ? new URL(back) : null }
  }
  const read = async (id: string) =>
    (await call('GET', `/bank/checkout/v2/transactions/${id}`, { authorization: await token() })).text()
  const refund = async (id: string, cents: number) =>
    (
      await call('DELETE', `/bank/api/transactions/${id}?amount=${cents}`, {
        authorization: basic(secrets.merchantId, secrets.apiKey),
      })
    ).status
  return { call, order, pay, read, refund, told, bodies, pass: (ms: number) => (now += ms) }
}

test('a payment is known to the bank under its transaction, with the code of its order and euros', async () => {
  const { order, pay, read, told } = await openBank()
  const { code } = await order()
  const { status, back } = await pay(code, 'pay')
  expect([status, back?.pathname, back?.searchParams.get('s')]).toEqual([303, '/payments/success', code])
  expect(await read(back?.searchParams.get('t') ?? '')).toMatch(
    new RegExp(`^\\{"orderCode":${code},.*"amount":726.72,"statusId":"F","currencyCode":"978"`),
  )
  await vi.waitFor(() => expect(told.map(({ EventTypeId }) => EventTypeId)).toEqual([1796]))
})

test('the code of an order goes through JSON to the last digit', async () => {
  const { order, pay, bodies } = await openBank()
  const { code } = await order()
  await pay(code, 'early')
  expect(bodies[0]).toContain(`"OrderCode":${code},`)
})

describe('the payer chooses how the bank behaves', () => {
  test('a refused card and a payer who leaves come back to the page of failure, and can pay afterwards', async () => {
    const { order, pay, read } = await openBank()
    const { code } = await order()
    const refused = await pay(code, 'refuse')
    expect(refused.back?.pathname).toBe('/payments/failed')
    expect(await read(refused.back?.searchParams.get('t') ?? '')).toContain('"statusId":"E"')
    const left = await pay(code, 'leave')
    expect([left.back?.pathname, left.back?.searchParams.get('t')]).toEqual(['/payments/failed', null])
    expect((await pay(code, 'pay')).back?.pathname).toBe('/payments/success')
  })

  test('a slow payment is undecided at first, then made', async () => {
    const { order, pay, read, pass } = await openBank()
    const { back } = await pay((await order()).code, 'slow')
    const id = back?.searchParams.get('t') ?? ''
    expect(await read(id)).toContain('"statusId":"A"')
    pass(20)
    expect(await read(id)).toContain('"statusId":"F"')
  })

  test('the company is told twice, first, or not at all', async () => {
    const { order, pay, told } = await openBank()
    await pay((await order()).code, 'silent')
    expect(told).toHaveLength(0)
    await pay((await order()).code, 'early')
    expect(told).toHaveLength(1)
    await pay((await order()).code, 'twice')
    await vi.waitFor(() => expect(told).toHaveLength(3))
  })
})

test('a company that does not take the message is told three times', async () => {
  const { order, pay, told } = await openBank({ merchant: () => new Response('', { status: 500 }) })
  await pay((await order()).code, 'early')
  expect(told).toHaveLength(3)
})

test('an order is paid once, and not after its time', async () => {
  const { order, pay, pass } = await openBank()
  const { code } = await order()
  await pay(code, 'pay')
  expect((await pay(code, 'pay')).text).toContain('This payment was made already.')
  const late = await order(5000, 60)
  pass(60_000)
  expect((await pay(late.code, 'pay')).text).toContain('The time for this payment has ended.')
})

test('no more is given back than was paid', async () => {
  const { order, pay, refund } = await openBank()
  const { back } = await pay((await order(5000)).code, 'pay')
  const id = back?.searchParams.get('t') ?? ''
  expect([await refund(id, 3000), await refund(id, 2001), await refund(id, 2000), await refund(id, 1)]).toEqual([
    200, 403, 200, 403,
  ])
})

test('strangers get no token, no order and no transaction; 30 cents are too little', async () => {
  const { call, order } = await openBank()
  const foreign = { authorization: `Basic ${btoa('somebody:else')}`, body: '' }
  expect((await call('POST', '/bank/connect/token', foreign)).status).toBe(400)
  expect((await call('POST', '/bank/checkout/v2/orders', { authorization: 'Bearer x', body: '{}' })).status).toBe(401)
  expect((await call('GET', `/bank/checkout/v2/transactions/${crypto.randomUUID()}`)).status).toBe(401)
  expect((await order(30)).status).toBe(400)
})

test('what the payer reads is text, and what the bank knows survives a restart', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'signwright-bank-'))
  closes.push(() => rm(directory, { recursive: true }))
  const file = join(directory, 'bank.jsonl')
  const { code } = await (await openBank({ file })).order()
  const page = await (await openBank({ file })).call('GET', `/bank/web/checkout?ref=${code}`)
  expect(await page.text()).toContain('Deposit &lt;b&gt;')
})

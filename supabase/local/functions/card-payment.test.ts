import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Ledger, newTransactionId, openLedger } from '../bank/ledger.ts'
import { sentQuotation } from '../testing/sent-quotation.ts'
import { quickHash } from '../testing/quick-hash.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

// A client pays at the test bank, which misbehaves on demand. The books follow the bank's own state.

const withoutSession = { auth: { persistSession: false, autoRefreshToken: false } }
let backend: TestServer
let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger()
  backend = await startTestServer({ bankLedger: ledger })
  await backend.engine.exec(`
    insert into auth.users (id, email) values ('00000000-0000-4000-8000-00000000acc0', 'accounts@company.test');
    insert into public.user_roles (user_id, role) values ('00000000-0000-4000-8000-00000000acc0', 'accounts');
    -- What every credit note names of its company.
    update public.company_settings set name = 'Plain Signs', address = '1 Main Street', country = 'Malta', vat_number = 'MT12345634';
  `)
})
afterAll(() => backend.close())

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${backend.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: backend.keys.publishableKey, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}
const payment = (body: unknown) => post('/functions/v1/card-payment', body)
const webhook = (transaction: string, type = 1796) =>
  post(
    '/functions/v1/viva-webhook',
    `{"EventTypeId":${type},"EventData":{"OrderCode":9999999999999999,"TransactionId":"${transaction}"}}`,
  )

/** An approved quotation over 1,453.45 with a deposit of 726.72. */
async function approved() {
  const { id, uuid } = await sentQuotation(backend.engine)
  const answer = await post('/rest/v1/rpc/approve_quotation', {
    p_uuid: uuid,
    p_version: 1,
    p_name: 'Anna Vella',
    p_terms_accepted: true,
  })
  expect(answer.status).toBe(200)
  return { id, uuid }
}

/** The access token of a new person with this role. */
const tokenOf = async (role: string) => {
  const email = `${randomUUID()}@company.test`
  const admin = createClient(backend.url, backend.keys.secretKey, withoutSession)
  const { data } = await admin.auth.admin.createUser({
    email,
    password_hash: quickHash('signwright'),
    email_confirm: true,
  })
  await admin.from('user_roles').insert({ user_id: data.user?.id, role }).throwOnError()
  const client = createClient(backend.url, backend.keys.publishableKey, withoutSession)
  const session = await client.auth.signInWithPassword({ email, password: 'signwright' })
  return session.data.session?.access_token ?? ''
}

async function start(uuid: string, whole = false, language = 'en') {
  const { body } = await post(
    '/functions/v1/card-payment',
    { purpose: 'deposit', uuid, whole },
    { 'accept-language': language },
  )
  const order = new URL(body.checkout).searchParams.get('ref') ?? ''
  return { order, request: String(body.request.id), amount: body.request.amount, checkout: String(body.checkout) }
}

/** The payer at the bank; where they are led back to. */
async function atBank(order: string, behaviour: string) {
  const answer = await fetch(`${backend.url}/bank/web/checkout`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ref: order, behaviour }),
  })
  const back = new URL(answer.headers.get('location') ?? '', backend.url)
  return { page: back.pathname, transaction: back.searchParams.get('t') ?? '' }
}

async function books(quotation: string) {
  const { rows } = await backend.engine.query<{ paid: string; payments: number; invoices: number; status: string }>(
    `select o.deposit_paid::text as paid, o.status,
            (select count(*)::int from public.payments p where p.order_id = o.id) as payments,
            (select count(*)::int from public.invoices v where v.order_id = o.id and v.kind = 'deposit') as invoices
       from public.orders o where o.quotation_id = $1`,
    [quotation],
  )
  return rows[0]
}
const paidOnce = { paid: '726.72', payments: 1, invoices: 1, status: expect.not.stringMatching('awaiting_deposit') }
const nothingPaid = { paid: '0.00', payments: 0, invoices: 0, status: 'awaiting_deposit' }

const notices = async (quotation: string): Promise<string[]> =>
  (
    await backend.engine.query<{ words: string }>(
      `select title || ': ' || message as words from public.notifications
        where quotation_id = $1 and user_id = '00000000-0000-4000-8000-00000000acc0'`,
      [quotation],
    )
  ).rows.map(({ words }) => words)

describe('a payment counts once', () => {
  test.each(['pay', 'twice', 'silent', 'early'])('when the bank does "%s"', async (behaviour) => {
    const { id, uuid } = await approved()
    const { order, amount } = await start(uuid)
    expect(amount).toBe('726.72')
    const { page, transaction } = await atBank(order, behaviour)
    expect(page).toBe('/payments/success')
    if (behaviour === 'silent') expect(await books(id)).toEqual(nothingPaid)
    const verified = await payment({ transaction })
    expect(verified.body).toMatchObject({ state: 'paid', request: { status: 'paid', amount: '726.72' } })
    await Promise.all([payment({ transaction }), webhook(transaction), webhook(transaction)])
    expect(await books(id)).toEqual(paidOnce)
  })

  test('when only the webhook comes, and the payer never returns; the bank’s page is in the payer’s language', async () => {
    const { id, uuid } = await approved()
    const { order } = await start(uuid, false, 'mt,de-AT;q=0.8')
    // The bank has no Maltese page.
    expect(ledger.order(order)?.language).toBe('de-DE')
    await atBank(order, 'early')
    expect(await books(id)).toEqual(paidOnce)
    expect(await notices(id)).toEqual([expect.stringContaining('€726.72 by card')])
  })

  test('and all of the order can be paid at once', async () => {
    const { id, uuid } = await approved()
    const { order, amount } = await start(uuid, true)
    expect(amount).toBe('1453.45')
    const { transaction } = await atBank(order, 'silent')
    await payment({ transaction })
    expect(await books(id)).toMatchObject({ paid: '1453.45', payments: 1 })
    expect((await payment({ purpose: 'deposit', uuid })).body).toMatchObject({ error: 'There is nothing left to pay' })
  })
})

describe('nothing is paid', () => {
  test('by a refused card; the client pays with another one, at the same order', async () => {
    const { id, uuid } = await approved()
    const first = await start(uuid)
    const { page, transaction } = await atBank(first.order, 'refuse')
    expect(page).toBe('/payments/failed')
    expect((await payment({ transaction })).body).toMatchObject({ state: 'refused', request: { status: 'open' } })
    expect(await books(id)).toEqual(nothingPaid)
    const second = await start(uuid)
    expect([second.order, second.request]).toEqual([first.order, first.request])
    await payment({ transaction: (await atBank(second.order, 'silent')).transaction })
    expect(await books(id)).toEqual(paidOnce)
  })

  test('by who leaves; the office no longer sees them on the page of the bank', async () => {
    const { id, uuid } = await approved()
    const { order, request } = await start(uuid)
    expect((await atBank(order, 'leave')).page).toBe('/payments/failed')
    expect((await payment({ left: request })).body.request).toMatchObject({ id: request, status: 'open' })
    expect(await books(id)).toEqual(nothingPaid)
  })

  test('by the address of the page: a made-up transaction is unknown', async () => {
    const { id, uuid } = await approved()
    await start(uuid)
    expect((await payment({ transaction: randomUUID() })).body).toEqual({ state: 'unknown', request: null })
    expect((await webhook(randomUUID())).body).toEqual({ state: 'unknown' })
    expect(await books(id)).toEqual(nothingPaid)
  })

  test('until a slow bank decides', async () => {
    const { id, uuid } = await approved()
    const { order } = await start(uuid)
    const transaction = {
      id: newTransactionId(),
      orderCode: order,
      amount: 72_672,
      statusId: 'F' as const,
      refunded: 0,
    }
    await ledger.put({ ...transaction, decidedAt: Date.now() + 3_600_000 })
    const undecided = await payment({ transaction: transaction.id })
    expect(undecided.body).toMatchObject({ state: 'undecided', request: { status: 'processing' } })
    expect(await books(id)).toEqual(nothingPaid)
    await ledger.put({ ...transaction, decidedAt: Date.now() })
    await webhook(transaction.id)
    expect(await books(id)).toEqual(paidOnce)
  })

  test('by another amount than was asked for; accounts are told once', async () => {
    const { id, uuid } = await approved()
    const { order } = await start(uuid)
    const transaction = newTransactionId()
    await ledger.put({ id: transaction, orderCode: order, amount: 100, statusId: 'F', decidedAt: 0, refunded: 0 })
    expect((await payment({ transaction })).body.state).toBe('unknown')
    await webhook(transaction)
    expect(await books(id)).toEqual(nothingPaid)
    expect(await notices(id)).toEqual([expect.stringMatching(/another amount.*€1\.00.*€726\.72/)])
  })
})

test('two tabs and a double click are led to one order of one request', async () => {
  const { uuid } = await approved()
  const starts = await Promise.all([start(uuid), start(uuid), start(uuid)])
  expect(new Set(starts.map(({ request }) => request)).size).toBe(1)
  expect(new Set(starts.map(({ order }) => order)).size).toBe(1)
})

test('a success after the request was cancelled becomes credit of the client, and accounts are told', async () => {
  const { id, uuid } = await approved()
  const { order, request } = await start(uuid)
  await backend.engine.query(`select private.cancel_payment_request($1)`, [request])
  const { transaction } = await atBank(order, 'silent')
  expect((await payment({ transaction })).body).toMatchObject({ state: 'paid', request: { status: 'cancelled' } })
  expect(await books(id)).toMatchObject({ paid: '0.00', payments: 1, invoices: 0 })
  expect(await notices(id)).toEqual([expect.stringContaining('it is credit of the client')])
})

test('a payment that the bank gave back is told to accounts once, and the books wait for them', async () => {
  const { id, uuid } = await approved()
  const { order } = await start(uuid)
  const { transaction } = await atBank(order, 'early')
  await ledger.put({ id: transaction, orderCode: order, amount: 72_672, statusId: 'R', decidedAt: 0, refunded: 72_672 })
  await webhook(transaction, 1797)
  await webhook(transaction, 1797)
  expect(await books(id)).toEqual(paidOnce)
  const { rows } = await backend.engine.query(
    `select from public.notifications n join public.payments p on n.title = p.payment_number || ' was reversed' where p.provider_ref = $1`,
    [transaction],
  )
  expect(rows).toHaveLength(1)
})

test('an unapproved quotation and a wrong link are refused in words', async () => {
  const { uuid } = await sentQuotation(backend.engine)
  const before = await payment({ purpose: 'deposit', uuid })
  expect([before.status, before.body.error]).toEqual([409, 'Please approve the quotation first'])
  const wrong = await payment({ purpose: 'deposit', uuid: randomUUID() })
  expect([wrong.status, wrong.body.error]).toEqual([404, 'This link does not open anything any more'])
})

test.each([{}, null, { purpose: 'wish', uuid: randomUUID() }, { transaction: 'x' }, { left: 3 }])(
  'a body of %j is refused in words',
  async (body) => expect(await payment(body)).toMatchObject({ status: 400, body: { code: 'invalid_body' } }),
)

test('the bank asks for the key of the webhook by GET, and may tell what is of no interest', async () => {
  const answer = await fetch(`${backend.url}/functions/v1/viva-webhook`)
  expect(await answer.json()).toEqual({ Key: expect.stringMatching(/^[0-9A-F]{40}$/) })
  expect(await post('/functions/v1/viva-webhook', { EventTypeId: 1802 })).toMatchObject({ status: 200 })
})

test('the pay page learns that cards are taken, and nothing more', async () => {
  expect(await payment({ offered: true })).toMatchObject({ status: 200, body: { cards: true } })
})

test('the check names to staff what works, tells no secret, and is nobody else’s', async () => {
  expect(await payment({ check: true })).toMatchObject({ status: 401 })
  const answer = await fetch(`${backend.url}/functions/v1/card-payment`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: backend.keys.publishableKey,
      authorization: `Bearer ${await tokenOf('sales')}`,
    },
    body: JSON.stringify({ check: true }),
  })
  const body: unknown = await answer.json()
  expect(body).toEqual({
    steps: ['settings', 'token', 'webhook', 'order'].map((name) => ({ name, works: true, words: null })),
  })
})

test('the bank that pays slowly tells the company by itself', async () => {
  const { id, uuid } = await approved()
  await atBank((await start(uuid)).order, 'slow')
  await vi.waitFor(async () => expect(await books(id)).toEqual(paidOnce), { timeout: 20_000, interval: 250 })
})

test('credit that came by card goes back to the card once, by who may refund; what the bank refuses is free again', async () => {
  const { uuid } = await approved()
  const { order, request } = await start(uuid)
  await backend.engine.query(`select private.cancel_payment_request($1)`, [request])
  const { transaction } = await atBank(order, 'silent')
  await payment({ transaction })
  const { rows } = await backend.engine.query<{ id: string }>(
    `select id from public.payments where provider_ref = $1`,
    [transaction],
  )
  const id = rows[0]?.id ?? expect.fail('Nothing was paid')
  const refund = async (token: string | null, amount: string, key: string = randomUUID()) => {
    const answer = await fetch(`${backend.url}/functions/v1/card-payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ refund: key, payment: id, amount, reason: 'Paid twice' }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const accounts = await tokenOf('accounts')
  expect((await refund(null, '1.00')).status).toBe(401)
  expect((await refund(await tokenOf('team_member'), '1.00')).body).toMatchObject({
    error: expect.stringMatching(/may not refund/),
  })
  const key = randomUUID()
  expect(await refund(accounts, '700.00', key)).toEqual({ status: 200, body: { status: 'done' } })
  expect(await refund(accounts, '700.00', key)).toEqual({ status: 200, body: { status: 'done' } })
  expect(await refund(accounts, '26.72', key)).toMatchObject({ status: 409 })
  expect((await refund(accounts, '26.73')).body).toMatchObject({
    error: 'Only €26.72 is unused credit and can be refunded',
  })
  const given = ledger.transaction(transaction)
  expect(given?.refunded).toBe(70_000)
  // The bank has given the rest back already, by another way.
  await ledger.put({ ...(given ?? expect.fail('The bank forgot it')), refunded: 72_672 })
  expect(await refund(accounts, '26.72')).toMatchObject({
    status: 409,
    body: { error: 'The bank did not give the money back.' },
  })
  const state = await backend.engine.query(
    `select p.refunded::text, p.open::text, (select array_agg(status order by created_at) from public.refund_requests where payment_id = p.id) as asked
       from public.payments p where p.id = $1`,
    [id],
  )
  expect(state.rows).toEqual([{ refunded: '700.00', open: '26.72', asked: ['done', 'refused'] }])
})

test('what a credit note leaves of an invoice paid by card goes back to the card as that note, and no more than it', async () => {
  const { id, uuid } = await approved()
  const { transaction } = await atBank((await start(uuid)).order, 'pay')
  await payment({ transaction })
  const { rows } = await backend.engine.query<{ payment: string; invoice: string }>(
    `select p.id as payment, v.id as invoice from public.payments p
       join public.payment_allocations a on a.payment_id = p.id join public.invoices v on v.id = a.invoice_id where p.provider_ref = $1`,
    [transaction],
  )
  const { payment: paid, invoice } = rows[0] ?? expect.fail('No invoice was paid')
  const accounts = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('accounts')}` }
  const asked = async (path: string, body: object) => {
    const headers = { ...accounts, apikey: backend.keys.publishableKey }
    const answer = await fetch(`${backend.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  }
  const refund = (amount: string, note: string | undefined, key: string = randomUUID()) =>
    asked('/functions/v1/card-payment', { refund: key, payment: paid, amount, reason: 'Not made', credit_note: note })
  expect((await refund('1.00', undefined)).status).toBe(409)

  const { body: note } = await asked('/rest/v1/rpc/make_credit_note', { p_invoice_id: invoice, p_reason: 'Not made' })
  expect(await asked('/rest/v1/rpc/issue_credit_note', { p_id: note })).toMatchObject({ status: 200 })
  expect((await refund('726.73', note)).status).toBe(409)
  expect((await refund('1.00', randomUUID())).status).toBe(409)
  const key = randomUUID()
  expect(await refund('700.00', note, key)).toEqual({ status: 200, body: { status: 'done' } })
  expect(await refund('700.00', note, key)).toEqual({ status: 200, body: { status: 'done' } })
  expect(ledger.transaction(transaction)?.refunded).toBe(70_000)
  const state = await backend.engine.query(
    `select n.open::text as left_of_note, p.refunded::text, v.status, v.balance::text from public.credit_notes n
       join public.invoices v on v.id = n.invoice_id join public.payments p on p.id = $2 where n.id = $1`,
    [note, paid],
  )
  expect(state.rows).toEqual([{ left_of_note: '26.72', refunded: '700.00', status: 'paid', balance: '0.00' }])
  expect(await books(id)).toMatchObject({ payments: 1, invoices: 1 })
})

test.each([
  ['by a payer', (id: string) => payment({ transaction: id })],
  ['by messages', (id: string) => webhook(id)],
])('T32: transactions that are made up %s are asked of the bank 240 times a minute at most', async (_, ask) => {
  await backend.engine.query('delete from private.function_calls')
  const counts = new Map<number, number>()
  for (let call = 0; call < 250; call += 1) {
    const { status } = await ask(randomUUID())
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(counts)).toEqual({ 200: 240, 429: 10 })
  await backend.engine.query('delete from private.function_calls')
})

describe('a signed-in client', () => {
  const askedBy = async (token: string, invoices: string[]) => {
    const answer = await fetch(`${backend.url}/functions/v1/card-payment`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: backend.keys.publishableKey,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ purpose: 'account', invoices }),
    })
    return { status: answer.status, body: await answer.json() }
  }

  /** An issued invoice of this contact. */
  async function issued(contact: string, amount: string) {
    const id = randomUUID()
    await backend.engine.query(
      `insert into public.invoices (id, contact_id, kind, status, invoice_number, issue_date, due_date, net, vat)
       values ($1, $2, 'final', 'issued', $3, current_date, current_date, $4, 0)`,
      [id, contact, `INV-T-${id.slice(0, 6)}`, amount],
    )
    return id
  }

  test('pays several invoices of their own with one payment, and none of others', async () => {
    const token = await tokenOf('client')
    const { sub } = JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string }
    const contact = randomUUID()
    const other = randomUUID()
    await backend.engine.query(
      `insert into public.contacts (id, user_id, name, type) values ($1, $3, 'Anna', 'Person'), ($2, null, 'Other', 'Person')`,
      [contact, other, sub],
    )
    const mine = [await issued(contact, '10.10'), await issued(contact, '20.20')]
    expect(await askedBy('', mine)).toMatchObject({ status: 401 })
    expect(await askedBy(token, [...mine, await issued(other, '5')])).toMatchObject({ status: 409 })
    expect(await askedBy(await tokenOf('sales'), mine)).toMatchObject({ status: 403 })
    const { body } = await askedBy(token, mine)
    expect(body.request).toMatchObject({ amount: '30.30', purpose: 'statement' })
    const { transaction } = await atBank(new URL(body.checkout).searchParams.get('ref') ?? '', 'pay')
    expect((await payment({ transaction })).body).toMatchObject({ state: 'paid', request: { left: '0.00' } })
    const { rows } = await backend.engine.query<{ balance: string }>(
      'select balance::text from public.invoices where contact_id = $1',
      [contact],
    )
    expect(rows.map(({ balance }) => balance)).toEqual(['0.00', '0.00'])
  })
})

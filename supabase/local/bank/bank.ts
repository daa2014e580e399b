import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Ledger, newTransactionId, type Order, type Transaction } from './ledger.ts'
import { checkoutPage, type Behaviour, behaviours, closedPage } from './pages.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

/** A merchant's secrets for the test bank: new at each start, known only to the functions. */
export type BankSecrets = {
  clientId: string
  clientSecret: string
  merchantId: string
  apiKey: string
  webhookKey: string
}

export const bankPath = '/bank'

export const newBankSecrets = (): BankSecrets => ({
  clientId: 'signwright.test-bank',
  clientSecret: randomBytes(18).toString('hex'),
  merchantId: crypto.randomUUID(),
  apiKey: randomBytes(18).toString('hex'),
  webhookKey: randomBytes(20).toString('hex').toUpperCase(),
})

/** Times of the bank, in ms. Tests make them short. */
export type BankTimes = { tokenLives: number; slowPayment: number; webhookRetry: number }
const usualTimes: BankTimes = { tokenLives: 3_600_000, slowPayment: 6_000, webhookRetry: 2_000 }

const orderBody = z.object({
  amount: z.int().min(31, 'amount must be more than 30 cents'),
  customerTrns: z.string().max(255).default(''),
  merchantTrns: z.string().max(50).default(''),
  customer: z.object({ requestLang: z.string().optional() }).default({}),
  paymentTimeout: z.int().positive().max(86_400).default(1800),
  currencyCode: z.union([z.literal(978), z.literal('978')]).default(978),
})

export type Bank = {
  /** Null for an address that is not the bank's. */
  answer: (request: Request, path: string) => Promise<Response | null>
  close: () => Promise<void>
}

/**
 * A bank for trying and testing. It speaks the part of Viva's Smart Checkout API that the product uses, below `/bank`:
 * token, orders, checkout page, transactions, refunds, webhook key. No money moves. The checkout page lets a person
 * choose how the bank behaves: pay, refuse, leave, pay slowly, tell twice, not at all, or before the payer returns.
 */
export function createBank(options: {
  ledger: Ledger
  secrets: BankSecrets
  /** The address of the functions: the webhook is `<url>/functions/v1/viva-webhook`. */
  backendUrl: () => string
  /** The site for returning payers: `/payments/success` and `/payments/failed`. */
  siteUrl: () => string
  fetch?: typeof fetch
  now?: () => number
  times?: Partial<BankTimes>
}): Bank {
  const { ledger, secrets, siteUrl, now = Date.now } = options
  const times = { ...usualTimes, ...options.times }
  const tokens = new Map<string, number>()
  const webhooks: Webhooks = createWebhooks({
    url: () => `${options.backendUrl()}/functions/v1/viva-webhook`,
    fetch: options.fetch ?? fetch,
    retryAfter: times.webhookRetry,
  })

  const issueToken = (request: Request): Response => {
    if (!isBasic(request, secrets.clientId, secrets.clientSecret))
      return Response.json({ error: 'invalid_client' }, { status: 400 })
    const token = randomBytes(24).toString('base64url')
    tokens.set(token, now() + times.tokenLives)
    return Response.json({ access_token: token, expires_in: times.tokenLives / 1000, token_type: 'Bearer' })
  }

  const hasToken = (request: Request): boolean => {
    const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    return (tokens.get(token) ?? 0) > now()
  }

  const createOrder = async (request: Request): Promise<Response> => {
    if (!hasToken(request)) return unauthorized()
    const parsed = orderBody.safeParse(await request.json().catch(() => null))
    if (!parsed.success)
      return Response.json({ status: 400, message: parsed.error.issues[0]?.message ?? 'bad order' }, { status: 400 })
    const { amount, customerTrns, merchantTrns, customer, paymentTimeout } = parsed.data
    const order = await ledger.addOrder({
      amount,
      customerText: customerTrns,
      merchantText: merchantTrns,
      ...(customer.requestLang ? { language: customer.requestLang } : {}),
      expiresAt: now() + paymentTimeout * 1000,
    })
    return jsonWithCode('orderCode', order.orderCode, {})
  }

  const readTransaction = (request: Request, id: string): Response => {
    if (!hasToken(request)) return unauthorized()
    const found = ledger.transaction(id)
    if (!found) return Response.json({ status: 404, message: 'transaction not found' }, { status: 404 })
    const order = ledger.order(found.orderCode)
    return jsonWithCode('orderCode', found.orderCode, {
      email: null,
      amount: found.amount / 100,
      statusId: found.decidedAt > now() ? 'A' : found.statusId,
      currencyCode: '978',
      merchantTrns: order?.merchantText ?? '',
      customerTrns: order?.customerText ?? '',
      cardNumber: '411111XXXXXX1111',
    })
  }

  const refund = async (request: Request, id: string, cents: number): Promise<Response> => {
    if (!isBasic(request, secrets.merchantId, secrets.apiKey)) return unauthorized()
    const paid = ledger.transaction(id)
    if (!paid || paid.statusId !== 'F')
      return Response.json({ ErrorCode: 404, ErrorText: 'Transaction not found' }, { status: 404 })
    if (!Number.isInteger(cents) || cents <= 0 || paid.refunded + cents > paid.amount)
      return Response.json({ ErrorCode: 403, ErrorText: 'The amount is larger than what is left' }, { status: 403 })
    await ledger.put({ ...paid, refunded: paid.refunded + cents })
    const back = await ledger.put({
      id: newTransactionId(),
      orderCode: paid.orderCode,
      amount: cents,
      statusId: 'R',
      decidedAt: now(),
      refunded: 0,
    })
    return Response.json({ ErrorCode: 0, StatusId: 'F', TransactionId: back.id, Amount: cents / 100 })
  }

  const showCheckout = (orderCode: string): Response => {
    const order = ledger.order(orderCode)
    if (!order) return closedPage('There is no such payment.', 404)
    if (ledger.paymentOf(orderCode)) return closedPage('This payment was made already.', 200)
    if (order.expiresAt <= now()) return closedPage('The time for this payment has ended.', 200)
    return checkoutPage(order)
  }

  const pay = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text())
    const order = ledger.order(form.get('ref') ?? '')
    const behaviour = behaviours.find(({ name }) => name === form.get('behaviour'))?.name
    if (!order || !behaviour) return closedPage('There is no such payment.', 404)
    if (behaviour === 'leave') return seeOther(backTo(siteUrl(), 'failed', { s: order.orderCode }))
    if (ledger.paymentOf(order.orderCode)) return closedPage('This payment was made already.', 200)
    if (order.expiresAt <= now()) return closedPage('The time for this payment has ended.', 200)

    const transaction = await ledger.put({
      id: newTransactionId(),
      orderCode: order.orderCode,
      amount: order.amount,
      statusId: behaviour === 'refuse' ? 'E' : 'F',
      decidedAt: now() + (behaviour === 'slow' ? times.slowPayment : 0),
      refunded: 0,
    })
    await tell(behaviour, order, transaction)
    const result = behaviour === 'refuse' ? 'failed' : 'success'
    return seeOther(backTo(siteUrl(), result, { t: transaction.id, s: order.orderCode }))
  }

  const tell = async (behaviour: Behaviour, order: Order, transaction: Transaction): Promise<void> => {
    if (behaviour === 'silent') return
    const event = eventOf(order, transaction)
    if (behaviour === 'early') await webhooks.send(event)
    else webhooks.later(event, behaviour === 'slow' ? times.slowPayment : 0)
    if (behaviour === 'twice') webhooks.later(event, 0)
  }

  const answer = async (request: Request, path: string): Promise<Response | null> => {
    if (!path.startsWith(`${bankPath}/`)) return null
    const place = path.slice(bankPath.length)
    const { searchParams } = new URL(request.url)
    const transaction = /^\/(?:checkout\/v2|api)\/transactions\/([0-9a-f-]{36})$/.exec(place)?.[1]
    switch (`${request.method} ${transaction ? place.replace(transaction, ':id') : place}`) {
      case 'POST /connect/token':
        return issueToken(request)
      case 'POST /checkout/v2/orders':
        return createOrder(request)
      case 'GET /checkout/v2/transactions/:id':
        return readTransaction(request, transaction ?? '')
      case 'DELETE /api/transactions/:id':
        return refund(request, transaction ?? '', Number(searchParams.get('amount')))
      case 'GET /api/messages/config/token':
        return isBasic(request, secrets.merchantId, secrets.apiKey)
          ? Response.json({ Key: secrets.webhookKey })
          : unauthorized()
      case 'GET /web/checkout':
        return showCheckout(searchParams.get('ref') ?? '')
      case 'POST /web/checkout':
        return pay(request)
      default:
        return closedPage('There is no such page at the test bank.', 404)
    }
  }
  return { answer, close: webhooks.close }
}

const eventOf = (order: Order, { id, statusId, amount }: Transaction): string =>
  JSON.stringify({
    Url: '',
    EventData: { OrderCode: 0, TransactionId: id, StatusId: statusId, Amount: amount / 100 },
    EventTypeId: statusId === 'F' ? 1796 : 1798,
    MessageId: crypto.randomUUID(),
  }).replace('"OrderCode":0', `"OrderCode":${order.orderCode}`)

/** As Viva writes order codes: a JSON number of 16 digits, so a reader must not convert it to a JavaScript number. */
const jsonWithCode = (name: string, code: string, facts: object): Response => {
  const others = JSON.stringify(facts).slice(1)
  return new Response(`{"${name}":${code}${others === '}' ? '' : ','}${others}`, {
    headers: { 'content-type': 'application/json' },
  })
}

const backTo = (site: string, result: 'success' | 'failed', facts: Record<string, string>): string => {
  const query = new URLSearchParams({ ...facts, lang: 'en-GB', eventId: '0', eci: '1' })
  return `${site}/payments/${result}?${query.toString()}`
}

const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } })
const unauthorized = (): Response => Response.json({ status: 401, message: 'unauthorized' }, { status: 401 })

function isBasic(request: Request, user: string, password: string): boolean {
  const given = /^Basic\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  return given === Buffer.from(`${user}:${password}`).toString('base64')
}

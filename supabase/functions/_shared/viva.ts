import { z } from 'zod'
import { Refusal } from './answers.ts'

/** Viva's data of a payment. `amount` is decimal text in euros, `orderCode` 16 digits as text. */
export type VivaTransaction = {
  id: string
  orderCode: string
  amount: string
  currencyCode: string
  /** `F` paid; `A` not decided yet; anything else: not paid. */
  statusId: string
}

export type VivaSettings = {
  accounts: string
  api: string
  /** The page for payers. */
  checkout: string
  /** The address of refunds and the webhook key. */
  old: string
  clientId: string
  clientSecret: string
  merchantId: string
  apiKey: string
  source: string
}

const hosts = {
  live: {
    accounts: 'https://accounts.vivapayments.com',
    api: 'https://api.vivapayments.com',
    old: 'https://www.vivapayments.com',
  },
  demo: {
    accounts: 'https://demo-accounts.vivapayments.com',
    api: 'https://demo-api.vivapayments.com',
    old: 'https://demo.vivapayments.com',
  },
}

/**
 * Viva's addresses and our account there, from the function secrets VIVA_CLIENT_ID, VIVA_CLIENT_SECRET,
 * VIVA_MERCHANT_ID, VIVA_API_KEY, VIVA_SOURCE_CODE and VIVA_ENVIRONMENT (`live`, or `demo`, the default).
 * VIVA_ACCOUNTS_URL, VIVA_API_URL and VIVA_CHECKOUT_URL name another server with the same API. Null without a client
 * id: then the company accepts no cards.
 */
export function vivaSettings(): VivaSettings | null {
  const setting = (name: string) => Deno.env.get(name) ?? ''
  const clientId = setting('VIVA_CLIENT_ID')
  if (!clientId) return null
  const known = hosts[setting('VIVA_ENVIRONMENT') === 'live' ? 'live' : 'demo']
  return {
    accounts: setting('VIVA_ACCOUNTS_URL') || known.accounts,
    api: setting('VIVA_API_URL') || known.api,
    checkout: setting('VIVA_CHECKOUT_URL') || known.old,
    old: setting('VIVA_API_URL') || known.old,
    clientId,
    clientSecret: setting('VIVA_CLIENT_SECRET'),
    merchantId: setting('VIVA_MERCHANT_ID'),
    apiKey: setting('VIVA_API_KEY'),
    source: setting('VIVA_SOURCE_CODE') || 'Default',
  }
}

/** The settings, or a refusal (503) in words. */
export function requireViva(): VivaSettings {
  const settings = vivaSettings()
  if (!settings)
    throw new Refusal(503, 'cards_not_configured', 'Card payment is not set up. Please pay by bank transfer.')
  return settings
}

const unreachable = () =>
  new Refusal(502, 'bank_not_reached', 'The bank cannot be reached. Nothing was paid. Please try again.')

/** A call of the bank. Answers status and body text; refuses (502) when the bank cannot be reached. */
async function ask(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  )
  if (!response) throw unreachable()
  return { status: response.status, text: await response.text() }
}

const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`

let token: { value: string; until: number; client: string } | null = null

/** A bearer token of the bank, cached until a minute before it expires. Refuses (502) when the bank rejects us. */
export async function vivaToken(settings: VivaSettings): Promise<string> {
  if (token && token.until > Date.now() && token.client === settings.clientId + settings.clientSecret)
    return token.value
  const { status, text } = await ask(`${settings.accounts}/connect/token`, {
    method: 'POST',
    headers: {
      authorization: basic(settings.clientId, settings.clientSecret),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  const parsed = z.object({ access_token: z.string(), expires_in: z.number() }).safeParse(jsonOf(text))
  if (status !== 200 || !parsed.success)
    throw new Refusal(502, 'bank_refused', 'The bank did not accept our credentials. Please pay by bank transfer.')
  token = {
    value: parsed.data.access_token,
    until: Date.now() + (parsed.data.expires_in - 60) * 1000,
    client: settings.clientId + settings.clientSecret,
  }
  return token.value
}

export type NewOrder = {
  /** In cents, more than 30. */
  cents: bigint
  /** The text for the payer, cut at 255 letters. */
  customerText: string
  /** The text in the company's account, cut at 50. */
  merchantText: string
  email?: string
  name?: string
  /** Seconds in which it can be paid. */
  timeout: number
  /** Of the bank's page, as `vivaLanguage` answers it. English without. */
  language?: string
}

/** The languages of clients in which the bank has its page. Clients of other languages get English. */
const vivaLanguages: Readonly<Record<string, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  it: 'it-IT',
  es: 'es-ES',
  pt: 'pt-PT',
  nl: 'nl-NL',
  pl: 'pl-PL',
}

/** The first language of a header Accept-Language, which the payer's page sends, that the bank's page has; else British English. */
export function vivaLanguage(accepted: string | null): string {
  const codes = (accepted ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  return codes.map((code) => vivaLanguages[code]).find((known) => known !== undefined) ?? 'en-GB'
}

/** Creates a payment order at the bank. Answers its code. */
export async function createVivaOrder(settings: VivaSettings, order: NewOrder): Promise<string> {
  const { status, text } = await ask(`${settings.api}/checkout/v2/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await vivaToken(settings)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: Number(order.cents),
      customerTrns: order.customerText.slice(0, 255),
      merchantTrns: order.merchantText.slice(0, 50),
      customer: { email: order.email, fullName: order.name, requestLang: order.language ?? 'en-GB' },
      paymentTimeout: order.timeout,
      sourceCode: settings.source,
      currencyCode: 978,
    }),
  })
  const orderCode = /"orderCode"\s*:\s*"?(\d{1,20})/i.exec(text)?.[1]
  if (status !== 200 || !orderCode)
    throw new Refusal(
      502,
      'bank_refused',
      'The bank did not accept this payment. Please try again or pay by bank transfer.',
    )
  return orderCode
}

/** The bank's payment page of an order. */
export const vivaCheckout = (settings: VivaSettings, orderCode: string): string =>
  `${settings.checkout}/web/checkout?ref=${orderCode}`

/** Reads a transaction from the bank; null when the bank does not know it. This call is the proof of a payment. */
export async function readVivaTransaction(settings: VivaSettings, id: string): Promise<VivaTransaction | null> {
  const { status, text } = await ask(`${settings.api}/checkout/v2/transactions/${encodeURIComponent(id)}`, {
    headers: { authorization: `Bearer ${await vivaToken(settings)}` },
  })
  if (status === 404 || status === 400) return null
  const facts = z.object({ statusId: z.string(), currencyCode: z.coerce.string() }).safeParse(jsonOf(text))
  const orderCode = /"orderCode"\s*:\s*"?(\d{1,20})/i.exec(text)?.[1]
  const amount = /"amount"\s*:\s*(\d+(?:\.\d{1,2})?)\s*[,}]/i.exec(text)?.[1]
  if (status !== 200 || !facts.success || !orderCode || !amount) throw unreachable()
  return { id, orderCode, amount, statusId: facts.data.statusId, currencyCode: facts.data.currencyCode }
}

/**
 * Refunds a payment. `cents`: at most the paid amount. Returns the refund's id. Throws 409 when the bank refuses, and
 * 502 when it does not answer: then the result is unknown.
 */
export async function refundViva(settings: VivaSettings, id: string, cents: bigint): Promise<string> {
  const query = new URLSearchParams({ amount: cents.toString(), sourceCode: settings.source })
  const host = settings.old
  const { status, text } = await ask(`${host}/api/transactions/${encodeURIComponent(id)}?${query.toString()}`, {
    method: 'DELETE',
    headers: { authorization: basic(settings.merchantId, settings.apiKey) },
  })
  if (status >= 500) throw unreachable()
  const parsed = z.object({ StatusId: z.literal('F'), TransactionId: z.string() }).safeParse(jsonOf(text))
  if (!parsed.success) throw new Refusal(409, 'refund_refused', 'The bank did not give the money back.')
  return parsed.data.TransactionId
}

/** The key that the webhook answers to the bank's first GET. */
export async function vivaWebhookKey(settings: VivaSettings): Promise<string> {
  const host = settings.old
  const { status, text } = await ask(`${host}/api/messages/config/token`, {
    headers: { authorization: basic(settings.merchantId, settings.apiKey) },
  })
  const parsed = z.object({ Key: z.string() }).safeParse(jsonOf(text))
  if (status !== 200 || !parsed.success) throw unreachable()
  return parsed.data.Key
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

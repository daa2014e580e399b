import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { createWebhooks } from '../bank/webhooks.ts'
import { type Delivery, deliveryNamed, sendingPage, supplierInvoice } from './pages.ts'
import type { Inbound, Message, MessageBook } from './message-book.ts'

export const accessPointPath = '/access-point'

/** The key by which the functions are known to the test access point: new at each start. */
export const newAccessPointKey = (): string => randomBytes(24).toString('hex')

/** The settings by which the functions find the test access point: those of a real one. */
export const settingsOfAccessPoint = (key: string, backendUrl: string): Readonly<Record<string, string>> => ({
  ACCESS_POINT_URL: `${backendUrl}${accessPointPath}`,
  ACCESS_POINT_KEY: key,
})

/** Times in ms. Tests make them short. */
export type AccessPointTimes = { usual: number; slow: number; webhookRetry: number }
const usualTimes: AccessPointTimes = { usual: 1_500, slow: 20_000, webhookRetry: 2_000 }

const sendingBody = z.object({
  receiver: z.string().min(1).max(70),
  profile: z.string(),
  document: z.string().min(1).max(5_000_000),
})

export type TestAccessPoint = {
  /** Null for an address that is not the access point's. */
  answer: (request: Request, path: string) => Promise<Response | null>
  close: () => Promise<void>
}

/**
 * An access point for trying and testing, below `/access-point`. It speaks the calls of docs/access-point.md; nothing leaves
 * this machine. How it behaves, the number of the receiver says by its end: UNKNOWN, REJECT, SLOW, SILENT (it takes the file,
 * and its answer is lost once). Every other receiver accepts, each paper once: the same number again is rejected as a duplicate.
 */
export function createAccessPoint(options: {
  book: MessageBook
  key: string
  /** The address of the functions, which are told of every decision. */
  backendUrl: () => string
  fetch?: typeof fetch
  now?: () => number
  times?: Partial<AccessPointTimes>
}): TestAccessPoint {
  const { book, key, now = Date.now } = options
  const times = { ...usualTimes, ...options.times }
  const silenced = new Set<string>()
  const webhooks = createWebhooks({
    url: () => `${options.backendUrl()}/functions/v1/electronic-network`,
    fetch: options.fetch ?? fetch,
    retryAfter: times.webhookRetry,
  })

  const shown = (message: Message) => {
    const isDecided = message.decidedAt <= now()
    return { id: message.id, status: isDecided ? message.outcome : 'sent', reason: isDecided ? message.reason : null }
  }

  const send = (request: Request) => takeSending({ book, times, now, later: webhooks.later, shown, silenced }, request)

  const showOrBring = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return sendingPage(null)
    const form = new URLSearchParams(await request.text())
    const delivery = deliveryNamed(form.get('delivery'))
    if (!delivery) return sendingPage('Please choose what is brought.')
    const inbound = await book.put(broughtBy(delivery, form, book, now()))
    webhooks.later(JSON.stringify({ message: inbound.id }), 0)
    return sendingPage(`Message ${inbound.id} is on its way to the company.`)
  }

  return {
    answer: async (request, path) => {
      if (path === accessPointPath) return showOrBring(request)
      if (!path.startsWith(`${accessPointPath}/`)) return null
      if (request.headers.get('authorization') !== `Bearer ${key}`)
        return Response.json({ error: 'unauthorized' }, { status: 401 })
      const [, what = '', given = '', then = ''] = path.slice(accessPointPath.length).split('/')
      const call = `${request.method} ${what}${given ? '/:id' : ''}${then ? `/${then}` : ''}`
      if (call === 'POST messages') return send(request)
      const asked = decodeURIComponent(given)
      if (call !== 'GET messages/:id') return answerOf(book, call, asked)
      const message = book.message(asked)
      return message ? Response.json(shown(message)) : notFound()
    },
    close: webhooks.close,
  }
}

/** A message for the company. The same one again is the last one, offered once more. */
function broughtBy(delivery: Delivery, form: URLSearchParams, book: MessageBook, at: number): Inbound {
  const last = book.lastInbound()
  if (delivery === 'again' && last) return { ...last, taken: false }
  const id = randomUUID()
  const vat = (form.get('vat') ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  const given = { number: `T-${id.slice(0, 8)}`, vat, order: form.get('order') ?? '' }
  const document =
    delivery === 'broken'
      ? '<Invoice><cbc:ID>'
      : supplierInvoice({ ...given, day: new Date(at).toISOString().slice(0, 10) })
  return { kind: 'inbound', id, sender: `9943:${vat}`, document, taken: false }
}

type Taking = {
  book: MessageBook
  times: AccessPointTimes
  now: () => number
  later: (event: string, afterMs: number) => void
  shown: (message: Message) => object
  /** Keys whose first answer was lost on purpose. */
  silenced: Set<string>
}

/** Takes a paper once for each key, and tells the company when it is decided. */
async function takeSending({ book, times, now, later, shown, silenced }: Taking, request: Request): Promise<Response> {
  const idempotency = request.headers.get('idempotency-key') ?? ''
  const parsed = sendingBody.safeParse(await request.json().catch(() => null))
  if (!parsed.success || idempotency === '') return Response.json({ error: 'bad message' }, { status: 400 })
  const known = book.byKey(idempotency)
  if (known) return Response.json(shown(known))
  const { receiver, document } = parsed.data
  const message = await book.put({
    kind: 'message',
    id: randomUUID(),
    key: idempotency,
    receiver,
    paper: paperOf(document),
    ...decisionOn(receiver, document, book.messages()),
    decidedAt: now() + (behaves(receiver, 'SLOW') ? times.slow : times.usual),
  })
  later(JSON.stringify({ message: message.id }), message.decidedAt - now() + 10)
  if (behaves(receiver, 'SILENT') && !silenced.has(idempotency)) {
    silenced.add(idempotency)
    return new Response('', { status: 504 })
  }
  return Response.json(shown(message), { status: 201 })
}

/** What needs no decision: the account, the receivers, and what waits for us. */
async function answerOf(book: MessageBook, call: string, id: string): Promise<Response> {
  if (call === 'GET account') return Response.json({ name: 'Test access point', test: true })
  if (call === 'GET receivers/:id')
    return behaves(id, 'UNKNOWN')
      ? Response.json({ error: 'unknown receiver' }, { status: 404 })
      : Response.json({ profiles: ['peppol', 'xrechnung', 'en16931', 'factur_x'] })
  if (call === 'GET received')
    return Response.json({ messages: book.waiting().map((each) => ({ id: each.id, sender: each.sender })) })
  const inbound = book.inbound(id)
  if (!inbound) return notFound()
  if (call === 'GET received/:id')
    return new Response(inbound.document, { headers: { 'content-type': 'application/xml' } })
  if (call !== 'POST received/:id/taken') return notFound()
  await book.put({ ...inbound, taken: true })
  return Response.json({ taken: true })
}

const notFound = (): Response => Response.json({ error: 'not found' }, { status: 404 })
const behaves = (receiver: string, how: string): boolean => receiver.toUpperCase().endsWith(how)

/** The number of the paper and the number of its seller. */
function paperOf(document: string): string {
  const number = /<cbc:ID>([^<]+)<\/cbc:ID>/.exec(document)?.[1] ?? ''
  const seller = /<cbc:EndpointID[^>]*>([^<]+)</.exec(document)?.[1] ?? ''
  return `${seller}/${number}`
}

function decisionOn(receiver: string, document: string, messages: Message[]): Pick<Message, 'outcome' | 'reason'> {
  if (behaves(receiver, 'REJECT'))
    return { outcome: 'rejected', reason: 'The order number is not known to the receiver.' }
  const paper = paperOf(document)
  if (messages.some((each) => each.receiver === receiver && each.paper === paper && each.outcome === 'accepted'))
    return { outcome: 'rejected', reason: 'The receiver has a paper with this number already.' }
  return { outcome: 'accepted', reason: null }
}

import { z } from 'zod'
import { answer, Refusal } from '../_shared/answers.ts'
import { takeCall, takeGuess } from '../_shared/call-limit.ts'
import { type Caller, identify, requireStaff } from '../_shared/caller.ts'
import {
  failRequest,
  openClientRequest,
  openRequest,
  openStatementRequest,
  type PaymentRequest,
  readRequest,
  settleTransaction,
  startPayment,
} from '../_shared/payment-requests.ts'
import { serveOpenJson } from '../_shared/serve-json.ts'
import { requireViva, createVivaOrder, vivaCheckout, vivaLanguage, vivaSettings } from '../_shared/viva.ts'
import { checkProvider } from './check.ts'
import { refundPayment, refundSchema } from './refund.ts'

const bodySchema = z.union([
  z.object({
    purpose: z.enum(['deposit', 'invoice']),
    uuid: z.guid(),
    whole: z.boolean().default(false),
    amount: z
      .string()
      .regex(/^\d{1,9}\.\d{2}$/)
      .optional(),
  }),
  z.object({ purpose: z.literal('statement'), uuid: z.guid(), invoices: z.array(z.guid()).min(1).max(500) }),
  z.object({ purpose: z.literal('account'), invoices: z.array(z.guid()).min(1).max(500) }),
  z.object({ transaction: z.guid() }),
  z.object({ left: z.guid() }),
  z.object({ check: z.literal(true) }),
  z.object({ offered: z.literal(true) }),
  refundSchema,
])

/** An order can be paid for half an hour. In its last minutes a new one is made, so that nobody is led to a closed page. */
const orderLives = 30 * 60
const orderIsReused = 25

/**
 * `{ purpose, uuid, whole, amount }` with the link of a document: returns `{ request, checkout }`, the bank's payment
 * page. An open order at the bank is used again. `amount`, decimal text: a part of an invoice. `{ purpose: 'statement',
 * uuid, invoices }`: the same for ticked invoices of a statement. `{ purpose: 'account', invoices }` of a signed-in
 * client: the same for own invoices, without a link. `{ transaction }` of a payer who returned: the bank's state, as `{
 * state, request }`. `{ left }`, the id of a request: the payer returned without paying. `{ refund, payment, amount,
 * reason, credit_note? }` of staff: refunds a card payment, `{ status }`. `{ offered: true }`: whether the company
 * accepts cards, `{ cards }`. `{ check: true }` of staff: whether the bank can be reached and accepts us. No secret is
 * returned.
 */
serveOpenJson({ maximumBytes: 32 * 1024 }, async (body, caller) => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) throw new Refusal(400, 'invalid_body', 'Please name what is to be paid.')
  const asked = parsed.data
  if ('offered' in asked) return answer({ cards: vivaSettings() !== null })
  if ('check' in asked) {
    const person = await identify(caller)
    await requireStaff(person)
    await takeCall('card-payment-check', person, { perMinute: 6, perDay: 500 })
    return answer(await checkProvider())
  }
  if ('refund' in asked) {
    const person = await identify(caller)
    await requireStaff(person)
    await takeCall('card-payment-refund', person, { perMinute: 10, perDay: 200 })
    return answer(await refundPayment(person, asked))
  }
  // A caller who guesses links and transactions uses a new one for each call.
  await takeGuess('card-payment', caller)
  if ('left' in asked) {
    await takeCall('card-payment', { id: asked.left }, { perMinute: 30, perDay: 1000 })
    await failRequest(asked.left, 'The payer turned back.')
    return answer({ request: await readRequest(asked.left) })
  }
  if ('transaction' in asked) {
    await takeCall('card-payment', { id: asked.transaction }, { perMinute: 40, perDay: 2000 })
    const { state, request } = await settleTransaction(requireViva(), asked.transaction)
    return answer({ state, request: request ? await readRequest(request) : null })
  }
  const person = asked.purpose === 'account' ? await identify(caller) : null
  const payer = asked.purpose === 'account' ? (person?.id ?? '') : asked.uuid.toLowerCase()
  await takeCall('card-payment', { id: payer }, { perMinute: 20, perDay: 500 })
  const settings = requireViva()
  const request = await openAsked(asked, person)
  if (request.purpose !== (asked.purpose === 'account' ? 'statement' : asked.purpose))
    throw new Refusal(400, 'invalid_body', 'Please name what is to be paid.')
  const cents = centsOf(request)
  const known = await startPayment(request.id, null, orderIsReused)
  const session =
    known ??
    (await startPayment(
      request.id,
      await createVivaOrder(settings, {
        cents,
        customerText: [request.company.name, request.document_number, request.project_title]
          .filter(Boolean)
          .join(' · '),
        merchantText: request.document_number ?? request.id,
        timeout: orderLives,
        language: vivaLanguage(caller.headers.get('accept-language')),
      }),
      orderIsReused,
    ))
  if (!session) throw new Error('The order was not kept')
  return answer({ request, checkout: vivaCheckout(settings, session) })
})

type Asked = Extract<z.infer<typeof bodySchema>, { purpose: string }>

/** Opens the payment request: by a link, or for the signed-in client. */
async function openAsked(asked: Asked, person: Caller | null): Promise<PaymentRequest> {
  if (asked.purpose === 'account') {
    if (!person) throw new Refusal(401, 'unauthorized', 'Please sign in first.')
    return openClientRequest(person, asked.invoices)
  }
  return asked.purpose === 'statement'
    ? openStatementRequest(asked.uuid, asked.invoices)
    : openRequest(asked.uuid, asked.whole, asked.amount ?? null)
}

/** Refuses (409) amounts that the bank rejects: other currencies than euro, and less than 31 cents. */
function centsOf({ amount, currency }: PaymentRequest): bigint {
  if (currency !== 'EUR')
    throw new Refusal(409, 'cards_take_euro', 'Cards are taken in euro only. Please pay by bank transfer.')
  const [euros = '0', rest = ''] = amount.split('.')
  const cents = BigInt(euros) * 100n + BigInt(rest.padEnd(2, '0').slice(0, 2))
  if (cents <= 30n)
    throw new Refusal(409, 'amount_too_small', 'This amount is too small for a card. Please pay by bank transfer.')
  return cents
}

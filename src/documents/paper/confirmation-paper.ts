import { z } from 'zod'
import { exact, negative, written } from '../../shared/domain/money/decimal.ts'
import type { WithTexts } from '../../shared/domain/texts/papers/load.ts'
import { type Paper, type PaperRow, plainRow } from './paper.ts'
import { factsOf, frameOf } from './priced.ts'
import { companySchema, contactSchema, decimalText, language, text } from './read.ts'
import { addresseeLines, type Writing, writingOf } from './writing.ts'

const confirmationSchema = z.object({
  language,
  on: z.string(),
  side: z.enum(['clients', 'suppliers']),
  currency: z.string(),
  company: companySchema,
  party: contactSchema,
  /** Above zero is owed to the company. */
  balance: decimalText,
  items: z.array(
    z.object({
      kind: z.enum(['invoice', 'credit_note', 'payment']),
      number: text,
      date: z.string(),
      due_date: text,
      amount: decimalText,
      open: decimalText,
    }),
  ),
})

/** What was open between the company and a client or supplier on a day. Amounts are decimal text; above zero is owed to the company. */
export type ConfirmationDocument = z.infer<typeof confirmationSchema>

/** The `paper` of an answer of `balance_confirmations`. */
export const readConfirmation = (answer: unknown): ConfirmationDocument => confirmationSchema.parse(answer)

const itemTexts = { invoice: 'entry_invoice', credit_note: 'entry_credit_note', payment: 'entry_payment' } as const

const negated = (amount: string): string => written(negative(exact(amount)))

/** What was open, with the sign of its side: an invoice is above zero on both. */
function openItems({ side, currency, items }: ConfirmationDocument, writing: Writing): Paper['table'] {
  const { say } = writing
  const signed = (amount: string) => writing.amount(side === 'clients' ? amount : negated(amount))
  const rows = items.map((item): PaperRow =>
    plainRow([
      writing.day(item.date),
      [say(itemTexts[item.kind]), item.number].filter(Boolean).join(' '),
      item.due_date ? writing.day(item.due_date) : '',
      signed(item.amount),
      signed(item.open),
    ]),
  )
  return {
    columns: [
      { label: say('date'), align: 'start', share: 15 },
      { label: say('what'), align: 'start', share: 36 },
      { label: say('due'), align: 'start', share: 15 },
      { label: say('amount_in', { currency }), align: 'end', share: 17 },
      { label: say('open'), align: 'end', share: 17 },
    ],
    main: 1,
    rows: rows.length > 0 ? rows : [{ kind: 'text', text: say('nothing_open') }],
    carried: null,
  }
}

/** The large amount is without a sign: its words say who owes it. */
function balanceOf({ balance }: ConfirmationDocument, { say, money }: Writing): Paper['due'] {
  const { units } = exact(balance)
  if (units === 0n) return { label: say('balance'), amount: money(balance), facts: [] }
  return units > 0n
    ? { label: say('balance_for_us'), amount: money(balance), facts: [] }
    : { label: say('balance_for_you'), amount: money(negated(balance)), facts: [] }
}

/** Asks a client or a supplier to confirm by signature what was open on a day. It asks for no money. */
export function confirmationPaper(document: WithTexts<ConfirmationDocument>): Paper {
  const { texts, company, party, currency } = document
  const writing = writingOf(company, currency, texts)
  const { say } = writing
  const day = writing.day(document.on)
  return {
    ...frameOf(document, writing),
    title: say('title_confirmation'),
    number: null,
    state: null,
    addressee: { label: say('to'), lines: addresseeLines(company, party, null, texts) },
    place: null,
    facts: factsOf([[say('as_at'), day]]),
    about: null,
    note: say('confirmation_asks', { day }),
    table: openItems(document, writing),
    vat: null,
    totals: [],
    due: balanceOf(document, writing),
    payment: null,
    remarks: [],
    terms: null,
    signatures: [
      { label: say('balance_differs'), holds: 'name' },
      { label: say('date'), holds: 'day' },
      { label: say('signature'), holds: 'signature' },
    ],
    code: null,
  }
}

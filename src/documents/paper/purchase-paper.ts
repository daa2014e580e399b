import { z } from 'zod'
import { exact, sum, written } from '../../shared/domain/money/decimal.ts'
import type { WithTexts } from '../../shared/domain/texts/papers/load.ts'
import { type Paper, plainRow } from './paper.ts'
import { factsOf, frameOf } from './priced.ts'
import { companySchema, contactSchema, decimalText, language } from './read.ts'
import { addresseeLines, paragraphsOf, quantityText, type Writing, writingOf } from './writing.ts'

const text = z.string().nullable()
const purchaseSchema = z.object({
  language,
  number: z.string(),
  status: z.string(),
  ordered_at: z.string(),
  expected_on: text,
  note: text,
  company: companySchema,
  supplier: contactSchema,
  lines: z.array(
    z.object({
      name: z.string(),
      sku: z.string(),
      supplier_sku: text,
      qty: decimalText,
      unit: z.string(),
      unit_cost: decimalText.nullable(),
      net: decimalText.nullable(),
    }),
  ),
})
export type PurchaseDocument = z.infer<typeof purchaseSchema>

/** The answer of `purchase_document`; null for a missing one. */
export const readPurchase = (answer: unknown): PurchaseDocument | null =>
  answer === null ? null : purchaseSchema.parse(answer)

function orderedItems(document: WithTexts<PurchaseDocument>, isPriced: boolean, writing: Writing): Paper['table'] {
  const { say } = writing
  return {
    columns: [
      { label: say('your_number'), align: 'start', share: 18 },
      { label: say('item'), align: 'start', share: 42 },
      { label: say('quantity'), align: 'end', share: 16 },
      ...(isPriced
        ? [
            { label: say('price_in', { currency: 'EUR' }), align: 'end' as const, share: 12 },
            { label: say('net_in', { currency: 'EUR' }), align: 'end' as const, share: 12 },
          ]
        : []),
    ],
    main: 1,
    rows: document.lines.map((line) =>
      plainRow(
        [
          line.supplier_sku ?? '',
          line.name,
          quantityText(line.qty, line.unit, writing, document.texts),
          ...(isPriced ? [writing.amount(line.unit_cost ?? '0'), writing.amount(line.net ?? '0')] : []),
        ],
        [say('our_number', { number: line.sku })],
      ),
    ),
    carried: null,
  }
}

/** An order to a supplier. It has prices only when every line has one and the reader may see costs. */
export function purchasePaper(document: WithTexts<PurchaseDocument>): Paper {
  const { texts } = document
  const writing = writingOf(document.company, 'EUR', texts)
  const { say } = writing
  const isPriced = document.lines.length > 0 && document.lines.every(({ net }) => net !== null)
  return {
    ...frameOf(document, writing),
    title: say('title_purchase_order'),
    number: document.number,
    state: null,
    addressee: { label: say('to'), lines: addresseeLines(document.company, document.supplier, null, texts) },
    place: null,
    facts: factsOf([
      [say('date'), writing.dayOf(document.ordered_at)],
      [say('needed_by'), document.expected_on && writing.day(document.expected_on)],
    ]),
    about: null,
    note: paragraphsOf(document.note).join('\n\n') || null,
    table: orderedItems(document, isPriced, writing),
    vat: null,
    totals: isPriced
      ? [
          {
            label: say('total_without_tax'),
            value: writing.money(written(sum([exact('0'), ...document.lines.map(({ net }) => exact(net ?? '0'))]))),
          },
        ]
      : [],
    due: null,
    payment: null,
    remarks: [],
    terms: null,
    signatures: [],
    code: null,
  }
}

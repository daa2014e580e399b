import { z } from 'zod'
import { exact, sum, written } from '../../shared/domain/money/decimal.ts'
import { qtyText } from '../../shared/domain/money/quantity-text.ts'
import type { Paper } from './paper.ts'
import { factsOf } from './priced.ts'
import { companySchema, contactSchema, decimalText } from './read.ts'
import { addresseeLines, companyOf, paragraphsOf, writingOf } from './writing.ts'

const text = z.string().nullable()
const purchaseSchema = z.object({
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

/** An order to a supplier. It has prices only when every line has one and the reader may see costs. */
export function purchasePaper(document: PurchaseDocument): Paper {
  const writing = writingOf(document.company, 'EUR')
  const isPriced = document.lines.length > 0 && document.lines.every(({ net }) => net !== null)
  return {
    title: 'Purchase order',
    number: document.number,
    state: null,
    company: companyOf(document.company),
    addressee: { label: 'To', lines: addresseeLines(document.company, document.supplier) },
    place: null,
    facts: factsOf([
      ['Date', writing.dayOf(document.ordered_at)],
      ['Needed by', document.expected_on && writing.day(document.expected_on)],
    ]),
    about: null,
    note: paragraphsOf(document.note).join('\n\n') || null,
    table: {
      columns: [
        { label: 'Your number', align: 'start', share: 18 },
        { label: 'Item', align: 'start', share: 42 },
        { label: 'Quantity', align: 'end', share: 16 },
        ...(isPriced
          ? [
              { label: 'Price EUR', align: 'end' as const, share: 12 },
              { label: 'Net EUR', align: 'end' as const, share: 12 },
            ]
          : []),
      ],
      main: 1,
      rows: document.lines.map((line) => ({
        kind: 'line',
        cells: [
          line.supplier_sku ?? '',
          line.name,
          qtyText(line.qty, line.unit, writing.locale),
          ...(isPriced ? [writing.amount(line.unit_cost ?? '0'), writing.amount(line.net ?? '0')] : []),
        ],
        details: [`Our number ${line.sku}`],
        tick: null,
        isLeftOut: false,
        carried: null,
      })),
      carried: null,
    },
    vat: null,
    totals: isPriced
      ? [
          {
            label: writing.tax('Total without {tax}'),
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

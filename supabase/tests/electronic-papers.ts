import { exact, minus, shortened, sum, truncated, written } from '../../src/shared/domain/money/decimal.ts'
import { ciiText } from '../../src/documents/electronic/cii.ts'
import {
  type ElectronicInvoice,
  electronicCreditNote,
  electronicInvoice,
} from '../../src/documents/electronic/invoice.ts'
import { brokenRules } from '../../src/documents/electronic/rules.ts'
import { ublText } from '../../src/documents/electronic/ubl.ts'
import { creditNoteSchema, invoiceSchema } from '../../src/documents/paper/read-accounts.ts'
import { englishPaperTexts } from '../../src/shared/domain/texts/papers/english.ts'

type Paper = { number: string; document: unknown; kind: 'invoice' | 'credit note' }

/** Every issued paper of a client with the document that its PDF and its electronic invoice are made of. */
export const documentsOf = (client: string) => `
  select invoice_number as number, 'invoice' as kind, private.invoice_document(id) as document from public.invoices
   where contact_id = '${client}' and status not in ('draft', 'void') and kind <> 'proforma'
  union all
  select credit_number, 'credit note', private.credit_note_document(id) from public.credit_notes
   where contact_id = '${client}' and status not in ('draft', 'void')`

const electronicOf = ({ kind, document }: Paper): ElectronicInvoice =>
  kind === 'invoice'
    ? electronicInvoice({ ...invoiceSchema.parse(document), texts: englishPaperTexts })
    : electronicCreditNote({ ...creditNoteSchema.parse(document), texts: englishPaperTexts })

/** The amounts of an element, in the order of the file. */
const amountsIn = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}[^>]*>([^<]+)<`, 'g'))].map(([, amount]) => amount ?? '')
const added = (amounts: readonly string[]) => written(truncated(sum(amounts.map((amount) => exact(amount))), 2))

/** A rate without zeros at its end. */
const plain = (rate: string) => written(shortened(exact(rate)))
const taxOf = (part: string, base: string, vat: string, rate: string) =>
  [amountsIn(part, base)[0], amountsIn(part, vat)[0], plain(amountsIn(part, rate)[0] ?? '')].join(' ')

const taxesOfUbl = (xml: string) =>
  [...xml.matchAll(/<cac:TaxSubtotal>(.*?)<\/cac:TaxSubtotal>/gs)].map(([, part = '']) =>
    taxOf(part, 'cbc:TaxableAmount', 'cbc:TaxAmount', 'cbc:Percent'),
  )
const taxesOfCii = (xml: string) =>
  [...xml.matchAll(/<ram:ApplicableTradeTax>(.*?)<\/ram:ApplicableTradeTax>/gs)]
    .filter(([, part = '']) => part.includes('CalculatedAmount'))
    .map(([, part = '']) => taxOf(part, 'ram:BasisAmount', 'ram:CalculatedAmount', 'ram:RateApplicablePercent'))

/**
 * The differences between the electronic form of a paper and the database: broken rules, and other lines, VAT rows,
 * totals or amounts to pay in UBL and CII. One sentence for each.
 */
export function electronicFaults(papers: readonly Paper[]): string[] {
  return papers.flatMap((paper) => {
    const electronic = electronicOf(paper)
    const { net, vat, gross, invoice_kind, taxed_when_paid, paid, deposit, vat_table } = paper.document as {
      net: string
      vat: string
      gross: string
      invoice_kind?: string
      taxed_when_paid?: boolean
      /** Of an invoice: what came to it until today, and what of it was kept as a deposit. */
      paid?: string
      deposit?: string
      vat_table: { base: string; vat: string; vat_rate: string }[]
    }
    // As on the day of issue: a deposit invoice that follows its money was paid then, and later payments change nothing.
    const before = invoice_kind === 'deposit' && !taxed_when_paid ? paid : deposit
    const due = written(minus(exact(gross), exact(before ?? '0.00')))
    const [ubl, cii] = [ublText(electronic), ciiText(electronic)]
    const table = vat_table
      .map((row) => `${row.base} ${row.vat} ${plain(row.vat_rate)}`)
      .sort()
      .join(', ')
    const said: [what: string, is: string, wanted: string][] = [
      [
        'rules',
        brokenRules(electronic)
          .map(({ id }) => id)
          .join(' '),
        '',
      ],
      ['lines of UBL', added(amountsIn(ubl, 'cbc:LineExtensionAmount').slice(1)), net],
      ['lines of CII', added(amountsIn(cii, 'ram:LineTotalAmount').slice(0, -1)), net],
      ['VAT rows of UBL', taxesOfUbl(ubl).sort().join(', '), table],
      ['VAT rows of CII', taxesOfCii(cii).sort().join(', '), table],
      ['VAT of UBL', amountsIn(ubl, 'cbc:TaxAmount')[0] ?? '', vat],
      ['VAT of CII', amountsIn(cii, 'ram:TaxTotalAmount')[0] ?? '', vat],
      ['total of UBL', amountsIn(ubl, 'cbc:TaxInclusiveAmount')[0] ?? '', gross],
      ['total of CII', amountsIn(cii, 'ram:GrandTotalAmount')[0] ?? '', gross],
      ['amount to pay of UBL', amountsIn(ubl, 'cbc:PayableAmount')[0] ?? '', due],
      ['amount to pay of CII', amountsIn(cii, 'ram:DuePayableAmount')[0] ?? '', due],
      ['printed lines', added(electronic.lines.map((line) => line.net)), net],
    ]
    return said.flatMap(([what, is, wanted]) =>
      is === wanted ? [] : [`${paper.number}: ${what} ${is}, not ${wanted}`],
    )
  })
}

import type { DocumentLine } from '@/documents/lines'
import { deliveryNotePaper, statementPaper } from '@/documents/paper/delivery-papers'
import type { Paper } from '@/documents/paper/paper'
import { invoicePaper, quotationPaper } from '@/documents/paper/papers'
import type { CompanyFacts, ContactFacts } from '@/documents/paper/source'
import { depositOf, totalsOf } from '@/documents/totals'
import { englishPaperTexts } from '@/shared/domain/texts/papers/english'
import { roundingsNow } from '@/shared/domain/text/formats'
import { dayAfter } from '@/shared/domain/time/days'

export const samples = [
  { value: 'quotation', label: 'Quotation' },
  { value: 'invoice', label: 'Invoice' },
  { value: 'delivery', label: 'Delivery note' },
  { value: 'statement', label: 'Statement' },
] as const
export type Sample = (typeof samples)[number]['value']

const line = (id: string, description: string, qty: string, unit: string, unit_price: string): DocumentLine => ({
  id,
  kind: 'item',
  description,
  details: null,
  qty,
  unit,
  unit_price,
  discount_pct: '0.00',
  vat_rate: '18.00',
  vat_treatment: 'standard',
  is_optional: false,
  option_group: null,
  is_selected: false,
  width_mm: null,
  height_mm: null,
})
const lines: DocumentLine[] = [
  {
    ...line('1', 'Fascia, aluminium composite tray', '1.0000', 'piece', '640.0000'),
    width_mm: '4200.00',
    height_mm: '700.00',
  },
  line('2', 'Built-up letters, acrylic, halo lit', '11.0000', 'piece', '86.5000'),
  line('3', 'Installation, two people', '5.0000', 'hour', '45.0000'),
]

const client: ContactFacts = {
  name: null,
  company: 'Example Bakery Ltd',
  address: '4, Example Street',
  city: 'Exampletown',
  postcode: 'EX 1004',
  country: null,
  vat_number: null,
}

/** A paper of this company about work that nobody ordered. `today` as `2026-11-20`. */
export function samplePaper(sample: Sample, company: CompanyFacts, currency: string, today: string): Paper {
  const totals = totalsOf(lines, roundingsNow())
  const head = {
    language: 'en',
    texts: englishPaperTexts,
    currency,
    company,
    client,
    person: null,
    site: null,
  } as const
  const priced = { ...head, project_title: 'Shop front with lit letters', lines, ...totals, terms: null }
  const moment = `${today}T10:00:00+00:00`
  switch (sample) {
    case 'quotation':
      return quotationPaper({
        ...priced,
        number: 'SAMPLE',
        status: 'sent',
        created_at: moment,
        sent_at: moment,
        valid_until: dayAfter(today, 30),
        client_note: null,
        deposit: {
          kind: 'percent',
          value: '50.00',
          amount: depositOf(totals.gross, 'percent', '50', roundingsNow().amounts).deposit,
        },
      })
    case 'invoice':
      return invoicePaper({
        ...priced,
        number: 'SAMPLE',
        status: 'issued',
        invoice_kind: 'standard',
        note: null,
        issue_date: today,
        supply_date: dayAfter(today, -2),
        due_date: dayAfter(today, 30),
        client_po: null,
        order_number: null,
        paid: '0.00',
        credited: '0.00',
        state: 'issued',
        written_off: '0.00',
        deposit: '0.00',
        balance: totals.gross,
      })
    case 'delivery':
      return deliveryNotePaper({
        ...head,
        number: 'SAMPLE',
        status: 'delivered',
        project_title: priced.project_title,
        lines: lines.map((one) => ({ ...one, ordered: one.qty ?? '0', before: '0.0000', now: one.qty ?? '0' })),
        order_number: null,
        client_po: null,
        delivered_at: moment,
        planned_on: null,
        method: 'delivery',
        show_prices: false,
        received_by: null,
      })
    case 'statement':
      return statementPaper({
        language: 'en',
        texts: englishPaperTexts,
        number: 'SAMPLE',
        currency,
        company,
        client,
        date_from: dayAfter(today, -30),
        date_to: today,
        opening: '0.00',
        closing: totals.gross,
        entries: [
          {
            on: dayAfter(today, -2),
            kind: 'invoice',
            number: null,
            description: null,
            amount: totals.gross,
            balance: totals.gross,
          },
        ],
        ageing: [totals.gross, '0.00', '0.00', '0.00', '0.00'],
        unallocated: '0.00',
      })
  }
}

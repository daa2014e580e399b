import type { Paper } from '@/documents/paper/paper'
import { formatMoney } from '@/shared/domain/money/money'
import type { PageWords } from '@/shared/domain/texts/pages/words'
import type { ClientQuotation } from './api/quotation.query'

/** Net and VAT as on the paper; with several rates each shows its base, and a place of sales tax its parts. */
export function totalsByRate({ net, vat_table, currency }: ClientQuotation, { vat }: Paper, say: PageWords['say']) {
  const money = (amount: string) => formatMoney(amount, currency)
  const rows = vat?.rows ?? []
  // A part of a rate has no base.
  const ofRates = rows.filter(([, base]) => base !== '')
  return [
    { label: say('net'), value: money(net) },
    ...rows.map((row) => {
      const [rate = '', , written = ''] = row
      const tax = vat_table[ofRates.indexOf(row)]
      if (!tax) return { label: rate, value: written }
      const label =
        vat_table.length > 1 ? say('tax_at_rate_on', { rate, base: money(tax.base) }) : say('tax_at_rate', { rate })
      return { label: label.trim(), value: money(tax.vat) }
    }),
  ]
}

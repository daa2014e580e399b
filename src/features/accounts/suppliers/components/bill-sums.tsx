import { withTax } from '@/shared/domain/text/formats'
import { Facts } from '@/kit/record/record-page'
import { exact, minus, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { supplierFields } from '../supplier-fields'
import classes from './suppliers.module.css'

type BillSumsProps = {
  /** The amounts as they are typed. */
  drafts: Readonly<Record<'net' | 'vat', string>>
  currency: string
  /** The settled amounts of an entered bill. */
  settled?: { paid: string; discount_taken: string }
}

/** Net and VAT as typed, their total, and what is paid and open of it. */
export function BillSums({ drafts, currency, settled }: BillSumsProps) {
  const [net, vat] = [typedOf('net', drafts.net), typedOf('vat', drafts.vat)]
  const total = net === null || vat === null ? null : written(sum([exact(net), exact(vat)]))
  const shown = (amount: string | null) => (amount === null ? '–' : formatMoney(amount, currency))
  return (
    <section aria-label="Sums of this invoice" className={classes.sums}>
      <Facts
        amounts
        of={{
          Net: shown(net),
          [withTax('{Tax}')]: shown(vat),
          Total: <strong>{shown(total)}</strong>,
          ...(settled
            ? {
                'Discount taken': settled.discount_taken === '0.00' ? null : shown(settled.discount_taken),
                Paid: shown(settled.paid),
                'To pay': <strong>{shown(total === null ? null : openOf(total, settled))}</strong>,
              }
            : {}),
        }}
      />
    </section>
  )
}

const openOf = (total: string, { paid, discount_taken }: { paid: string; discount_taken: string }): string =>
  written(minus(minus(exact(total), exact(paid)), exact(discount_taken)))

/** A typed amount as decimal text; null while it is empty or cannot be read. */
function typedOf(name: 'net' | 'vat', draft: string): string | null {
  if (draft.trim() === '' || supplierFields[name].problem(draft) !== null) return null
  return supplierFields[name].valueOf(draft)
}

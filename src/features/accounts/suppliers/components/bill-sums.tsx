import { withTax } from '@/shared/domain/text/formats'
import { Facts } from '@/kit/record/record-page'
import { exact, minus, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { typedAmount } from '../typed-amount'
import classes from './suppliers.module.css'

type BillSumsProps = {
  /** The amounts as they are typed. */
  drafts: Readonly<Record<'net' | 'vat' | 'is_credit', string>>
  currency: string
  /** The VAT that the company owes itself. */
  own?: string | null
  /** The settled amounts of an entered bill. */
  settled?: { paid: string; discount_taken: string }
}

/** Net and VAT as typed, their total, and what is paid and open of it. */
export function BillSums({ drafts, currency, own = null, settled }: BillSumsProps) {
  const [net, vat] = [typedAmount('net', drafts), typedAmount('vat', drafts)]
  const isCredit = drafts.is_credit === 'yes'
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
          ...(own === null ? {} : { [withTax('{Tax} that you owe')]: shown(own) }),
          ...(settled
            ? {
                'Discount taken': settled.discount_taken === '0.00' ? null : shown(settled.discount_taken),
                [isCredit ? 'Used' : 'Paid']: shown(settled.paid),
                [isCredit ? 'Left' : 'To pay']: (
                  <strong>{shown(total === null ? null : openOf(total, settled))}</strong>
                ),
              }
            : {}),
        }}
      />
    </section>
  )
}

const openOf = (total: string, { paid, discount_taken }: { paid: string; discount_taken: string }): string =>
  written(minus(minus(exact(total), exact(paid)), exact(discount_taken)))

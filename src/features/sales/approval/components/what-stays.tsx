import type { ComponentProps } from 'react'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { usePageWords } from '@/shared/hooks/language/page-words'
import type { ClientQuotation } from '../api/quotation.query'
import classes from './client-quotation.module.css'
import { LineCards } from './line-cards'

type WhatStaysProps = { order: NonNullable<ClientQuotation['order']> } & Pick<
  ComponentProps<typeof LineCards>,
  'currency' | 'writing' | 'pictures' | 'onAsk'
>

/** The lines and totals of an order whose rest ended or that was lowered, above the quotation as it was approved. */
export function WhatStays({ order, currency, ...shown }: WhatStaysProps) {
  const { say } = usePageWords()
  const { stays, gross } = order
  if (!stays) return null
  const money = (amount: string) => formatMoney(amount, currency)
  return (
    <>
      <section className={classes.next} aria-label={say('what_stays')}>
        <h2 className={classes.nextTitle}>{say('what_stays')}</h2>
        <LineCards lines={stays.lines} differences={[]} isOver currency={currency} {...shown} />
        <dl className={classes.totals}>
          {isAboveZero(stays.vat) ? (
            <>
              <div>
                <dt>{say('net')}</dt>
                <dd>{money(stays.net)}</dd>
              </div>
              <div>
                <dt>{say('tax_at_rate', { rate: '' }).trim()}</dt>
                <dd>{money(stays.vat)}</dd>
              </div>
            </>
          ) : null}
          <div>
            <dt>{say(isAboveZero(stays.vat) ? 'total_with_tax' : 'total')}</dt>
            <dd>{money(gross)}</dd>
          </div>
        </dl>
      </section>
      <h2 className={classes.asApproved}>{say('as_approved')}</h2>
    </>
  )
}

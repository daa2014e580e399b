import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { shortDecimalText } from '@/shared/domain/money/money'
import { calendarDayText, currentFormats } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { clientCurrencyQuery } from '../../shared/api/client-currency.query'
import { today } from '../../shared/today'
import type { Invoice } from '../api/invoice.query'

const rateText = (currency: string, rate: string): string =>
  `1 ${currency} = ${shortDecimalText(rate)} ${currentFormats().currency}`

const toRates = (
  <Anchor component={Link} to={linkTo('/exchange-rates')} inherit>
    Exchange rates
  </Anchor>
)

/** The rate of an invoice in another currency; of a draft the one that it would be issued at, and where rates are entered. */
export function InvoiceRate({ row }: { row: Invoice }) {
  const isDraft = row.status === 'draft'
  const foreign = useQuery({ ...clientCurrencyQuery(row.contact_id), enabled: isDraft })
  if (!isDraft) return rateText(row.currency, row.rate)
  if (!foreign.data) return null
  const { currency, rates } = foreign.data
  const rate = rates.find(({ on_date }) => on_date <= today()) ?? rates.at(-1)
  if (!rate)
    return (
      <>
        There is no exchange rate of {currency}. Enter one under {toRates} before you issue it.
      </>
    )
  return (
    <>
      {`${rateText(currency, rate.rate)}, of ${calendarDayText(rate.on_date)}. It is issued at the rate of its day: `}
      {toRates}
    </>
  )
}

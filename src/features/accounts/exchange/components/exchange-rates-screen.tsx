import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { exchangeRatesKey, type KnownRate, knownRatesQuery } from '@/kit/rates/known-rates.query'
import { rateWords } from '@/kit/rates/rate-words'
import { can, type Rights } from '@/shared/domain/people/permission'
import { calendarDayText } from '@/shared/domain/text/formats'
import { daysBetween } from '@/shared/domain/time/days'
import { todayOf } from '@/shared/domain/time/today'
import { useFormats } from '@/shared/hooks/use-formats'
import { useNow } from '@/shared/hooks/use-now'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { ratesQuery } from '../../shared/api/converter-rates.query'
import { oldFrom } from '../../shared/rate-age'
import { ageWords, rateFields } from '../rate-fields'

const mayKeep = (rights: Rights) => can(rights, 'invoices', 'create')

/** /exchange-rates: what other currencies are worth in that of the books, by day. */
export function ExchangeRatesScreen() {
  const { currency } = useFormats()
  const today = todayOf(useNow(600_000))
  const rates = useQuery(ratesQuery).data ?? null
  const table = useMemo(
    () =>
      defineSmallTable({
        table: 'exchange_rates',
        one: 'rate',
        many: 'rates',
        order: 'on_date',
        isDown: true,
        fields: rateFields(currency, rates, today),
        called: ({ currency: of, on_date }) => `${String(of)} of ${calendarDayText(String(on_date))}`,
        key: exchangeRatesKey,
        live: [],
        rights: { add: mayKeep, change: mayKeep, remove: mayKeep },
        about: `A client may be quoted and invoiced in another currency than ${currency}. Enter what one unit of it is worth first.`,
      }),
    [currency, rates, today],
  )
  return (
    <PageFrame
      title="Exchange Rates"
      width="text"
      lead={`What one unit of another currency is in ${currency}. A paper keeps the rate of its day: a change here changes no paper.`}
    >
      <Newest today={today} />
      <SmallTable of={table} />
    </PageFrame>
  )
}

/** The rate of each currency that a paper of today gets, and how old it is. */
function Newest({ today }: { today: string }) {
  const { data: known = [] } = useQuery(knownRatesQuery)
  const old = known.filter(({ on_date }) => daysBetween(on_date, today) >= oldFrom)
  if (known.length === 0) return null
  return (
    <section aria-label="Newest rates">
      <Text size="sm" mb="sm">
        {`Today’s papers take ${known.map((one) => saidRate(one, today)).join('; ')}.`}
      </Text>
      {old.length > 0 ? (
        <Alert color="yellow" mb="md" title="More than a week old">
          {`Before an invoice in ${old.map(({ currency }) => currency).join(' or ')} is issued, it is asked whether the rate is used anyway.`}
        </Alert>
      ) : null}
    </section>
  )
}

const saidRate = ({ currency, rate, on_date }: KnownRate, today: string): string =>
  `${rateWords(currency, rate)} (${ageWords(on_date, today)})`

import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '@/kit/record/record-page'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { untimedText } from '@/shared/domain/time/untimed'
import page from '@/shared/ui/page/record-page.module.css'
import { type Margin, orderMarginQuery } from '../api/order.query'

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

/** What the jobs of an order cost until now, and what of it is not known. */
function Spent({ of: spent, currency }: { of: Margin['spent']; currency: string }) {
  const money = (amount: string) => formatMoney(amount, currency)
  const unknown = [
    spent.open > 0
      ? `${spent.open} of ${spent.jobs} jobs ${spent.open === 1 ? 'is' : 'are'} not ready: more may come.`
      : '',
    spent.without_price > 0 ? 'Material was taken whose cost is not known.' : '',
    spent.without_wage ? 'Somebody worked whose wage is not known.' : '',
  ]
  return spent.jobs === 0 ? null : (
    <>
      <Facts
        of={{
          'Spent so far': money(spent.total),
          Labour: spent.labour && money(spent.labour),
          Material: money(spent.material),
          'Made again':
            spent.remakes > 0
              ? `${spent.remakes} ${spent.remakes === 1 ? 'job' : 'jobs'} · ${money(spent.again)}`
              : null,
          Wasted: spent.wasted === '0' ? null : `${shortDecimalText(spent.wasted)} pieces`,
        }}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {unknown.filter(Boolean).join(' ')}
      </Text>
    </>
  )
}

/** The margin of an order: actual costs of finished jobs, quoted costs of the others, and remakes. */
export function OrderMargin({ id }: { id: string }) {
  const { data } = useQuery(orderMarginQuery(id))
  if (!data || data.cost === null || data.margin === null) return null
  const basis = [
    data.actual > 0 ? `booked for ${lines(data.actual)}` : null,
    data.planned > 0 ? `as quoted for ${lines(data.planned)}` : null,
    data.unknown > 0 ? `not known for ${lines(data.unknown)}` : null,
  ]
    .filter(Boolean)
    .join(', ')
  const known = data.actual + data.planned
  const share = data.unknown > 0 ? `of ${lines(known)} of ${known + data.unknown}` : null
  const isLoss = data.margin.startsWith('-')
  return (
    <section className={page.panel} aria-label="Margin" data-no-print>
      <Title order={2} size="h4" mb="sm">
        Margin
      </Title>
      <Facts
        of={{
          Net: [formatMoney(data.net, data.currency), share].filter(Boolean).join(' · '),
          Cost: formatMoney(data.cost, data.currency),
          Left: (
            <Text span inherit {...(isLoss ? { c: 'magenta' } : {})}>
              {[
                formatMoney(data.margin, data.currency),
                data.margin_pct && `${shortDecimalText(data.margin_pct)} %`,
                share,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          ),
        }}
      />
      <Spent of={data.spent} currency={data.currency} />
      <Text size="sm" c="dimmed" mt="xs">
        {[`The cost is ${basis}.`, data.untimed > 0 ? untimedText(data.untimed) : null].filter(Boolean).join(' ')}
      </Text>
    </section>
  )
}

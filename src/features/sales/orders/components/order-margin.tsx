import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '@/kit/record/record-page'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { untimedText } from '@/shared/domain/time/untimed'
import page from '@/shared/ui/page/record-page.module.css'
import { orderMarginQuery } from '../api/order.query'

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

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
          'Made again':
            data.remakes > 0
              ? `${data.remakes} ${data.remakes === 1 ? 'job' : 'jobs'} · ${formatMoney(data.remake_cost, data.currency)}`
              : null,
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
      <Text size="sm" c="dimmed" mt="xs">
        {[`The cost is ${basis}.`, data.untimed > 0 ? untimedText(data.untimed) : null].filter(Boolean).join(' ')}
      </Text>
    </section>
  )
}

import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '@/kit/record/record-page'
import { formatMoney, shortDecimalText, withMinus } from '@/shared/domain/money/money'
import { compared, exact, isAboveZero, plus, written } from '@/shared/domain/money/decimal'
import { untimedText } from '@/shared/domain/time/untimed'
import page from '@/shared/ui/page/record-page.module.css'
import { type Margin, orderMarginQuery } from '../api/order.query'

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

const pieces = (count: string) =>
  `${shortDecimalText(count)} ${compared(exact(count), exact('1')) === 0 ? 'piece' : 'pieces'}`

/** The pieces that were lost: at work, and those that a check did not pass, which are made again. Null without any. */
function wastedWords({ wasted, failed }: Margin['spent']): string | null {
  const [atWork, atCheck] = [exact(wasted), exact(failed)]
  if (!isAboveZero(failed)) return isAboveZero(wasted) ? pieces(wasted) : null
  return `${pieces(written(plus(atWork, atCheck)))} · ${shortDecimalText(failed)} did not pass a check`
}

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
          Wasted: wastedWords(spent),
        }}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {unknown.filter(Boolean).join(' ')}
      </Text>
    </>
  )
}

/** Of what is known of the cost of its lines: net, cost and what is left. */
function Left({ of: data, cost, margin }: { of: Margin; cost: string; margin: string }) {
  const known = data.actual + data.planned
  const share = data.unknown > 0 ? `of ${lines(known)} of ${known + data.unknown}` : null
  const isLoss = margin.startsWith('-')
  return (
    <Facts
      of={{
        Net: [formatMoney(data.net, data.currency), share].filter(Boolean).join(' · '),
        Cost: formatMoney(cost, data.currency),
        Left: (
          <Text span inherit {...(isLoss ? { c: 'magenta' } : {})}>
            {[
              formatMoney(margin, data.currency),
              data.margin_pct && `${withMinus(shortDecimalText(data.margin_pct))} %`,
              share,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        ),
      }}
    />
  )
}

const basisOf = ({ actual, planned, unknown }: Margin) =>
  [
    actual > 0 ? `booked for ${lines(actual)}` : null,
    planned > 0 ? `as quoted for ${lines(planned)}` : null,
    unknown > 0 ? `not known for ${lines(unknown)}` : null,
  ]
    .filter(Boolean)
    .join(', ')

/** The margin of an order in the currency of the books; `paper` is that of the order. Actual costs of finished jobs, quoted costs of the others, remakes, and what was spent so far. */
export function OrderMargin({ id, paper }: { id: string; paper: string }) {
  const { data } = useQuery(orderMarginQuery(id))
  if (!data) return null
  const basis = basisOf(data)
  const { cost, margin, spent, currency, untimed } = data
  const isKnown = cost !== null && margin !== null
  if (!isKnown && spent.jobs === 0) return null
  return (
    <section className={page.panel} aria-label="Margin" data-no-print>
      <Title order={2} size="h4" mb="sm">
        Margin
      </Title>
      {isKnown ? <Left of={data} cost={cost} margin={margin} /> : null}
      <Spent of={spent} currency={currency} />
      <Text size="sm" c="dimmed" mt="xs">
        {[
          paper === currency ? null : `In ${currency}, at the rate of the order.`,
          basis && `The cost is ${basis}.`,
          untimed > 0 ? untimedText(untimed) : null,
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
    </section>
  )
}

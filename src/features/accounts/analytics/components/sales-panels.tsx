import { Button } from '@mantine/core'
import { countText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { bucketsOf, byAmount, countOf, marginLines, marginOf, minusOf, share, totalOf, withoutCost } from '../figures'
import { Bars, Columns, Legend } from './charts'
import { Panel, percentText } from './panel'
import type { Shown } from './shown'
import { earlierMonthWords, thousands, pastOf, barsOf } from './chart-words'
import { monthLabel, monthWords, monthsOf } from '../../shared/months'

/** Net of orders by the month in which they were placed. */
export function SalesPanel({ now, then, period, earlier, open }: Shown) {
  const months = bucketsOf(now.sales, monthsOf(period))
  const past = bucketsOf(then.sales, monthsOf(earlier))
  return (
    <Panel
      id="sales"
      title="Sales by month"
      note={`${formatMoney(totalOf(now.sales))} from ${countText(countOf(now.sales))} orders placed in these days. Cancelled ones do not count.`}
      file="sales-by-month"
      wide
      sheet={{
        head: ['Month', 'Orders', 'Net', 'Period before'],
        rows: months.map(({ bucket, count, amount }, place) => [
          monthWords(bucket),
          { count },
          { money: amount },
          { money: past[place]?.amount ?? '0' },
        ]),
      }}
    >
      <Columns
        scale={thousands}
        columns={months.map(({ bucket, count, amount }, place) => ({
          key: bucket,
          label: monthLabel(bucket),
          words: `${monthWords(bucket)}: ${formatMoney(amount)} from ${countText(count)} orders`,
          parts: [{ tone: 'main', value: amount }],
          then: past[place]?.amount,
        }))}
        onOpen={(month) => open('sales', month)}
      />
      <Legend tones={[['main', 'Net of orders']]} then={earlierMonthWords(period, earlier)} />
    </Panel>
  )
}

export function ServicesPanel({ now, then, then_words, open }: Shown) {
  const past = bucketsOf(then.services)
  const services = byAmount(bucketsOf(now.services))
  return (
    <Panel
      id="services"
      title="Sales by service"
      note="Net of the lines of these orders."
      file="sales-by-service"
      sheet={{
        head: ['Service', 'Orders', 'Net', 'Share', 'Period before'],
        rows: services.map((one) => [
          one.name ?? '',
          { count: one.count },
          { money: one.amount },
          { percent: share(one.amount, totalOf(now.services)) },
          { money: pastOf(one, past) ?? '0' },
        ]),
      }}
    >
      <Bars bars={barsOf(services, past)} onOpen={(service) => open('services', service)} />
      <Legend tones={[['main', 'Net']]} then={then_words} />
    </Panel>
  )
}

export function SellersPanel({ now, then, then_words, open }: Shown) {
  const past = bucketsOf(then.sellers)
  const sellers = byAmount(bucketsOf(now.sellers))
  return (
    <Panel
      id="sellers"
      title="Sales by salesperson"
      note="Net of orders, by who wrote the quotation or the order."
      file="sales-by-salesperson"
      sheet={{
        head: ['Salesperson', 'Orders', 'Net', 'Period before'],
        rows: sellers.map((one) => [
          one.name ?? '',
          { count: one.count },
          { money: one.amount },
          { money: pastOf(one, past) ?? '0' },
        ]),
      }}
    >
      <Bars bars={barsOf(sellers, past)} onOpen={(seller) => open('sellers', seller)} />
      <Legend tones={[['main', 'Net']]} then={then_words} />
    </Panel>
  )
}

export function MarginPanel({ now, open }: Shown) {
  const { known, unknown } = marginLines(now.margin)
  const services = byAmount(bucketsOf(known))
  const [net, cost] = [totalOf(known), totalOf(known, 'other')]
  const without = withoutCost(now.margin)
  return (
    <Panel
      id="margin"
      title="Margin by service"
      note={`${formatMoney(minusOf(net, cost))} is left of ${formatMoney(net)} after the cost of the lines whose cost is known.${
        without === null ? '' : ` Not in it: ${without}, ${formatMoney(totalOf(unknown))} net.`
      }`}
      file="margin-by-service"
      sheet={{
        head: ['Service', 'Net', 'Cost', 'Left', 'Margin'],
        rows: services.map(({ name, amount, other }) => [
          name ?? '',
          { money: amount },
          { money: other },
          { money: minusOf(amount, other) },
          { percent: marginOf(amount, other) },
        ]),
      }}
    >
      <Bars
        bars={services.map(({ bucket, name, amount, other }) => ({
          key: bucket,
          name: name ?? '',
          value: minusOf(amount, other),
          text: formatMoney(minusOf(amount, other)),
          note: percentText(marginOf(amount, other)),
        }))}
        onOpen={(service) => open('margin', service, 'known')}
      />
      {without === null ? null : (
        <Button size="compact-sm" variant="subtle" onClick={() => open('margin', '', 'unknown')}>
          Lines without a cost
        </Button>
      )}
    </Panel>
  )
}

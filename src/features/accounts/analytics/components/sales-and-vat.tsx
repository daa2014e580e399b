import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { countText } from '@/shared/domain/formats'
import { formatMoney } from '@/shared/domain/money'
import {
  type Bucket,
  bucketsOf,
  byAmount,
  change,
  countOf,
  marginOf,
  minusOf,
  monthsOf,
  share,
  totalOf,
  winRate,
} from '../figures'
import { Bars, Columns, Legend } from './charts'
import { Panel, percentText, SheetTable } from './panel'
import type { Shown } from './shown'

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
const monthDay = (month: string) => new Date(`${month}-01T00:00:00Z`)
export const monthLabel = (month: string) => monthNames.format(monthDay(month))
export const monthWords = (month: string) => `${monthLabel(month)} ${month.slice(0, 4)}`
const thousands = (value: number) => (value >= 1000 ? `${countText(Math.round(value / 100) / 10)}k` : countText(value))

const changeText = (words: string | null) => (words === null ? undefined : `${words} %`)
const changeNote = (one: Bucket, past: readonly Bucket[]) =>
  changeText(change(one.amount, past.find(({ bucket }) => bucket === one.bucket)?.amount ?? '0'))
const pastOf = (one: Bucket, past: readonly Bucket[]) => past.find(({ bucket }) => bucket === one.bucket)?.amount
/** Amounts of these buckets as bars, each beside the one of the period before. */
const barsOf = (buckets: readonly Bucket[], past: readonly Bucket[]) =>
  buckets.map((one) => ({
    key: one.bucket,
    name: one.name ?? '',
    value: one.amount,
    text: formatMoney(one.amount),
    note: changeNote(one, past),
    then: pastOf(one, past),
  }))

/** Net of orders by the month in which they were placed. */
export function SalesPanel({ now, then, period, earlier, then_words, open }: Shown) {
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
      <Legend tones={[['main', 'Net of orders']]} then={`The same month of ${then_words}`} />
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
  const services = byAmount(bucketsOf(now.margin))
  const [net, cost] = [totalOf(now.margin), totalOf(now.margin, 'other')]
  return (
    <Panel
      id="margin"
      title="Margin by service"
      note={`${formatMoney(minusOf(net, cost))} is left of ${formatMoney(net)} after the cost of the lines. Only lines with a cost count.`}
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
        onOpen={(service) => open('margin', service)}
      />
    </Panel>
  )
}

const outcomes = [
  ['won', 'main', 'Won'],
  ['open', 'wait', 'Open'],
  ['lost', 'bad', 'Rejected'],
  ['expired', 'calm', 'Ran out'],
] as const

/** What became of the quotations written in each month. */
export function QuotesPanel({ now, period, open }: Shown) {
  const months = bucketsOf(now.quotes, monthsOf(period))
  const of = ({ marks }: Bucket, mark: string) => marks[mark]?.count ?? 0
  return (
    <Panel
      id="quotes"
      title="What became of quotations"
      note="Counted by the month in which they were written. Drafts and cancelled ones do not count."
      file="quotations-by-month"
      sheet={{
        head: ['Month', 'Won', 'Open', 'Rejected', 'Ran out', 'Win rate'],
        rows: months.map((one) => [
          monthWords(one.bucket),
          ...outcomes.map(([mark]) => ({ count: of(one, mark) })),
          { percent: winRate(one.marks) },
        ]),
      }}
    >
      <Columns
        scale={countText}
        columns={months.map((one) => ({
          key: one.bucket,
          label: monthLabel(one.bucket),
          words: `${monthWords(one.bucket)}: ${outcomes.map(([mark, , name]) => `${countText(of(one, mark))} ${name.toLowerCase()}`).join(', ')}`,
          parts: outcomes.map(([mark, tone]) => ({ tone, value: String(of(one, mark)) })),
        }))}
        onOpen={(month) => open('quotes', month)}
      />
      <Legend tones={outcomes.map(([, tone, name]) => [tone, name])} />
    </Panel>
  )
}

export function WinnersPanel({ now, then, open }: Shown) {
  const past = bucketsOf(then.winners)
  const people = [...bucketsOf(now.winners)].sort((one, other) => other.count - one.count)
  const rate = (one: Bucket | undefined) => (one ? winRate(one.marks) : null)
  const before = (one: Bucket) => rate(past.find(({ bucket }) => bucket === one.bucket))
  return (
    <Panel
      id="winners"
      title="Win rate"
      note="Won of those that were answered or ran out, by who wrote them. Open ones wait."
      file="win-rate"
      sheet={{
        head: ['Salesperson', 'Written', 'Won', 'Win rate', 'Before'],
        rows: people.map((one) => [
          one.name ?? '',
          { count: one.count },
          { count: one.marks['won']?.count ?? 0 },
          { percent: rate(one) },
          { percent: before(one) },
        ]),
      }}
    >
      <Bars
        bars={people.map((one) => ({
          key: one.bucket,
          name: one.name ?? '',
          value: rate(one) ?? '0',
          text: percentText(rate(one)),
          note: `${countText(one.marks['won']?.count ?? 0)} of ${countText(one.count - (one.marks['open']?.count ?? 0))}`,
          then: before(one) ?? undefined,
        }))}
        onOpen={(person) => open('winners', person)}
      />
    </Panel>
  )
}

/** VAT of the papers of each month: what is asked for, what was asked of us, and what is left to pay. */
export function VatPanel({ now, period, open, ledgers }: Shown & { ledgers: ReactNode }) {
  const lines = now.vat ?? []
  const of = (month: string, mark: string, value: 'amount' | 'other') =>
    totalOf(
      lines.filter((line) => line.bucket === month && line.mark === mark),
      value,
    )
  const months = monthsOf(period)
  const hasPurchases = lines.some(({ mark }) => mark === 'purchases')
  const rates = lines.filter(({ mark }) => mark === 'sales')
  return (
    <Panel
      id="vat"
      title="VAT"
      note="By the date of the papers: invoices less credit notes, and invoices of suppliers that are not disputed."
      file="vat-by-month"
      wide
      sheet={{
        head: ['Month', 'VAT rate', 'Papers', 'Net', 'VAT'],
        rows: lines.map(({ bucket, name, mark, count, amount, other }) => [
          monthWords(bucket),
          mark === 'purchases' ? 'Purchases' : (name ?? ''),
          { count },
          { money: amount },
          { money: other ?? '0' },
        ]),
      }}
    >
      <SheetTable
        head={[
          'Month',
          'Net of sales',
          'VAT of sales',
          ...(hasPurchases ? ['Net of purchases', 'VAT of purchases', 'Left to pay'] : []),
        ]}
        rows={[
          ...months.map((month) => [
            monthWords(month),
            { money: of(month, 'sales', 'amount') },
            { money: of(month, 'sales', 'other') },
            ...(hasPurchases
              ? [
                  { money: of(month, 'purchases', 'amount') },
                  { money: of(month, 'purchases', 'other') },
                  { money: minusOf(of(month, 'sales', 'other'), of(month, 'purchases', 'other')) },
                ]
              : []),
          ]),
          [
            'All',
            { money: totalOf(rates) },
            { money: totalOf(rates, 'other') },
            ...(hasPurchases
              ? [
                  { money: totalOf(lines.filter(({ mark }) => mark === 'purchases')) },
                  {
                    money: totalOf(
                      lines.filter(({ mark }) => mark === 'purchases'),
                      'other',
                    ),
                  },
                  {
                    money: minusOf(
                      totalOf(rates, 'other'),
                      totalOf(
                        lines.filter(({ mark }) => mark === 'purchases'),
                        'other',
                      ),
                    ),
                  },
                ]
              : []),
          ],
        ]}
      />
      <Text size="sm" mt="xs">
        <Anchor component="button" type="button" inherit onClick={() => open('vat')}>
          Papers behind these amounts
        </Anchor>
      </Text>
      {ledgers}
    </Panel>
  )
}

import { countText } from '@/shared/domain/text/formats'
import { type Bucket, bucketsOf, winRate } from '../figures'
import { Bars, Columns, Legend } from './charts'
import { Panel, percentText } from './panel'
import type { Shown } from './shown'
import { monthLabel, monthWords, monthsOf } from '../../shared/months'

const outcomes = [
  ['won', 'main', 'Won'],
  ['open', 'wait', 'Open'],
  ['lost', 'bad', 'Rejected'],
  ['expired', 'calm', 'Ran out'],
] as const

/** The results of the quotations of each month. */
export function QuotesPanel({ now, period, open }: Shown) {
  const months = bucketsOf(now.quotes, monthsOf(period))
  const of = ({ marks }: Bucket, mark: string) => marks[mark]?.count ?? 0
  return (
    <Panel
      id="quotes"
      title="Results of quotations"
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
      title="Win rate of what was written"
      note="Won of the quotations written in these days that were answered or ran out, by who wrote them. Open ones wait. The win rate among the quotations counts by the day of the decision."
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

import { calendarDayText, countText, withTax } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { type Bucket, bucketsOf, byAmount, change, countOf, lateWords, minusOf, share, totalOf } from '../figures'
import { Bars, Columns, Legend, Slices } from './charts'
import { hoursText, Panel } from './panel'
import type { Shown } from './shown'
import { monthLabel, monthWords, monthsOf } from '../../shared/months'

const ages = [
  ['not_due', 'Not due yet', 1],
  ['days_30', '1 to 30 days late', 2],
  ['days_60', '31 to 60 days late', 3],
  ['days_90', '61 to 90 days late', 4],
  ['older', 'More than 90 days late', 5],
] as const

const papers = (count: number, one: string, many: string) => `${countText(count)} ${count === 1 ? one : many}`

/** Open invoices by age, with VAT, as of now. */
export function ReceivablesPanel({ now, open }: Shown) {
  const found = bucketsOf(
    now.receivables,
    ages.map(([bucket]) => bucket),
  )
  return (
    <Panel
      id="receivables"
      title="Owed to us, by age"
      note={withTax(
        `${formatMoney(totalOf(now.receivables))} with {tax} is open now, independent of the period above.`,
      )}
      file="receivables-by-age"
      sheet={{
        head: ['Age', 'Invoices', 'Open'],
        rows: ages.map(([bucket, name]) => {
          const one = found.find((each) => each.bucket === bucket)
          return [name, { count: one?.count ?? 0 }, { money: one?.amount ?? '0' }]
        }),
      }}
    >
      <Slices
        slices={ages.map(([bucket, name, shade]) => {
          const one = found.find((each) => each.bucket === bucket)
          return {
            key: bucket,
            name,
            shade,
            value: one?.amount ?? '0',
            text: formatMoney(one?.amount ?? '0'),
            note: papers(one?.count ?? 0, 'invoice', 'invoices'),
          }
        })}
        onOpen={(age) => open('receivables', age)}
      />
    </Panel>
  )
}

const waits = [
  ['7', 'Up to 7 days', 1],
  ['30', '8 to 30 days', 3],
  ['older', 'More than 30 days', 4],
] as const

export function ToInvoicePanel({ now, open }: Shown) {
  const found = bucketsOf(
    now.to_invoice,
    waits.map(([bucket]) => bucket),
  )
  const of = (bucket: string) => found.find((one) => one.bucket === bucket)
  return (
    <Panel
      id="to-invoice"
      title="Delivered, not invoiced"
      note={`${formatMoney(totalOf(now.to_invoice))} could be invoiced now, independent of the period above.`}
      file="to-invoice"
      sheet={{
        head: ['Waiting', 'Orders', 'Net'],
        rows: waits.map(([bucket, name]) => [
          name,
          { count: of(bucket)?.count ?? 0 },
          { money: of(bucket)?.amount ?? '0' },
        ]),
      }}
    >
      <Slices
        slices={waits.map(([bucket, name, shade]) => ({
          key: bucket,
          name,
          shade,
          value: of(bucket)?.amount ?? '0',
          text: formatMoney(of(bucket)?.amount ?? '0'),
          note: papers(of(bucket)?.count ?? 0, 'order', 'orders'),
        }))}
        onOpen={(wait) => open('to_invoice', wait)}
      />
    </Panel>
  )
}

/** Open invoices of ours and of suppliers by the week in which they are due. */
export function CashPanel({ now, open }: Shown) {
  const weeks = bucketsOf(now.cash).sort((one, other) => place(one).localeCompare(place(other)))
  const of = ({ marks }: Bucket, mark: string) => marks[mark]?.amount ?? '0'
  const hasOut = weeks.some(({ marks }) => marks['out'])
  const name = ({ bucket }: Bucket) =>
    bucket === 'overdue' ? 'Overdue' : bucket === 'later' ? 'Later' : `Week of ${calendarDayText(bucket)}`
  const bars = weeks.flatMap((one) =>
    (['in', 'out'] as const).flatMap((mark) =>
      one.marks[mark]
        ? [
            {
              key: `${one.bucket}~${mark}`,
              name: `${name(one)}, ${mark === 'in' ? 'in' : 'out'}`,
              value: of(one, mark),
              text: formatMoney(of(one, mark)),
              tone: mark === 'in' ? ('main' as const) : ('bad' as const),
            },
          ]
        : [],
    ),
  )
  return (
    <Panel
      id="cash"
      title="Cash expected"
      note={withTax('Open invoices with {tax} by the week in which they are due, as of now.')}
      file="cash-expected"
      sheet={{
        head: ['When', 'In', ...(hasOut ? ['Out', 'Left'] : [])],
        rows: weeks.map((one) => [
          name(one),
          { money: of(one, 'in') },
          ...(hasOut ? [{ money: of(one, 'out') }, { money: minusOf(of(one, 'in'), of(one, 'out')) }] : []),
        ]),
      }}
    >
      <Bars
        bars={bars}
        onOpen={(key) => {
          const [bucket = '', mark = ''] = key.split('~')
          open('cash', bucket, mark)
        }}
      />
      <Legend
        tones={
          hasOut
            ? [
                ['main', 'From clients'],
                ['bad', 'To suppliers'],
              ]
            : [['main', 'From clients']]
        }
      />
    </Panel>
  )
}

const place = ({ bucket }: Bucket) => (bucket === 'overdue' ? '0' : bucket === 'later' ? '9999' : bucket)

export function LatePanel({ now, period, open }: Shown) {
  const months = bucketsOf(
    (now.late ?? []).filter(({ bucket }) => bucket !== 'now' && bucket !== 'risk'),
    monthsOf(period),
  )
  const lateNow = countOf((now.late ?? []).filter(({ bucket }) => bucket === 'now'))
  const atRisk = countOf((now.late ?? []).filter(({ bucket }) => bucket === 'risk'))
  const of = ({ marks }: Bucket, mark: string) => marks[mark]?.count ?? 0
  return (
    <Panel
      id="late"
      title="Jobs in time"
      note={[
        'Finished jobs against their due day, by the month in which they were finished.',
        lateWords(now.late),
        `${papers(lateNow, 'open job is', 'open jobs are')} late now, ${countText(atRisk)} at risk.`,
      ]
        .filter(Boolean)
        .join(' ')}
      file="jobs-in-time"
      sheet={{
        head: ['Month', 'In time', 'Late', 'Share in time'],
        rows: months.map((one) => [
          monthWords(one.bucket),
          { count: of(one, 'in_time') },
          { count: of(one, 'late') },
          { percent: share(of(one, 'in_time'), one.count) },
        ]),
      }}
    >
      <Columns
        scale={countText}
        columns={months.map((one) => ({
          key: one.bucket,
          label: monthLabel(one.bucket),
          words: `${monthWords(one.bucket)}: ${countText(of(one, 'in_time'))} in time, ${countText(of(one, 'late'))} late`,
          parts: [
            { tone: 'main', value: String(of(one, 'in_time')) },
            { tone: 'bad', value: String(of(one, 'late')) },
          ],
        }))}
        onOpen={(month) => open('late', month)}
      />
      <Legend
        tones={[
          ['main', 'In time'],
          ['bad', 'Late'],
        ]}
      />
    </Panel>
  )
}

/** Worked minutes against planned ones, for finished jobs with a timer. */
export function LabourPanel({ now, open }: Shown) {
  const services = byAmount(bucketsOf(now.labour))
  const over = (one: Bucket) => change(one.other, one.amount)
  return (
    <Panel
      id="labour"
      title="Labour against plan"
      note={`${hoursText(totalOf(now.labour, 'other'))} were worked, ${hoursText(totalOf(now.labour))} were planned, on finished jobs with a timer.`}
      file="labour"
      sheet={{
        head: ['Service', 'Jobs', 'Planned', 'Worked', 'More or less'],
        rows: services.map((one) => [
          one.name ?? '',
          { count: one.count },
          { minutes: one.amount },
          { minutes: one.other },
          over(one) === null ? '' : `${over(one)} %`,
        ]),
      }}
    >
      <Bars
        bars={services.map((one) => ({
          key: one.bucket,
          name: one.name ?? '',
          value: one.other,
          text: hoursText(one.other),
          note: over(one) === null ? undefined : `${over(one)} %`,
          then: one.amount,
          tone: Number(over(one) ?? 0) > 10 ? 'bad' : 'main',
        }))}
        onOpen={(service) => open('labour', service)}
      />
      <Legend
        tones={[
          ['main', 'Worked'],
          ['bad', 'More than 10 % over'],
        ]}
        then="Planned"
      />
    </Panel>
  )
}

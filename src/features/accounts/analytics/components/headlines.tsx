import { countText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { bucketsOf, change, countOf, knownMargin, share, totalOf, winRate, withoutCost } from '../figures'
import classes from './analytics.module.css'
import { percentText } from './panel'
import type { Shown } from './shown'

const marksOf = (lines: Shown['now']['quotes']) => {
  const counted = (mark: string) => ({ count: countOf((lines ?? []).filter((line) => line.mark === mark)) })
  return { won: counted('won'), lost: counted('lost'), expired: counted('expired') }
}

/** The most important number of each figure; a press leads to it. */
export function Headlines({ now, then, isCompared }: Shown) {
  const than = (words: string | null) =>
    words === null ? 'nothing to compare with' : `${words} % on the period before`
  const done = (lines: Shown['now']['late'], mark?: string) =>
    countOf(
      (lines ?? []).filter((line) => line.bucket !== 'now' && line.bucket !== 'risk' && (!mark || line.mark === mark)),
    )
  const overdue = totalOf((now.receivables ?? []).filter(({ bucket }) => bucket !== 'not_due'))
  const tiles = [
    now.sales && {
      to: 'sales',
      label: 'Sales',
      value: formatMoney(totalOf(now.sales)),
      note: than(change(totalOf(now.sales), totalOf(then.sales))),
    },
    now.sales && {
      to: 'sales',
      label: 'Orders',
      value: countText(countOf(now.sales)),
      note: than(change(countOf(now.sales), countOf(then.sales))),
    },
    now.margin && {
      to: 'margin',
      label: 'Margin',
      value: percentText(knownMargin(now.margin)),
      note: [withoutCost(now.margin), `before: ${percentText(knownMargin(then.margin))}`].filter(Boolean).join(' · '),
    },
    now.quotes && {
      to: 'quotes',
      label: 'Written and won',
      value: percentText(winRate(marksOf(now.quotes))),
      note: `before: ${percentText(winRate(marksOf(then.quotes)))}`,
    },
    now.late && {
      to: 'late',
      label: 'Jobs in time',
      value: percentText(share(done(now.late, 'in_time'), done(now.late))),
      note: `${countText(done(now.late, 'late'))} finished late, ${countText(bucketsOf(now.late).find(({ bucket }) => bucket === 'now')?.count ?? 0)} late now, ${countText(bucketsOf(now.late).find(({ bucket }) => bucket === 'risk')?.count ?? 0)} at risk`,
    },
    now.to_invoice && {
      to: 'to-invoice',
      label: 'To invoice',
      value: formatMoney(totalOf(now.to_invoice)),
      note: `${countText(countOf(now.to_invoice))} orders`,
    },
    now.receivables && {
      to: 'receivables',
      label: 'Owed to us',
      value: formatMoney(totalOf(now.receivables)),
      note: `${formatMoney(overdue)} overdue`,
    },
  ].filter((tile) => tile !== undefined)
  return (
    <nav className={classes.tiles} aria-label="Figures" aria-busy={!isCompared}>
      {tiles.map(({ to, label, value, note }) => (
        <a key={label} className={classes.tile} href={`#${to}`}>
          <span>{label}</span>
          <strong>{value}</strong>
          <small>{note}</small>
        </a>
      ))}
    </nav>
  )
}

import { formatMoney } from '@/shared/domain/money/money'
import classes from './accounts.module.css'

export type Ages = { not_due: string; days_30: string; days_60: string; days_90: string; older: string }

const parts = [
  ['not_due', 'Not due'],
  ['days_30', '1–30 days'],
  ['days_60', '31–60 days'],
  ['days_90', '61–90 days'],
  ['older', 'Over 90 days'],
] as const

/** The owed amounts by age as one bar with five shades. With `amounts`, the amount of each shade is below. */
export function AgeingBar({ ages, currency, amounts = false }: { ages: Ages; currency?: string; amounts?: boolean }) {
  const words = parts.map(([name, label]) => `${label} ${formatMoney(ages[name], currency)}`).join(', ')
  return (
    <>
      <div className={classes.ageing} {...(amounts ? { 'aria-hidden': true } : { role: 'img', 'aria-label': words })}>
        {parts.map(([name], age) =>
          Number(ages[name]) > 0 ? <span key={name} data-age={age} style={{ flexGrow: Number(ages[name]) }} /> : null,
        )}
      </div>
      {amounts ? (
        <dl className={classes.ages}>
          {parts.map(([name, label], age) => (
            <div key={name}>
              <dt>
                <span className={classes.age} data-age={age} aria-hidden />
                {label}
              </dt>
              <dd>{formatMoney(ages[name], currency)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}

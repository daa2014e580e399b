import { Text, Title } from '@mantine/core'
import { calendarDayText, countText } from '@/shared/domain/text/formats'
import classes from './analytics.module.css'

export const Tiles = ({ of }: { of: readonly (readonly [label: string, value: string])[] }) => (
  <div className={classes.tiles}>
    {of.map(([label, value]) => (
      <div key={label} className={classes.tile}>
        <strong>{value}</strong>
        <span>{label}</span>
      </div>
    ))}
  </div>
)

type DaysProps = {
  title: string
  days: readonly { day: string; visits: number; visitors: number }[]
  outer: string
  inner: string
}

/** A bar for each day: the pale one counts everything, the full one a part. Each has a label with its numbers. */
export function Days({ title, days, outer, inner }: DaysProps) {
  const most = Math.max(1, ...days.map(({ visits }) => visits))
  return (
    <section className={classes.panel} aria-label={title}>
      <Title order={2}>{title}</Title>
      <ul className={classes.days}>
        {days.map(({ day, visits, visitors }) => {
          const words = `${calendarDayText(day)}: ${countText(visits)} ${outer}, ${countText(visitors)} ${inner}`
          return (
            <li key={day} title={words} aria-label={words}>
              <span className={classes.bar} style={{ height: `${(visits / most) * 100}%` }} />
              <span className={classes.inner} style={{ height: `${(visitors / most) * 100}%` }} />
            </li>
          )
        })}
      </ul>
      <div className={classes.ends} aria-hidden="true">
        <span>{calendarDayText(days[0]?.day ?? '')}</span>
        <span>
          most on one day: {countText(most)} {outer}
        </span>
        <span>{calendarDayText(days.at(-1)?.day ?? '')}</span>
      </div>
    </section>
  )
}

type LinesProps = { title: string; lines: readonly { name: string; count: number }[]; note?: string }

/** Names with their counts, each with a bar of its share of the largest. */
export function Lines({ title, lines, note }: LinesProps) {
  const most = Math.max(1, ...lines.map(({ count }) => count))
  return (
    <section className={classes.panel} aria-label={title}>
      <Title order={2}>{title}</Title>
      {lines.length === 0 ? <Text c="dimmed">Nothing yet on these days.</Text> : null}
      <ul className={classes.lines}>
        {lines.map(({ name, count }) => (
          <li key={name} style={{ ['--share' as string]: `${(count / most) * 100}%` }}>
            <span>{name}</span>
            <b>{countText(count)}</b>
          </li>
        ))}
      </ul>
      {note ? (
        <Text size="sm" c="dimmed" mt="sm">
          {note}
        </Text>
      ) : null}
    </section>
  )
}

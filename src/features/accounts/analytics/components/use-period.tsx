import { Group, NativeSelect, SegmentedControl } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { dayRangeFilter } from '@/kit/list/day-range'
import { useIsPhone } from '@/kit/list/use-wide'
import { todayOf } from '@/shared/domain/time/today'
import { useNow } from '@/shared/hooks/use-now'
import { type Period, type PeriodName, periodOf, periods, runningPeriod } from '../figures'
import { periodWords } from './period-words'

const chosenDays = dayRangeFilter('Days')
const choices = periods.map(({ value, label }) => ({ value, label }))
const ownDays = { value: '', label: 'Chosen days' }

/**
 * The period in the address: a named one, or chosen days; default: six months. `running`: the whole month, quarter or year of one that is not
 * over; `words`: `1 Nov 2026 – 30 Nov 2026 so far`.
 */
export function usePeriod() {
  const [search, setSearch] = useSearchParams()
  const isPhone = useIsPhone()
  const today = todayOf(useNow(60_000))
  const range = chosenDays.read(search.get('days'))
  const named: PeriodName | null = range.from
    ? null
    : (periods.find(({ value }) => value === search.get('period'))?.value ?? '6m')
  const until = range.to && range.from && range.to >= range.from ? range.to : today
  const period: Period = named
    ? periodOf(named, today)
    : { from: range.from ?? today, to: range.from && range.from > until ? range.from : until }
  const running = runningPeriod(named, period, today)
  const put = (values: Record<string, string | null>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const choose = (value: string) => put({ period: value === '6m' ? null : value, days: null })
  return {
    period,
    running,
    words: periodWords(period, running),
    named,
    control: (
      <Group gap="xs">
        {isPhone ? (
          <NativeSelect
            aria-label="Period"
            data={named ? choices : [ownDays, ...choices]}
            value={named ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        ) : (
          <SegmentedControl aria-label="Period" data={choices} value={named ?? ''} onChange={choose} />
        )}
        <chosenDays.Control
          label="Days"
          value={range}
          onChange={(days) => put({ days: chosenDays.write(days), period: null })}
        />
      </Group>
    ),
  }
}

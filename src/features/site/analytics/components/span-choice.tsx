import { SegmentedControl } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { dayAfter } from '@/shared/domain/time/days'
import { todayOf } from '@/shared/domain/time/today'

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

/** The days of a screen of figures, until today or including the coming ones. The choice is in the address. */
export function useSpan(now: number, ahead = 0) {
  const [search, setSearch] = useSearchParams()
  const days = spans.find(({ value }) => value === search.get('days'))?.value ?? '30'
  const control = (
    <SegmentedControl
      aria-label="Days"
      data={spans}
      value={days}
      onChange={(value) => setSearch(value === '30' ? {} : { days: value }, { replace: true })}
    />
  )
  return { from: dayAfter(todayOf(now), 1 - Number(days)), to: dayAfter(todayOf(now), ahead), control }
}

import { SegmentedControl } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

const dayText = (ms: number) => {
  const day = new Date(ms)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The days that a screen of figures shows, until today or with the coming ones; the choice stands in the address. */
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
  return { from: dayText(now - (Number(days) - 1) * 86_400_000), to: dayText(now + ahead * 86_400_000), control }
}

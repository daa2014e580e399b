import { Box, SegmentedControl, Select } from '@mantine/core'
import { DayField } from '@/kit/fields/day-field'
import { groupingLabels, groupings, spanAround, spanLabels, spans } from '../hours'
import type { SummarySearch } from '../summary-search'
import { useToday } from '../use-today'
import classes from './time-tracking.module.css'

type SummaryFiltersProps = {
  choice: SummarySearch
  /** Names by user id of those who worked. */
  people: ReadonlyMap<string, string>
  onChange: (change: Partial<SummarySearch>) => void
}

/** Two fields beside each other on a phone. */
const fieldWidth = { base: 'calc(50% - 0.375rem)', sm: 160 }

/** The filter of the hours, and their grouping. */
export function SummaryFilters({ choice, people, onChange }: SummaryFiltersProps) {
  const { from, to, by, userId } = choice
  const today = useToday()
  const span = spans.find((name) => {
    const around = spanAround(name, today)
    return around.from === from && around.to === to
  })
  const known = userId === null || people.has(userId) ? people : new Map([...people, [userId, 'One without hours']])

  return (
    <div className={classes.filters}>
      <Select
        label="Span"
        w={fieldWidth}
        placeholder="Own dates"
        value={span ?? null}
        data={spans.map((value) => ({ value, label: spanLabels[value] }))}
        onChange={(value) => {
          const chosen = spans.find((name) => name === value)
          if (chosen) onChange(spanAround(chosen, today))
        }}
      />
      <Box w={fieldWidth}>
        <DayField label="From" value={from} onChange={(day) => onChange({ from: day })} />
      </Box>
      <Box w={fieldWidth}>
        <DayField label="To" value={to} onChange={(day) => onChange({ to: day })} />
      </Box>
      <Select
        label="Person"
        w={fieldWidth}
        placeholder="Everybody"
        clearable
        value={userId}
        data={[...known].map(([value, label]) => ({ value, label }))}
        onChange={(value) => onChange({ userId: value })}
      />
      <SegmentedControl
        aria-label="Group by"
        value={by}
        onChange={(value) => onChange({ by: value })}
        data={groupings.map((value) => ({ value, label: groupingLabels[value] }))}
      />
    </div>
  )
}

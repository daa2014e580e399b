import { Button, Checkbox, Group, Indicator, Popover, Select, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { Place } from '../api/entries.query'
import { type CalendarPlace, usualKinds } from '../calendar-place'
import { type EntryKind, entryKinds, kindLabels } from '../entry'
import classes from './calendar.module.css'

type CalendarFiltersProps = {
  place: CalendarPlace
  people: readonly { value: string; label: string }[]
  places: readonly Place[]
  /** Kinds that the person can see at all. */
  seesPayments: boolean
  onChange: (change: Partial<CalendarPlace>) => void
}

/** The filters of the calendar: kinds in their colours, one person, one machine or van. All are in the address. */
export function CalendarFilters({ place, people, places, seesPayments, onChange }: CalendarFiltersProps) {
  const kinds = entryKinds.filter((kind) => kind !== 'payment' || seesPayments)
  const isUsual = usualKinds.length === place.kinds.length && usualKinds.every((kind) => place.kinds.includes(kind))
  const count = Number(!isUsual) + Number(place.person !== null) + Number(place.place !== null)
  const toggle = (kind: EntryKind) =>
    onChange({
      kinds: entryKinds.filter((one) => (one === kind ? !place.kinds.includes(one) : place.kinds.includes(one))),
    })
  return (
    <Popover width={290} position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Indicator label={count} size={16} disabled={count === 0}>
          <Button
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-label={count > 0 ? `Filters, ${count} set` : 'Filters'}
            fw={400}
            className={classes.shrinks ?? ''}
          >
            <span>Filters</span>
          </Button>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              data-kind={kind}
              className={classes.kindBox ?? ''}
              label={kindLabels[kind].many}
              checked={place.kinds.includes(kind)}
              onChange={() => toggle(kind)}
            />
          ))}
          <Select
            label="Person"
            placeholder="Everybody"
            clearable
            searchable
            data={[...people]}
            value={place.person}
            onChange={(person) => onChange({ person })}
          />
          <Select
            label="Machine or van"
            placeholder="All"
            clearable
            searchable
            data={places.map(({ id, name }) => ({ value: id, label: name }))}
            value={place.place}
            onChange={(chosen) => onChange({ place: chosen })}
          />
          <Group justify="space-between">
            <Text size="xs" c="dimmed">
              Save them as a view to come back.
            </Text>
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={count === 0}
              onClick={() => onChange({ kinds: usualKinds, person: null, place: null })}
            >
              Show all
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

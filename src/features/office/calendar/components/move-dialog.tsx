import { clockPattern } from '@/shared/domain/text/formats'
import { Button, Group, Modal, MultiSelect, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { readTime } from '@/kit/fields/read-time'
import { DayField, dayProblem } from '@/kit/fields/day-field'
import type { Place } from '../api/entries.query'
import {
  changesPeople,
  changesPlace,
  type Entry,
  isByDay,
  isScheduled,
  kindLabels,
  mayBeByDay,
  movedTo,
} from '../entry'
import { clockOfMinutes } from '../zone'
import { useCalendar } from './calendar-context'

type MoveDialogProps = {
  entry: Entry
  places: readonly Place[]
  people: readonly { value: string; label: string }[]
  /** Resolves when the move is saved. An error is shown here, and the typed values stay. */
  onMove: (moved: Entry) => void
  onClose: () => void
}

/** The move of an entry in words, for everybody who does not drag. */
export function MoveDialog({ entry, places, people, onMove, onClose }: MoveDialogProps) {
  const { zone, today } = useCalendar()
  const [day, setDay] = useState(isScheduled(entry) ? entry.firstDay : today)
  const [time, setTime] = useState(entry.from === null ? '' : clockOfMinutes(entry.from))
  const [length, setLength] = useState(String(entry.minutes ?? ''))
  const [who, setWho] = useState(entry.people)
  const [place, setPlace] = useState(entry.workCentre ?? entry.van)
  const [isSent, setSent] = useState(false)
  const byDay = isByDay(entry.kind)
  const needsTime = !byDay && !mayBeByDay(entry.kind)
  const placesShown = entry.kind === 'step' ? places : places.filter(({ kind }) => kind === 'van')
  const goesByVan = changesPlace(entry.kind, 'van')
  const hasPlace = entry.kind === 'step' || goesByVan
  const clock = readTime(time)
  const minutes = Number(length)
  const problems = {
    day: dayProblem(day) ?? (day === '' ? 'Please choose a day' : null),
    time:
      time.trim() === ''
        ? needsTime
          ? 'Please enter a time, for example 9:30'
          : null
        : clock
          ? null
          : 'Please enter a time, for example 9:30',
    length:
      !entry.mayResize && isScheduled(entry)
        ? null
        : /^\d+$/.test(length) && minutes >= 5 && minutes <= 10_080
          ? null
          : 'Please enter between 5 and 10080 minutes',
  }
  // Without a time there is no length to say.
  const hasLength =
    (entry.mayResize || (!isScheduled(entry) && !byDay && entry.kind !== 'task')) &&
    entry.kind !== 'booking' &&
    (needsTime || time.trim() !== '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (problems.day || (!byDay && problems.time) || (hasLength && problems.length)) return
    const atMinutes = clock ? Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) : null
    const start = { ...entry, from: atMinutes }
    onMove({
      ...movedTo(
        start,
        {
          day,
          minutes: atMinutes,
          ...(hasLength ? { length: minutes } : {}),
          ...(changesPeople(entry.kind) ? { people: who } : {}),
          ...(goesByVan ? { place: place ?? '' } : place && hasPlace ? { place } : {}),
        },
        zone,
      ),
    })
  }
  return (
    <Modal opened onClose={onClose} title={isScheduled(entry) ? 'Move' : 'Plan'}>
      <form onSubmit={send} noValidate>
        <Text fw={600}>{entry.title}</Text>
        <Text size="sm" c="dimmed" mb="md">
          {[kindLabels[entry.kind].one, entry.number, entry.detail].filter(Boolean).join(' · ')}
        </Text>
        <SimpleGrid cols={byDay ? 1 : 2} spacing="sm">
          <DayField label="Day" value={day} onChange={setDay} error={isSent ? problems.day : null} autoFocus />
          {byDay ? null : (
            <TextInput
              label={needsTime ? 'Time' : 'Time (optional)'}
              value={time}
              inputMode="numeric"
              placeholder={clockPattern()}
              autoComplete="off"
              error={isSent ? problems.time : null}
              onChange={(event) => setTime(event.currentTarget.value)}
            />
          )}
        </SimpleGrid>
        {hasLength ? (
          <TextInput
            mt="sm"
            label="Takes, in minutes"
            inputMode="numeric"
            value={length}
            error={isSent ? problems.length : null}
            onChange={(event) => setLength(event.currentTarget.value)}
          />
        ) : null}
        {hasPlace ? (
          <Select
            mt="sm"
            label={entry.kind === 'step' ? 'Machine or bench' : 'Van'}
            data={placesShown.map(({ id, name }) => ({ value: id, label: name }))}
            value={place}
            searchable
            clearable={goesByVan}
            placeholder={goesByVan ? 'No van yet' : 'Please choose'}
            onChange={(value) => setPlace(value ?? (goesByVan ? null : place))}
          />
        ) : null}
        {changesPeople(entry.kind) && entry.kind !== 'shift' ? (
          <MultiSelect mt="sm" label="People" data={[...people]} value={who} searchable onChange={setWho} />
        ) : null}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{isScheduled(entry) ? 'Move' : 'Plan'}</Button>
        </Group>
      </form>
    </Modal>
  )
}

import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { DayField, dayProblem } from '@/kit/fields/day-field'
import { endOfDay } from '../list/due'

type PickDayProps = { label: string; onPick: (dueAt: string) => void; onClose: () => void }

/** Asks for the day that something is due on. */
export function PickDay({ label, onPick, onClose }: PickDayProps) {
  const [date, setDate] = useState('')
  const [isAsked, setAsked] = useState(false)
  const dueAt = endOfDay(date)
  return (
    <Modal opened onClose={onClose} title="Due date" size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (dueAt === null) return
          onPick(dueAt)
          onClose()
        }}
      >
        <Stack gap="md">
          <DayField
            label={label}
            autoFocus
            value={date}
            error={isAsked && dueAt === null ? (dayProblem(date) ?? 'Please enter a date') : null}
            onChange={setDate}
          />
          <Group justify="flex-end">
            <Button type="submit">Set due date</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

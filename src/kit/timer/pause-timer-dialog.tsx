import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { momentText } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { fromField } from '../fields/moment'
import { MomentField } from '../fields/moment-field'

type PauseTimerDialogProps = {
  /** When the timer began to run (ms); null where it is not known here. */
  from: number | null
  isSaving: boolean
  /** Why the answer was refused. */
  problem?: string | null
  onCancel: () => void
  /** `ended`: when the work ended, ISO 8601. */
  onConfirm: (ended: string) => void
}

/** Asks when the work ended, before a timer pauses that was probably forgotten. */
export function PauseTimerDialog({ from, isSaving, problem = null, onCancel, onConfirm }: PauseTimerDialogProps) {
  const [usualDay] = useState(() => todayOf(from ?? Date.now()))
  const [typed, setTyped] = useState(usualDay)
  const ended = fromField(typed, null)
  const wrong = typed.includes('T') ? wrongEnd(ended, from) : null
  return (
    <Modal opened onClose={onCancel} title="When did the work end?" closeOnClickOutside={!isSaving}>
      <Text mb="md">
        {from === null
          ? 'This timer has been running for long without a pause.'
          : `This timer has been running without a pause since ${momentText(from)}.`}
      </Text>
      <MomentField
        label="The work ended"
        value={typed}
        usualDay={usualDay}
        error={wrong ?? problem ?? undefined}
        onChange={setTyped}
      />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" disabled={isSaving} onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button
          loading={isSaving}
          disabled={ended === null || wrong !== null}
          onClick={() => ended !== null && onConfirm(ended)}
        >
          Pause
        </Button>
      </Group>
    </Modal>
  )
}

function wrongEnd(ended: string | null, from: number | null): string | null {
  if (ended === null) return 'Give a time of day, for example 17:30.'
  return from !== null && Date.parse(ended) < from ? `It ended after ${momentText(from)}.` : null
}

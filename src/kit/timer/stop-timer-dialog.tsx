import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { longTimerQuery, usualLongTimer } from '@/shared/db/reads/long-timer.query'
import { workOfTimerQuery } from '@/shared/db/reads/work-of-timer.query'
import { momentText } from '@/shared/domain/text/formats'
import { longSession, type TimeEntry } from '@/shared/domain/time/time-entry'
import { stopQuestion } from '@/shared/domain/time/timed-work'
import { todayOf } from '@/shared/domain/time/today'
import { CompleteOrderDialog } from '@/shared/ui/parts/complete-order-dialog'
import { useServerSecond } from '@/streams/react/use-worked-seconds'
import { MomentField } from '../fields/moment-field'
import { fromField } from '../fields/moment'

type StopTimerDialogProps = {
  opened: boolean
  entry: TimeEntry
  isSaving: boolean
  /** The database asked when the work ended. */
  isAskedForEnd: boolean
  onCancel: () => void
  /** `ended` is null where the work ends now, or ended at the pause. */
  onConfirm: (ended: string | null) => void
}

/** Asks before a timer is completed, about what was timed. For one longer than the company's limit it also asks when the work ended. */
export function StopTimerDialog({ opened, entry, isSaving, isAskedForEnd, onCancel, onConfirm }: StopTimerDialogProps) {
  const { data: hours = usualLongTimer } = useQuery(longTimerQuery)
  const { data: work, isLoading } = useQuery(workOfTimerQuery(entry.id, entry.touchedAt))
  const now = useServerSecond(opened)
  const [typed, setTyped] = useState<string | null>(null)
  const long = now === null ? null : longSession(entry, now, isAskedForEnd ? 0 : hours)
  const ended = long && typed !== null ? fromField(typed, null) : null
  const problem = long && typed?.includes('T') ? problemOf(ended, long) : null
  return (
    <CompleteOrderDialog
      opened={opened && !isLoading}
      isSaving={isSaving}
      question={stopQuestion(work)}
      isAnswered={long === null || (ended !== null && problem === null)}
      onCancel={onCancel}
      onConfirm={() => onConfirm(ended)}
    >
      {long ? (
        <Stack gap="xs" mb="lg">
          <Text>
            This timer {entry.status === 'active' ? 'has been running' : 'ran'} without a pause since{' '}
            {momentText(long.from)}. When did the work end?
          </Text>
          <MomentField
            label="The work ended"
            value={typed ?? todayOf(long.from)}
            usualDay={todayOf(long.from)}
            error={problem ?? undefined}
            onChange={setTyped}
          />
        </Stack>
      ) : null}
    </CompleteOrderDialog>
  )
}

function problemOf(ended: string | null, { from, to }: { from: number; to: number }): string | null {
  if (ended === null) return 'Give a time of day, for example 17:30.'
  const at = Date.parse(ended)
  return at < from || at > to ? `It ended between ${momentText(from)} and ${momentText(to)}.` : null
}

import { example } from '@/shared/domain/text/formats'
import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '@/kit/form/action-button'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { formatDuration } from '@/shared/domain/time/duration'
import type { TimeEntry } from '@/shared/domain/time/time-entry'
import { newId } from '@/shared/lib/new-id'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { askCorrection } from '../api/corrections.mutation'
import { timeTrackingKey } from '../api/time-tracking-key'
import { isChanged, secondsOf } from '../correction'
import { useSessionEdits } from '../use-session-edits'
import { SessionLines } from './session-fields'

/** Requests a correction of a completed entry's times. It counts after the approval of a person who manages time. */
export function AskCorrection({ entry, onDone }: { entry: TimeEntry; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [id] = useState(newId)
  const [reason, setReason] = useState('')
  const [wasTried, setTried] = useState(false)
  const { form, refuse } = useRefusal()
  const edits = useSessionEdits(entry.sessions)
  const { now, isRight, sessions } = edits
  const asking = useOneMutation({
    mutationFn: askCorrection,
    onSuccess: (isApproved) => {
      notifications.show({
        title: isApproved ? 'Time corrected' : 'Correction asked for',
        message: isApproved ? null : 'It counts when a person who manages time approves it.',
      })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: timeTrackingKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isRight || reason.trim() === '') return refuse()
    asking.mutate({ id, entryId: entry.id, sessions, reason })
  }
  return (
    <form ref={form} noValidate aria-label="Correct this time" onSubmit={submit}>
      <SessionLines of={edits} wasTried={wasTried} />
      <Text size="sm" c="dimmed" mb="sm">
        {isRight && now !== null ? `${entry.totalDuration} becomes ${formatDuration(secondsOf(sessions, now))}` : null}
      </Text>
      <Textarea
        label="Why is the time wrong?"
        placeholder={example('Forgot to stop it at lunch')}
        required
        withAsterisk={false}
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        error={wasTried && reason.trim() === '' ? 'Please say why the time is wrong.' : null}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      {asking.isError ? (
        <Alert color="red" mt="sm" title="The correction was not asked for">
          {asking.error.message}
        </Alert>
      ) : null}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <ActionButton
          type="submit"
          loading={asking.isPending}
          why={isChanged(sessions, entry.sessions) ? null : 'Change a time or remove a session first.'}
        >
          Ask for this correction
        </ActionButton>
      </Group>
    </form>
  )
}

import { Alert, Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { formatDuration } from '@/shared/domain/time/duration'
import type { TimeEntry } from '@/shared/domain/time/time-entry'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { correctTimer } from '../api/change-entry.mutation'
import { timeTrackingKey } from '../api/time-tracking-key'
import { secondsOf } from '../correction'
import { useSessionEdits } from '../use-session-edits'
import { SessionLines } from './session-fields'

/**
 * Corrects names and times of an unfinished timer. Edits are applied over the current timer, so they stay when the
 * timer moves elsewhere and when saving fails.
 */
export function CorrectionForm({ entry, onDone }: { entry: TimeEntry; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [names, setNames] = useState<{ client?: string; business?: string }>({})
  const [wasTried, setTried] = useState(false)
  const { form, refuse } = useRefusal()

  const client = names.client ?? entry.clientName ?? ''
  const business = names.business ?? entry.businessName ?? ''
  const edits = useSessionEdits(entry.sessions)
  const { now, isRight, sessions } = edits
  const endsIt = entry.status === 'active' && sessions.at(-1)?.endTime !== null

  const save = useActMutation({
    mutationFn: correctTimer,
    onSuccess: () => {
      notifications.show({ title: 'Timer corrected', message: null })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: timeTrackingKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isRight) return refuse()
    save.mutate({ id: entry.id, client, business, sessions, seen: entry.touchedAt })
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="md">
        <TextInput
          label="Client"
          value={client}
          maxLength={400}
          onChange={(event) => setNames({ ...names, client: event.currentTarget.value })}
        />
        <TextInput
          label="Business"
          value={business}
          maxLength={400}
          onChange={(event) => setNames({ ...names, business: event.currentTarget.value })}
        />
      </SimpleGrid>
      <SessionLines of={edits} wasTried={wasTried} />
      <Text size="sm" c="dimmed">
        {endsIt ? 'Saving pauses this timer. ' : null}
        {isRight && now !== null ? `Total ${formatDuration(secondsOf(sessions, now))}` : null}
      </Text>
      {save.isError ? (
        <Alert color="red" mt="sm" title="The correction was not saved">
          {save.error.message}
        </Alert>
      ) : null}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <ActionButton
          type="submit"
          loading={save.isPending}
          why={client.trim() === '' && business.trim() === '' ? 'Say for whom the work was.' : null}
        >
          Save correction
        </ActionButton>
      </Group>
    </form>
  )
}

import { Alert, Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '@/kit/form/action-button'
import { formatDuration } from '@/shared/domain/duration'
import type { TimeEntry } from '@/shared/domain/time-entry'
import { useRefusal } from '@/shared/ui/use-refusal'
import { useServerSecond } from '@/streams/react/use-worked-seconds'
import { correctTimer } from '../api/change-entry.mutation'
import { timeTrackingKey } from '../api/time-tracking-key'
import { type Edit, type Edits, linesOf, problemsOf, secondsOf, sessionsOf } from '../correction'
import { SessionFields } from './session-fields'

/**
 * Corrects names and times of a timer that is not completed. What was typed lies over the timer as it is now, so it
 * stays when the timer moves elsewhere and when it cannot be saved.
 */
export function CorrectionForm({ entry, onDone }: { entry: TimeEntry; onDone: () => void }) {
  const queryClient = useQueryClient()
  const now = useServerSecond(true)
  const [names, setNames] = useState<{ client?: string; business?: string }>({})
  const [edits, setEdits] = useState<Edits>({})
  const [wasTried, setTried] = useState(false)
  const { form, refuse } = useRefusal()

  const client = names.client ?? entry.clientName ?? ''
  const business = names.business ?? entry.businessName ?? ''
  const lines = linesOf(entry.sessions, edits)
  const problems = problemsOf(lines, now)
  const isRight = Object.keys(problems).length === 0
  const endsIt = entry.status === 'active' && sessionsOf(lines).at(-1)?.endTime !== null

  const save = useMutation({
    mutationFn: correctTimer,
    onSuccess: () => {
      notifications.show({ title: 'Timer corrected', message: null })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: timeTrackingKey }),
  })
  const change = (key: string, edit: Edit) =>
    setEdits((current) => ({ ...current, [key]: { ...current[key], ...edit } }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isRight) return refuse()
    save.mutate({ id: entry.id, client, business, sessions: sessionsOf(lines), seen: entry.touchedAt })
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
      {lines.map((line, place) => (
        <SessionFields
          key={line.key}
          line={line}
          number={place + 1}
          problem={wasTried ? problems[line.key] : undefined}
          onChange={(edit) => change(line.key, edit)}
        />
      ))}
      <Text size="sm" c="dimmed">
        {endsIt ? 'Saving pauses this timer. ' : null}
        {isRight && now !== null ? `Total ${formatDuration(secondsOf(sessionsOf(lines), now))}` : null}
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

import { Alert, Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session, TimeEntry } from '@/shared/domain/time-entry'
import { correctTimer } from '../api/change-entry.mutation'
import { timeTrackingKey } from '../api/time-tracking-key'
import { fromField, sessionProblems, toField } from '../correction'

/** Corrects names and times of a timer that is not completed. What was typed stays when it cannot be saved. */
export function CorrectionForm({ entry, onDone }: { entry: TimeEntry; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [client, setClient] = useState(entry.clientName ?? '')
  const [business, setBusiness] = useState(entry.businessName ?? '')
  const [sessions, setSessions] = useState<readonly Session[]>(entry.sessions)
  const [problems, setProblems] = useState<(string | null)[]>([])

  const save = useMutation({
    mutationFn: correctTimer,
    onSuccess: () => {
      notifications.show({ title: 'Timer corrected', message: null })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: timeTrackingKey }),
  })
  const change = (place: number, next: Partial<Session>) =>
    setSessions(sessions.map((session, at) => (at === place ? { ...session, ...next } : session)))

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const found = sessionProblems(sessions, Date.now())
        setProblems(found)
        if (found.length === 0) save.mutate({ id: entry.id, client, business, sessions })
      }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="md">
        <TextInput
          label="Client"
          value={client}
          maxLength={400}
          onChange={(event) => setClient(event.currentTarget.value)}
        />
        <TextInput
          label="Business"
          value={business}
          maxLength={400}
          onChange={(event) => setBusiness(event.currentTarget.value)}
        />
      </SimpleGrid>
      {sessions.map((session, place) => (
        <Group key={place} gap="xs" align="flex-end" mb="xs" wrap="nowrap">
          <TextInput
            type="datetime-local"
            step={1}
            label={`Session ${place + 1}, from`}
            flex={1}
            miw={0}
            error={problems[place]}
            defaultValue={toField(session.startTime)}
            onBlur={(event) =>
              change(place, { startTime: fromField(event.currentTarget.value, session.startTime) ?? '' })
            }
          />
          {session.endTime === null ? (
            <Text flex={1} c="dimmed" pb={8}>
              runs now
            </Text>
          ) : (
            <TextInput
              type="datetime-local"
              step={1}
              label="to"
              aria-label={`Session ${place + 1}, to`}
              flex={1}
              miw={0}
              defaultValue={toField(session.endTime)}
              onBlur={(event) =>
                change(place, { endTime: fromField(event.currentTarget.value, session.endTime) ?? '' })
              }
            />
          )}
        </Group>
      ))}
      {save.isError ? (
        <Alert color="red" mb="sm" title="The correction was not saved">
          {save.error.message}
        </Alert>
      ) : null}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending} disabled={client.trim() === '' && business.trim() === ''}>
          Save correction
        </Button>
      </Group>
    </form>
  )
}

import { Autocomplete, Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { contactChoiceQuery } from '@/shared/db/contact-choice.query'
import { startTimer } from '../api/change-entry.mutation'
import { timeTrackingKey } from '../api/time-tracking-key'
import { workForContact, type WorkFor } from '../work-for'
import classes from './time-tracking.module.css'

const nameLimit = 400

/** Starts a timer: a contact from two letters on, or whatever is typed. */
export function StartTimerForm({ hasActive }: { hasActive: boolean }) {
  const queryClient = useQueryClient()
  const [client, setClient] = useState('')
  const [business, setBusiness] = useState('')
  const [words] = useDebouncedValue(client.trim(), 200)
  const found = useQuery(contactChoiceQuery(words))
  const choices = new Map((found.data ?? []).map(workForContact).map((work) => [labelOf(work), work]))

  const start = useMutation({
    mutationFn: startTimer,
    onSuccess: () => {
      setClient('')
      setBusiness('')
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The timer was not started', message: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: timeTrackingKey }),
  })
  /** The field tells of a choice, and then of its label as if it had been typed. */
  const chosen = useRef<string | null>(null)
  const type = (text: string) => {
    const work = text === chosen.current ? choices.get(text) : undefined
    chosen.current = null
    setClient(work?.client ?? text)
    if (work) setBusiness(work.business)
  }

  return (
    <form
      className={classes.card}
      aria-label="Start a timer"
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate({ client, business })
      }}
    >
      <Title order={2}>Start a timer</Title>
      <Autocomplete
        label="Client"
        placeholder="Find a contact or type a name"
        value={client}
        maxLength={nameLimit}
        data={[...choices.keys()]}
        filter={({ options }) => options}
        onChange={type}
        onOptionSubmit={(label) => {
          chosen.current = label
        }}
      />
      <TextInput
        label="Business"
        value={business}
        maxLength={nameLimit}
        onChange={(event) => setBusiness(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button
          type="submit"
          loading={start.isPending}
          disabled={hasActive || (client.trim() === '' && business.trim() === '')}
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
        >
          Start timer
        </Button>
        {hasActive ? (
          <Text size="sm" c="dimmed">
            One timer runs. Pause or stop it to start another.
          </Text>
        ) : null}
      </Group>
    </form>
  )
}

const labelOf = ({ client, business }: WorkFor) => [client, business].filter(Boolean).join(' · ')

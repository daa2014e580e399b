import { Autocomplete, Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { z } from 'zod'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDraft } from '@/shared/hooks/use-draft'
import { contactChoiceQuery } from '@/shared/db/reads/contact-choice.query'
import { startTimer } from '../api/change-entry.mutation'
import { timeTrackingKey } from '../api/time-tracking-key'
import { workForContact, type WorkFor } from '../work-for'
import classes from './time-tracking.module.css'

const nameLimit = 400
const schema = z.object({ client: z.string(), business: z.string() })
const blank = { client: '', business: '' }

/** Starts a timer: for a contact (from two letters on), or for any typed name. */
export function StartTimerForm({ hasActive }: { hasActive: boolean }) {
  const queryClient = useQueryClient()
  const typed = useDraft({
    name: 'start-timer',
    schema,
    blank,
    isBlank: ({ client, business }) => client === '' && business === '',
  })
  const { client, business } = typed.draft
  const [words] = useDebouncedValue(client.trim(), 200)
  const found = useQuery(contactChoiceQuery(words))
  const choices = new Map((found.data ?? []).map(workForContact).map((work) => [labelOf(work), work]))

  const start = useActMutation({
    mutationFn: startTimer,
    onSuccess: typed.clear,
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The timer was not started', message: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: timeTrackingKey }),
  })
  const reason = client.trim() === '' && business.trim() === '' ? 'Say for whom you work.' : null
  /** The field tells of a choice, and then of its label as if it had been typed. */
  const chosen = useRef<string | null>(null)
  const type = (text: string) => {
    const work = text === chosen.current ? choices.get(text) : undefined
    chosen.current = null
    typed.change((now) => work ?? { ...now, client: text })
  }

  return (
    <form
      className={classes.card}
      aria-label="Start a timer"
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate({ client, business, pausesOther: hasActive })
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
        onChange={({ currentTarget: { value } }) => typed.change((now) => ({ ...now, business: value }))}
      />
      <Group gap="sm">
        <Button
          type="submit"
          loading={start.isPending}
          disabled={reason !== null}
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
        >
          {hasActive ? 'Pause that and start this' : 'Start timer'}
        </Button>
        {reason || hasActive ? (
          <Text size="sm" c="dimmed">
            {reason ?? 'Your other timer runs until then.'}
          </Text>
        ) : null}
      </Group>
    </form>
  )
}

const labelOf = ({ client, business }: WorkFor) => [client, business].filter(Boolean).join(' · ')

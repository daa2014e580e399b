import { Badge, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '@/kit/form/action-button'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { momentText } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { decideCorrection, withdrawCorrection } from '../api/corrections.mutation'
import { correctionsQuery, type TimeCorrection } from '../api/corrections.query'
import { timeTrackingKey } from '../api/time-tracking-key'
import classes from './time-tracking.module.css'

/** The corrections of an entry, newest first: before, after, reason, and who decided. */
export function CorrectionHistory({ entryId }: { entryId: string }) {
  const { data: corrections = [] } = useQuery(correctionsQuery(entryId))
  if (corrections.length === 0) return null
  return (
    <section aria-label="Corrections" className={classes.corrections}>
      <Title order={3} size="h5">
        Corrections
      </Title>
      <Stack component="ul" gap="md" className={classes.history}>
        {corrections.toReversed().map((correction) => (
          <li key={correction.id}>
            <CorrectionLine correction={correction} />
          </li>
        ))}
      </Stack>
    </section>
  )
}

const colours = { requested: 'yellow', approved: 'teal', refused: 'red', withdrawn: 'gray', own: 'gray' } as const
const words = {
  requested: 'Waits for approval',
  approved: 'Approved',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  own: 'While the timer was open',
} as const

/** One correction, with the reader's allowed actions. */
export function CorrectionLine({ correction }: { correction: TimeCorrection }) {
  const { status, reason, answer, after, total_before, total_after } = correction
  return (
    <>
      <Group gap="xs" wrap="wrap">
        <Text fw={600} className={classes.change}>
          {total_before} → {total_after}
        </Text>
        <Badge variant="light" color={colours[status]}>
          {words[status]}
        </Badge>
      </Group>
      {reason ? <Text size="sm">“{reason}”</Text> : null}
      <Text size="sm" c="dimmed">
        {after.length === 0
          ? 'No session stays'
          : after.map(({ startTime, endTime }) => spanInWords(startTime, endTime)).join(', ')}
      </Text>
      <Text size="xs" c="dimmed">
        {correction.person}, {momentText(correction.created_at)}
        {correction.decided_by && correction.decided_at
          ? ` · ${words[status]} by ${correction.decided_by}, ${momentText(correction.decided_at)}`
          : ''}
      </Text>
      {answer ? <Text size="sm">Answer: {answer}</Text> : null}
      {correction.may_decide ? <Decide id={correction.id} /> : null}
      {status === 'requested' && correction.is_mine ? <Withdraw id={correction.id} /> : null}
    </>
  )
}

const spanInWords = (from: string, to: string | null): string =>
  `${momentText(from)} to ${to === null ? 'now' : momentText(to)}`

function useActOnCorrection(done: string) {
  const queryClient = useQueryClient()
  return useOneMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    onSuccess: () => notifications.show({ message: done }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: timeTrackingKey }),
  })
}

function Withdraw({ id }: { id: string }) {
  const acting = useActOnCorrection('The correction is withdrawn.')
  return (
    <Button
      mt="xs"
      size="compact-sm"
      variant="default"
      loading={acting.isPending}
      onClick={() => acting.mutate(() => withdrawCorrection(id))}
    >
      Withdraw
    </Button>
  )
}

function Decide({ id }: { id: string }) {
  const [answer, setAnswer] = useState('')
  const acting = useActOnCorrection('The correction is decided.')
  const decide = (status: 'approved' | 'refused') => acting.mutate(() => decideCorrection(id, status, answer))
  return (
    <Stack gap="xs" mt="xs">
      <Textarea
        aria-label="Answer"
        placeholder="Answer; needed to refuse"
        autosize
        minRows={1}
        maxLength={500}
        value={answer}
        onChange={({ currentTarget: { value } }) => setAnswer(value)}
      />
      <Group gap="xs">
        <Button size="sm" loading={acting.isPending} onClick={() => decide('approved')}>
          Approve
        </Button>
        <ActionButton
          size="sm"
          variant="default"
          why={answer.trim() === '' ? 'Say in the answer why it is refused.' : null}
          onClick={() => decide('refused')}
        >
          Refuse
        </ActionButton>
      </Group>
    </Stack>
  )
}

import { Anchor, Group, Loader, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { waitingWords } from '@/shared/domain/web/network-words'
import { type OutboxEntry } from '@/shared/domain/records/outbox'
import { useOutbox } from './outbox-provider'

type WaitingNoteProps = {
  entry: OutboxEntry
  /** Further actions for a refused entry: `Take back` of a comment. */
  actions?: ReactNode
  /** Called when the person withdrew it. */
  onWithdraw?: () => void
}

/** The state of one unconfirmed entry, with a button to withdraw it. */
export function WaitingNote({ entry, actions, onWithdraw }: WaitingNoteProps) {
  const outbox = useOutbox()
  const withdraw = () => {
    outbox.withdraw(entry.id)
    onWithdraw?.()
    if (entry.isTried)
      notifications.show({ message: 'Withdrawn here. It may have arrived before the connection was lost.' })
  }
  return (
    <Group gap={6} role="status" wrap="wrap">
      {entry.state === 'sending' ? (
        <Loader size={12} aria-hidden />
      ) : entry.state === 'refused' ? (
        <IconAlertTriangle size={14} color="var(--mantine-color-error)" aria-hidden />
      ) : (
        <IconClockPause size={14} aria-hidden />
      )}
      <Text span size="xs" c={entry.state === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {wordsOf(entry)}
      </Text>
      {entry.state === 'refused' ? (
        <Anchor component="button" type="button" size="xs" onClick={() => outbox.again(entry.id)}>
          Try again
        </Anchor>
      ) : null}
      {actions}
      {entry.state === 'sending' ? null : (
        <Anchor component="button" type="button" size="xs" aria-label={`Withdraw ${entry.label}`} onClick={withdraw}>
          Withdraw
        </Anchor>
      )}
    </Group>
  )
}

export function wordsOf({ state, reason }: OutboxEntry): string {
  if (state === 'sending') return 'Sending…'
  return state === 'refused' ? `Not sent: ${reason || 'the server refused it'}` : waitingWords
}

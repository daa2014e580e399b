import { Anchor, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import type { OutboxEntry } from '@/shared/domain/records/outbox'
import { KeptAtDoor } from './kept-at-door'
import type { HandOver } from './use-hand-over'

/** What was entered at the door and waits on the phone to be sent. A refused entry can be changed. */
export const WaitsOnPhone = ({ of, zone }: { of: HandOver; zone: string | null }) => (
  <Stack gap="xs">
    {of.waiting.map((entry) => (
      <Fragment key={entry.id}>
        <KeptAtDoor entry={entry} items={of.delivery.items} zone={zone} />
        <WaitingNote
          entry={entry}
          onWithdraw={of.left.forget}
          actions={
            entry.state === 'refused' ? (
              <Anchor component="button" type="button" size="xs" onClick={() => of.change(entry)}>
                Change
              </Anchor>
            ) : null
          }
        />
      </Fragment>
    ))}
  </Stack>
)

type SentProps = { of: HandOver; entry: OutboxEntry; zone: string | null }

/** A hand-over that was sent, while the delivery on the screen is the one before it. */
export const Sent = ({ of, entry, zone }: SentProps) => (
  <Stack gap="xs">
    <KeptAtDoor entry={entry} items={of.delivery.items} zone={zone} />
    <Text size="xs" c="dimmed" role="status">
      Sent. This page follows as soon as it can read the delivery again.
    </Text>
  </Stack>
)

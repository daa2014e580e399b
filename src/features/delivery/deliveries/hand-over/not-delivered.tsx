import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { ActionButton } from '@/kit/form/action-button'
import { PhotosField } from '../driver/photos-field'
import type { HandOver } from './use-hand-over'

const reasons = ['Nobody there', 'Refused at the door', 'Site not ready', 'Damaged on the way']

/** Why it could not be delivered, with photos. */
export const NotDelivered = ({ of, reason }: { of: HandOver; reason: string }) => (
  <Stack gap="md">
    <Text>It goes back to the unplanned deliveries, with the reason.</Text>
    <Group gap="xs">
      {reasons.map((words) => (
        <Button
          key={words}
          variant={reason === words ? 'filled' : 'default'}
          size="sm"
          onClick={() => of.set({ reason: words })}
        >
          {words}
        </Button>
      ))}
    </Group>
    <TextInput
      label="Why could it not be delivered?"
      maxLength={1000}
      value={reason}
      onChange={(event) => of.set({ reason: event.currentTarget.value })}
    />
    <PhotosField photos={of.draft.photos} onChange={(photos) => of.set({ photos })} />
    <Group gap="xs" grow>
      <ActionButton
        size="md"
        why={reason.trim() === '' ? 'Say why it could not be delivered' : null}
        onClick={() => of.sendFailed(reason)}
      >
        Not delivered
      </ActionButton>
      <Button size="md" variant="default" onClick={of.leaveReason}>
        Back
      </Button>
    </Group>
  </Stack>
)

import { Button, Stack, TextInput } from '@mantine/core'
import { ActionButton } from '@/kit/form/action-button'
import { useWorksOffline } from '@/kit/outbox/works-offline'
import { SignatureField } from '@/shared/ui/signature/signature-field'
import classes from '../components/delivery.module.css'
import { PhotosField } from '../driver/photos-field'
import { LinesAtTheDoor } from './lines-at-the-door'
import { NotDelivered } from './not-delivered'
import { UnmadeQuestion } from './unmade-question'
import { type AtDoor, type HandOver, useHandOver } from './use-hand-over'
import { Sent, WaitsOnPhone } from './waits-on-phone'

/**
 * The hand-over form: the driver ticks the lines, the receiver signs, photos and the position are added. Without a
 * network it is kept and sent later, once. A refused one can be changed and sent again. Unsent input survives a reload.
 */
export function HandOverForm({ delivery, zone }: { delivery: AtDoor; zone: string | null }) {
  useWorksOffline()
  const of = useHandOver(delivery)
  if (of.waiting.length > 0) return <WaitsOnPhone of={of} zone={zone} />
  if (of.left.entry) return <Sent of={of} entry={of.left.entry} zone={zone} />
  if (of.draft.reason !== null) return <NotDelivered of={of} reason={of.draft.reason} />
  return <Received of={of} />
}

/** Who received what, with a signature and photos. */
const Received = ({ of }: { of: HandOver }) => (
  <Stack gap="md">
    <LinesAtTheDoor of={of} />
    <TextInput
      label="Received by"
      autoComplete="off"
      maxLength={200}
      value={of.draft.receivedBy}
      onChange={(event) => of.set({ receivedBy: event.currentTarget.value })}
    />
    <SignatureField name={of.draft.receivedBy} drawn={of.draft.signature} onChange={of.sign} />
    <PhotosField photos={of.draft.photos} onChange={(photos) => of.set({ photos })} />
    <UnmadeQuestion notMade={of.unmade} isAgreed={of.isAgreed} onAgree={of.agree} />
    <div className={classes.answers}>
      <ActionButton size="md" why={of.why} loading={of.isSending} onClick={() => void of.send()}>
        Hand over
      </ActionButton>
      <Button size="md" variant="default" onClick={() => of.set({ reason: '' })}>
        Could not deliver…
      </Button>
    </div>
  </Stack>
)

import { ActionIcon, Button, Text } from '@mantine/core'
import { IconDeviceMobile, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { lazyPart } from '@/kit/dialog/lazy-part'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { dayText } from '@/shared/domain/text/formats'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import { ownFactorsQuery } from '../api/factors.query'
import classes from './second-factor.module.css'

const AddDevice = lazyPart(async () => (await import('./device-dialogs')).AddDevice)
const RemoveDevice = lazyPart(async () => (await import('./device-dialogs')).RemoveDevice)

/** The devices that make codes for the signed-in person: list, add, remove. */
export function SecondFactors() {
  const { id } = useCurrentUser()
  const add = useDialog('add-device')
  const remove = useDialog('remove-device')
  const stored = useQuery(ownFactorsQuery(id))
  if (stored.isPending) return <NamedSkeleton height={80} label="Reading your second factors" />
  if (stored.isError && !stored.data)
    return <Problem onRetry={() => void stored.refetch()}>Your second factors could not be read</Problem>
  const devices = stored.data
  const removed = devices.find((device) => device.id === remove.subject)
  return (
    <>
      {devices.length === 0 ? (
        <Text c="dimmed" mb="md">
          With a second factor a stolen password opens nothing: you also type a code that an app on your phone shows.
        </Text>
      ) : (
        <ul className={classes.devices}>
          {devices.map((device) => (
            <li key={device.id} className={classes.device}>
              <IconDeviceMobile size={20} stroke={1.5} aria-hidden />
              <div>
                <Text fw={550}>{device.name}</Text>
                <Text size="sm" c="dimmed">
                  {`Added ${dayText(device.addedAt)}`}
                </Text>
              </div>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Remove ${device.name}`}
                onClick={() => remove.open(device.id)}
              >
                <IconTrash size={18} stroke={1.5} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Button variant="default" onClick={() => add.open()}>
        {devices.length === 0 ? 'Add a second factor' : 'Add another device'}
      </Button>
      {add.isOpen ? <AddDevice names={devices.map(({ name }) => name)} onClose={add.close} /> : null}
      {removed ? <RemoveDevice device={removed} isLast={devices.length === 1} onClose={remove.close} /> : null}
    </>
  )
}

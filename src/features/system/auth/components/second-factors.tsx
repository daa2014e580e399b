import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { lazyPart } from '@/kit/dialog/lazy-part'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { dayText } from '@/shared/domain/text/formats'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import { DeviceList } from '@/shared/ui/parts/device-list'
import { ownFactorsQuery } from '../api/factors.query'

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
        <DeviceList
          devices={devices.map(({ id, name, addedAt }) => ({ id, name, detail: `Added ${dayText(addedAt)}` }))}
          onRemove={remove.open}
        />
      )}
      <Button variant="default" onClick={() => add.open()}>
        {devices.length === 0 ? 'Add a second factor' : 'Add another device'}
      </Button>
      {add.isOpen ? <AddDevice names={devices.map(({ name }) => name)} onClose={add.close} /> : null}
      {removed ? <RemoveDevice device={removed} isLast={devices.length === 1} onClose={remove.close} /> : null}
    </>
  )
}

import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { dayText } from '@/shared/domain/text/formats'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import { DeviceList } from '@/shared/ui/parts/device-list'
import {
  type NoticeDevice,
  noticeDevicesKey,
  noticeDevicesQuery,
  removeNoticeDevice,
  thisDeviceQuery,
  tryNoticeDevices,
} from '../api/devices.query'
import { NoticeChoicesForm } from './notice-choices-form'
import { type DeviceState, showNoticesHere, stopNoticesHere } from '../api/this-device'

const words: Record<DeviceState['kind'], string> = {
  on: 'This device shows your notices while Signwright is closed.',
  off: 'This device can show your notices while Signwright is closed: a task for you, a reply, an answer of a client.',
  denied:
    'This browser refuses notices of this site. Allow them in the settings of the site, beside its address, and reload this page.',
  unable: 'This browser cannot show notices while Signwright is closed.',
  homeScreen:
    'On an iPhone or iPad, first add Signwright to the home screen (Share, then “Add to Home Screen”), and open it from there.',
}

/** The devices that show notices of the signed-in person while the product is closed, and what they show. */
export function NoticeDevices() {
  const { id: me } = useCurrentUser()
  const queryClient = useQueryClient()
  const here = useQuery(thisDeviceQuery)
  const stored = useQuery(noticeDevicesQuery(me))
  const act = useActMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticeDevicesKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  if (here.isPending || stored.isPending) return <NamedSkeleton height={80} label="Reading your devices" />
  if (!here.data || !stored.data)
    return <Problem onRetry={() => void stored.refetch()}>Your devices could not be read</Problem>
  const { kind } = here.data
  const endpoint = here.data.kind === 'on' ? here.data.endpoint : null
  return (
    <>
      <Text mb="md">{words[kind]}</Text>
      <Group mb="md">
        {kind === 'off' ? (
          <Button loading={act.isPending} onClick={() => act.mutate(showNoticesHere)}>
            Show notices on this device
          </Button>
        ) : null}
        {kind === 'on' ? (
          <Button variant="default" loading={act.isPending} onClick={() => act.mutate(stopNoticesHere)}>
            Stop notices on this device
          </Button>
        ) : null}
        {stored.data.length > 0 ? (
          <Button variant="subtle" disabled={act.isPending} onClick={() => act.mutate(tryThem)}>
            Send a test notice
          </Button>
        ) : null}
      </Group>
      {stored.data.length > 0 ? (
        <>
          <DeviceList
            label="Devices that show your notices"
            devices={stored.data.map((device) => ({ id: device.id, name: device.name, detail: toldOf(device) }))}
            here={stored.data.find((device) => device.endpoint === endpoint)?.id}
            onRemove={(id) => act.mutate(() => removeNoticeDevice(id))}
          />
          <NoticeChoicesForm userId={me} />
        </>
      ) : null}
    </>
  )
}

const toldOf = ({ last_sent_at: toldAt, created_at: addedAt }: NoticeDevice): string =>
  toldAt ? `Last notice ${dayText(toldAt)}` : `Added ${dayText(addedAt)}, no notice yet`

async function tryThem(): Promise<void> {
  const { told, failed } = await tryNoticeDevices()
  if (told === 0) throw new Error('No device took the notice. Stop notices on this device and start them again.')
  notifications.show({
    message: failed === 0 ? 'The notice is on its way.' : `${told} of ${told + failed} devices took the notice.`,
  })
}

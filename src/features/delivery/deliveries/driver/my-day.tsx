import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconNavigation, IconPhone, IconTruckDelivery } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useWorksOffline } from '@/kit/outbox/works-offline'
import { useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { useOutboxEntries, useWaiting } from '@/kit/outbox/outbox-provider'
import { StatusBadge } from '@/kit/record/status-badge'
import { onHoldWords } from '@/shared/db/reads/open-work'
import { contactName } from '@/shared/domain/people/contact'
import { coordinatesOf, routeLink } from '@/shared/domain/places/coordinates'
import { clockTextIn, weekdayText } from '@/shared/domain/text/formats'
import { lateDeliveryText } from '@/shared/domain/time/late-delivery'
import { can } from '@/shared/domain/people/permission'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { useNow } from '@/shared/hooks/use-now'
import { deliveriesKey } from '../api/deliveries.query'
import type { Drop } from '../api/day.query'
import { HandOverForm } from '../hand-over/hand-over-form'
import { earlierThanAbove, endOf, hasTime, inOrder, noTime } from '../day/lanes'
import { methodLabel } from '@/shared/domain/records/delivery-method'
import { failKind, handOverKind } from '../outbox-kinds'
import { placeOf } from '../place'
import { useOwnDay } from './own-day'
import classes from '../components/delivery.module.css'

/** The driver's drops of today in order, with the actions at the door. */
export function MyDay() {
  const { rights } = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const { me, drops, zone, today, kept } = useOwnDay()
  const shown = drops.data ?? kept?.drops
  useLive(deliveriesKey, [
    {
      page: 'deliveries',
      tables: ['deliveries', 'delivery_items', 'partial_deliveries', 'van_days', 'jobs', 'job_steps'],
    },
  ])
  const sending = useHandedOver()
  useWorksOffline()
  if (drops.isError && !shown) return <Problem onRetry={() => void drops.refetch()}>Your day could not be read</Problem>
  if (!shown || zone === null) return <LineSkeletons count={5} height={88} />
  const mine = inOrder(shown.filter(({ crew }) => crew.includes(me)))
  const toCome = mine.filter(({ status }) => status !== 'delivered')
  const next = toCome.filter(({ id }) => !sending.has(id))
  const left = next.length
  const unsent = toCome.length - left
  const open = search.get('stop') ?? next[0]?.id
  return (
    <Stack gap="sm" className={classes.day ?? ''}>
      <Text size="sm" c="dimmed" role="status">
        {weekdayText(today)}: {left === 0 ? 'nothing is left' : `${left} of ${mine.length} still to come`}
        {unsent === 0 ? '' : `, ${unsent} handed over and not sent yet`}
      </Text>
      {kept ? (
        <Text size="sm" role="status">
          {drops.isError || drops.fetchStatus === 'paused'
            ? `There is no network. This is your day as of ${clockTextIn(zone, new Date(kept.at).toISOString())}. What you hand over is kept and sent later.`
            : 'Looking for what changed …'}
        </Text>
      ) : null}
      {mine.length === 0 ? (
        <EmptyScreen icon={<IconTruckDelivery stroke={1.5} />} title="No drops for you today">
          The day plan says who goes with which van.
        </EmptyScreen>
      ) : (
        <ol className={classes.stops}>
          {doneLast(mine).map((drop) => (
            <Stop
              key={drop.id}
              drop={drop}
              zone={zone}
              place={mine.indexOf(drop) + 1}
              early={earlierThanAbove(drop, next[next.indexOf(drop) - 1])}
              window={
                drop.scheduled_at && hasTime(drop)
                  ? `${clockTextIn(zone, drop.scheduled_at)}–${clockTextIn(zone, new Date(endOf(drop)).toISOString())}`
                  : noTime
              }
              isOpen={drop.id === open}
              mayHandOver={can(rights, 'deliveries', 'edit')}
              onOpen={() =>
                setSearch(
                  (now) => {
                    const next = new URLSearchParams(now)
                    next.set('stop', drop.id)
                    return next
                  },
                  { preventScrollReset: true },
                )
              }
            />
          ))}
        </ol>
      )}
    </Stack>
  )
}

/** The deliveries whose hand-over is kept on the phone and not refused. */
function useHandedOver(): ReadonlySet<string> {
  const entries = useOutboxEntries()
  return useMemo(
    () =>
      new Set(
        entries.flatMap(({ kind, about, state }) => (kind === handOverKind.name && state !== 'refused' ? [about] : [])),
      ),
    [entries],
  )
}

/** Drops still to come are first, each with its number in the day. */
const doneLast = (day: readonly Drop[]): Drop[] =>
  day.toSorted((one, other) => Number(one.status === 'delivered') - Number(other.status === 'delivered'))

type StopProps = {
  drop: Drop
  zone: string
  place: number
  /** Why its place in the day may be wrong. */
  early: string | null
  window: string
  isOpen: boolean
  mayHandOver: boolean
  onOpen: () => void
}

function Stop({ drop, zone, place, early, window, isOpen, mayHandOver, onOpen }: StopProps) {
  const { contact } = drop
  const waits = [...useWaiting(handOverKind, drop.id), ...useWaiting(failKind, drop.id)].length > 0
  const goesTo = placeOf(drop)?.words ?? null
  const isDone = drop.status === 'delivered'
  const late = lateDeliveryText(drop, useNow(60_000))
  const held = onHoldWords(drop)
  return (
    <li
      className={classes.stop}
      data-done={isDone || null}
      aria-label={`${drop.delivery_number} ${drop.project_title}`}
    >
      <header>
        <span className={classes.place}>{place}</span>
        <Text span fw={600}>
          {window}
        </Text>
        <Text span size="sm" c="dimmed">
          {methodLabel(drop.method)}
        </Text>
        <StatusBadge kind="delivery" status={drop.status} />
      </header>
      {held && !isDone ? (
        <Text size="sm" fw={600} c="magenta">
          {held}
        </Text>
      ) : null}
      {late ? (
        <Text size="sm" c="magenta">
          {late}
        </Text>
      ) : null}
      {early ? (
        <Text size="sm" c="magenta">
          {early}
        </Text>
      ) : null}
      {drop.not_made && !isDone ? (
        <Text size="sm" c="magenta">
          Not made yet: {drop.not_made}
        </Text>
      ) : null}
      <Text fw={500}>{drop.project_title}</Text>
      <Text size="sm" c="dimmed">
        {[contact ? contactName(contact) : null, goesTo].filter(Boolean).join(' · ')}
      </Text>
      {isDone ? (
        <Text size="sm">{drop.received_by ? `Received by ${drop.received_by}` : 'Delivered'}</Text>
      ) : isOpen || waits ? (
        <>
          {drop.contact_on_site ? <Text size="sm">On site: {drop.contact_on_site}</Text> : null}
          {drop.instructions ? <Text size="sm">{drop.instructions}</Text> : null}
          <Ways drop={drop} />
          {mayHandOver ? (
            <HandOverForm
              key={drop.items.map(({ qty_delivered }) => qty_delivered).join(' ')}
              delivery={drop}
              zone={zone}
            />
          ) : null}
        </>
      ) : (
        <Anchor component="button" type="button" onClick={onOpen} className={classes.openStop ?? ''}>
          Open {drop.delivery_number}
        </Anchor>
      )}
    </li>
  )
}

/** The call and the way to a drop. */
function Ways({ drop }: { drop: Drop }) {
  const { contact, location } = drop
  const address = placeOf(drop)?.address ?? null
  const at = location ? coordinatesOf(location) : null
  const phone = drop.phone_on_site ?? contact?.phone ?? null
  return (
    <Group gap="xs" grow my="xs">
      {phone ? (
        <Button
          component="a"
          href={`tel:${phone}`}
          variant="default"
          size="md"
          leftSection={<IconPhone size={18} aria-hidden />}
        >
          Call
        </Button>
      ) : null}
      {at || address ? (
        <Button
          component="a"
          href={
            at
              ? routeLink(at)
              : `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address ?? '')}`
          }
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="md"
          leftSection={<IconNavigation size={18} aria-hidden />}
        >
          Navigate
        </Button>
      ) : null}
    </Group>
  )
}

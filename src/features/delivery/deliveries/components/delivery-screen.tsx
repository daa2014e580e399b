import { clockTextIn } from '@/shared/domain/text/formats'
import { Alert, Anchor, Stack, Table, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileCheck, IconPencil, IconTags, IconTruck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { KeptDialog } from '@/kit/form/kept-dialog'
import { useLive } from '@/kit/live/use-live'
import { MailPanel } from '@/kit/mail/mail-panel'
import { noteAsPaper } from '@/documents/paper/delivery-note'
import { piecesText } from '@/documents/sizes'
import { PrintedPaper } from '@/kit/record/printed-paper'
import { Facts, type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { TrailLink } from '@/kit/record/trail-link'
import { RecordTasks } from '@/kit/tasks/record-tasks'
import { onHoldWords } from '@/shared/db/reads/open-work'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { shortDecimalText } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useCompanyMoment } from '@/shared/ui/parts/company-moment'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { RecordLink } from '@/shared/ui/page/record-links'
import phone from '@/shared/ui/page/phone-table.module.css'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useCompanyZone } from '@/shared/hooks/use-company-zone'
import { deliveriesKey } from '../api/deliveries.query'
import { moveDelivery } from '../api/delivery.mutation'
import { type Delivery, deliveryQuery } from '../api/delivery.query'
import { noteQuery } from '../api/note.query'
import { methodLabel } from '@/shared/domain/records/delivery-method'
import { downloadLabels } from '../delivery-labels'
import { placeOf } from '../place'
import { planDraft } from '../plan/plan-draft'
import { vanText } from '../van-text'
import { KeepOwnDay } from '../driver/own-day'
import { AtTheDoor } from './at-the-door'
import { HandOverForm } from './hand-over-form'

const ChangePlan = lazy(async () => ({ default: (await import('../plan/components/change-plan')).ChangePlan }))

/** /deliveries/:id: the address, the lines, and the hand-over on the phone. */
export function DeliveryScreen({ id }: { id: string }) {
  const delivery = useQuery(deliveryQuery(id))
  return (
    <RecordState of={delivery} what="delivery" back={{ label: 'Deliveries', href: '/deliveries' }}>
      {(row) => <OpenDelivery key={row.id} row={row} />}
    </RecordState>
  )
}

/** The next status that a person sets, by the present one. Null: a new day, which the plan asks for, sets it. */
const nexts: Readonly<Record<string, { to: string | null; label: string }>> = {
  planned: { to: 'ready', label: 'Packed and ready' },
  ready: { to: 'out', label: 'On the road' },
  failed: { to: null, label: 'Plan again' },
}

function OpenDelivery({ row }: { row: Delivery }) {
  const { id: me, rights } = useCurrentUser()
  const queryClient = useQueryClient()
  useLive(
    [...deliveriesKey, 'one', row.id],
    [{ page: 'deliveries', tables: ['deliveries', 'delivery_items', 'partial_deliveries', 'jobs', 'job_steps'] }],
  )
  const moving = useActMutation({
    mutationFn: (to: string) => moveDelivery(row.id, row.status, to),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not moved', message: saveProblem(error) }),
  })
  const labelling = useActMutation({
    mutationFn: () => downloadLabels(row),
    onError: (error) => notifications.show({ color: 'red', title: 'No labels', message: saveProblem(error) }),
  })
  const plan = useDialog('plan')
  const zone = useCompanyZone()
  const moment = useCompanyMoment()
  const { data: staff = [] } = useQuery(staffQuery)
  const mayEdit = can(rights, 'deliveries', 'edit')
  const mayChange = mayEdit && ['planned', 'ready', 'partially_delivered', 'failed'].includes(row.status)
  const next = mayEdit ? nexts[row.status] : undefined
  const isOpen = ['planned', 'ready', 'out', 'partially_delivered'].includes(row.status)
  const held = onHoldWords(row)
  const actions: RecordAction[] = [
    {
      label: 'Delivery note',
      icon: <IconFileCheck size={16} />,
      href: `/delivery-note/${row.public_uuid}`,
    },
    {
      label: row.parcels === null || row.parcels === 1 ? 'Label' : `${row.parcels} labels`,
      icon: <IconTags size={16} />,
      isBusy: labelling.isPending,
      onClick: () => labelling.mutate(),
    },
    ...(mayEdit
      ? [
          {
            label: 'Change plan…',
            icon: <IconPencil size={16} />,
            onClick: () => plan.open(),
            why: mayChange
              ? row.status === 'failed'
                ? held
                : null
              : row.status === 'out'
                ? 'It is on the road'
                : `It is ${row.status.replaceAll('_', ' ')} already`,
          },
        ]
      : []),
    ...(mayEdit && ['planned', 'ready', 'out'].includes(row.status)
      ? [{ label: 'Cancel delivery', onClick: () => moving.mutate('cancelled'), isDangerous: true }]
      : []),
  ]
  const printed = async () => {
    const shown = await queryClient.fetchQuery({ ...noteQuery(row.public_uuid, false), staleTime: 0 })
    return shown && { paper: noteAsPaper(shown.note) }
  }
  const { location } = row
  const place = placeOf(row)
  const phone = row.phone_on_site ?? row.contact?.phone
  const crew = row.crew.flatMap((id) => staff.find(({ value }) => value === id)?.label ?? [])
  const until =
    row.scheduled_at && row.scheduled_has_time && row.slot_minutes && zone
      ? clockTextIn(zone, new Date(Date.parse(row.scheduled_at) + row.slot_minutes * 60_000).toISOString())
      : null

  return (
    <RecordPage
      title={row.delivery_number}
      kind={row.project_title}
      status={<StatusBadge kind="delivery" status={row.status} />}
      back={{ label: 'Deliveries', href: '/deliveries' }}
      primary={
        next
          ? {
              label: next.label,
              icon: <IconTruck size={18} aria-hidden />,
              isBusy: moving.isPending,
              why: held,
              onClick: () => (next.to === null ? plan.open() : moving.mutate(next.to)),
            }
          : null
      }
      actions={actions}
      notice={
        <>
          {held ? (
            <Alert color="yellow" title="On hold" mb="md">
              {row.on_hold?.replace(/[. ]*$/, '.')} Nothing of it leaves or is handed over until the order is released.
            </Alert>
          ) : null}
          {row.gone_on_hold ? (
            <Alert color="yellow" title="Handed over while its order was on hold" mb="md">
              {row.gone_on_hold.replace(/[. ]*$/, '.')} The phone had no network then and could not know it.
            </Alert>
          ) : null}
          {mayChange ? (
            <KeptDialog
              name={planDraft(row.id)}
              isOpen={plan.isOpen}
              onOpen={() => plan.open()}
              title="Changes of the plan are not saved"
              isAlone
            />
          ) : null}
        </>
      }
      aside={
        <Stack gap="md">
          <section className={page.panel}>
            <Facts
              of={{
                When: row.scheduled_at
                  ? `${moment(row.scheduled_at, !row.scheduled_has_time)}${until ? `–${until}` : ''}`
                  : 'No day yet',
                Method: methodLabel(row.method),
                Where:
                  location && place ? (
                    <Anchor
                      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(
                        location.lat !== null && location.lng !== null
                          ? `${location.lat},${location.lng}`
                          : place.address,
                      )}`}
                      target="_blank"
                      rel="noreferrer"
                    >
                      {place.words}
                    </Anchor>
                  ) : (
                    place?.words
                  ),
                Van: vanText(row),
                Crew: crew.join(', ') || null,
                Weight: row.weight_kg ? `${shortDecimalText(row.weight_kg)} kg` : null,
                Parcels: row.parcels,
                'On site': row.contact_on_site,
                Phone: phone ? <Anchor href={`tel:${phone}`}>{phone}</Anchor> : null,
                Client: row.contact && <ContactLink of={row.contact} />,
                Order: row.order ? (
                  <RecordLink kind="order" id={row.order.id}>
                    {row.order.order_number}
                  </RecordLink>
                ) : null,
                Instructions: row.instructions,
                'Not delivered': row.failed_reason,
                'Received by': row.received_by,
                Delivered: row.delivered_at ? moment(row.delivered_at) : null,
              }}
            />
            <TrailLink id={row.id} />
          </section>
          <RecordTasks kind="delivery" id={row.id} />
        </Stack>
      }
    >
      <Stack>
        {isOpen && mayEdit ? (
          <section className={page.panel}>
            <Title order={2} size="h4" mb="xs">
              Hand over
            </Title>
            <HandOverForm
              key={row.items.map(({ qty_delivered }) => qty_delivered).join(' ')}
              delivery={row}
              zone={zone}
            />
          </section>
        ) : null}
        <section className={page.panel}>
          <Title order={2} size="h4" mb="xs">
            What it brings
          </Title>
          {row.items.length === 0 ? (
            <Text c="dimmed">No lines of an order. The title says what it brings.</Text>
          ) : (
            <Items row={row} />
          )}
        </section>
        <AtTheDoor row={row} />
        <MailPanel
          kind="delivery"
          what="delivery note"
          id={row.id}
          page="deliveries"
          queryKey={deliveriesKey}
          maySend={mayEdit && row.status !== 'cancelled'}
        />
      </Stack>
      {row.crew.includes(me) ? <KeepOwnDay /> : null}
      <PrintedPaper of={['delivery', row.id]} version={JSON.stringify(row)} read={printed} />
      {plan.isOpen && mayChange ? (
        <Suspense fallback={null}>
          <ChangePlan row={row} onClose={plan.close} />
        </Suspense>
      ) : null}
    </RecordPage>
  )
}

/** A quantity of a line with its unit, `2.5 hours`; pieces where the price is by size. */
const countOf = ({ item }: Delivery['items'][number], qty: string): string =>
  item === null ? shortDecimalText(qty) : piecesText({ ...item, qty })

const Items = ({ row }: { row: Delivery }) => (
  <Table aria-label="What it brings" className={phone.table ?? ''}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Description</Table.Th>
        <Table.Th ta="right">Ordered</Table.Th>
        <Table.Th ta="right">On this delivery</Table.Th>
        <Table.Th ta="right">Handed over</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {row.items.map((item) => (
        <Table.Tr key={item.id}>
          <Table.Td>{item.item?.description}</Table.Td>
          <Table.Td ta="right" data-label="Ordered">
            {item.item?.qty ? countOf(item, item.item.qty) : ''}
          </Table.Td>
          <Table.Td ta="right" data-label="On this delivery">
            {countOf(item, item.qty)}
          </Table.Td>
          <Table.Td ta="right" data-label="Handed over">
            {countOf(item, item.qty_delivered)}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

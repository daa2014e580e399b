import { Text } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { contactOf } from '@/shared/domain/people/contact'
import { CompanyMoment } from '@/shared/ui/parts/company-moment'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { deliveriesKey, type DeliveryRow, readDeliveries } from '../api/deliveries.query'
import { deliveryFilters } from '../delivery-filters'
import { lateDeliveryText } from '@/shared/domain/time/late-delivery'
import { todayOf } from '@/shared/domain/time/today'
import { methodLabel } from '@/shared/domain/records/delivery-method'

const placeOf = ({ location }: DeliveryRow) =>
  location ? [location.label, location.city].filter(Boolean).join(', ') : ''
/** For a table: the moment, or the day where only that is known. */
const plannedOf = ({ scheduled_at, scheduled_has_time }: DeliveryRow) =>
  scheduled_at === null || scheduled_has_time ? scheduled_at : todayOf(Date.parse(scheduled_at))

function timeOf(row: DeliveryRow) {
  if (row.scheduled_at === null) return 'No day yet'
  const late = lateDeliveryText(row, Date.now())
  return late ? (
    <Text span inherit c="magenta">
      {late}
    </Text>
  ) : (
    <CompanyMoment at={row.scheduled_at} isDay={!row.scheduled_has_time} />
  )
}

const deliveryList = defineList({
  name: 'deliveries',
  one: 'delivery',
  many: 'deliveries',
  key: deliveriesKey,
  live: [{ page: 'deliveries', tables: ['deliveries'] }],
  filters: deliveryFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'delivery_number', text: (row) => row.delivery_number },
    { name: 'when', label: 'When', sort: 'scheduled_at', cell: timeOf, csv: plannedOf },
    { name: 'title', label: 'What', card: 'line', text: (row) => row.project_title },
    { name: 'client', label: 'Client', from: 'md', card: 'below', text: contactOf },
    { name: 'place', label: 'Where', from: 'sm', card: 'below', text: placeOf },
    { name: 'method', label: 'Method', from: 'md', text: (row) => methodLabel(row.method) },
    { name: 'status', label: 'Status', sort: 'status', card: 'end', kind: 'delivery', status: (row) => row.status },
  ],
  sort: { by: 'scheduled_at', down: false },
  read: readDeliveries,
})

/** Every delivery, filtered and sorted by the database. */
export function DeliveriesList() {
  const href = useRecordHref()
  return (
    <RecordList
      list={deliveryList}
      href={(row) => href('delivery', row.id)}
      empty={{
        icon: <IconTruckDelivery stroke={1.5} />,
        title: 'No deliveries',
        children: 'A delivery is planned from its order.',
      }}
    />
  )
}

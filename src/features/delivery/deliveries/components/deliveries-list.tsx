import { IconTruckDelivery } from '@tabler/icons-react'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { contactOf } from '@/shared/domain/contact'
import { CompanyMoment } from '@/shared/ui/company-moment'
import { useRecordHref } from '@/shared/ui/record-links'
import { deliveriesKey, type DeliveryRow, readDeliveries } from '../api/deliveries.query'
import { deliveryFilters } from '../delivery-filters'
import { methodLabel } from '@/shared/domain/delivery-method'

const placeOf = ({ location }: DeliveryRow) =>
  location ? [location.label, location.city].filter(Boolean).join(', ') : ''
const timeOf = ({ scheduled_at }: DeliveryRow) => (scheduled_at ? <CompanyMoment at={scheduled_at} /> : 'No day yet')

const deliveryList = defineList({
  name: 'deliveries',
  one: 'delivery',
  many: 'deliveries',
  key: deliveriesKey,
  live: [{ page: 'deliveries', tables: ['deliveries'] }],
  filters: deliveryFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'delivery_number', text: (row) => row.delivery_number },
    { name: 'when', label: 'When', sort: 'scheduled_at', cell: timeOf, csv: (row) => row.scheduled_at },
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

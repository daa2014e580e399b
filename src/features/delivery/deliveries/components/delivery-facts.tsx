import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '@/kit/record/record-page'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { shortDecimalText } from '@/shared/domain/money/money'
import { methodLabel } from '@/shared/domain/records/delivery-method'
import { clockTextIn } from '@/shared/domain/text/formats'
import { useCompanyZone } from '@/shared/hooks/use-company-zone'
import { RecordLink } from '@/shared/ui/page/record-links'
import { useCompanyMoment } from '@/shared/ui/parts/company-moment'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import type { Delivery } from '../api/delivery.query'
import { placeOf } from '../place'
import { vanText } from '../van-text'

/** When and where a delivery goes, by whom, and what came of it. */
export function DeliveryFacts({ row }: { row: Delivery }) {
  const zone = useCompanyZone()
  const moment = useCompanyMoment()
  const { data: staff = [] } = useQuery(staffQuery)
  const phone = row.phone_on_site ?? row.contact?.phone
  const until = untilOf(row, zone)
  return (
    <Facts
      of={{
        When: row.scheduled_at
          ? `${moment(row.scheduled_at, !row.scheduled_has_time)}${until ? `–${until}` : ''}`
          : 'No day yet',
        Method: methodLabel(row.method),
        Where: whereOf(row),
        Van: vanText(row),
        Crew: row.crew.flatMap((id) => staff.find(({ value }) => value === id)?.label ?? []).join(', ') || null,
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
  )
}

/** The time of day at which its slot ends; null without a time or a slot. */
const untilOf = (row: Delivery, zone: string | null): string | null =>
  row.scheduled_at && row.scheduled_has_time && row.slot_minutes && zone
    ? clockTextIn(zone, new Date(Date.parse(row.scheduled_at) + row.slot_minutes * 60_000).toISOString())
    : null

/** The place in words, with its map where it is one of the client's locations. */
function whereOf(row: Delivery) {
  const { location } = row
  const place = placeOf(row)
  if (!location || !place) return place?.words
  const point = location.lat !== null && location.lng !== null ? `${location.lat},${location.lng}` : place.address
  return (
    <Anchor
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(point)}`}
      target="_blank"
      rel="noreferrer"
    >
      {place.words}
    </Anchor>
  )
}

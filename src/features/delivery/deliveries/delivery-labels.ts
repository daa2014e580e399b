import { downloadLabels as download } from '@/kit/labels/download-labels'
import type { Label } from '@/documents/pdf/labels-pdf'
import { siteText } from '@/shared/domain/records/related'
import { contactName } from '@/shared/domain/people/contact'
import type { Delivery } from './api/delivery.query'
import { vanText } from './van-text'

type Labelled = Pick<
  Delivery,
  | 'delivery_number'
  | 'project_title'
  | 'public_uuid'
  | 'parcels'
  | 'contact'
  | 'location'
  | 'order'
  | 'van'
  | 'route_seq'
>

/** One label a parcel: client, address, van and drop. Its code opens the delivery note. */
export function labelsOf(row: Labelled, origin: string): Label[] {
  const { location, contact, order } = row
  const parcels = row.parcels ?? 1
  return Array.from({ length: parcels }, (_, place) => ({
    number: `${row.delivery_number}   ${place + 1} of ${parcels}`,
    title: contact ? contactName(contact) : row.project_title,
    facts: [
      location ? siteText(location) : null,
      row.project_title,
      order ? `Order ${order.order_number}` : null,
      vanText(row),
    ].filter((fact) => fact !== null),
    address: `${origin}/delivery-note/${row.public_uuid}`,
  }))
}

/** Saves a PDF with a label for each parcel. */
export async function downloadLabels(row: Labelled): Promise<void> {
  await download(row.delivery_number, labelsOf(row, window.location.origin))
}

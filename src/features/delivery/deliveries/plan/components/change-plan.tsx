import { Modal } from '@mantine/core'
import { useCompanyZone } from '@/shared/hooks/use-company-zone'
import { useIsPhone } from '@/kit/list/use-wide'
import { clockIn, dayIn } from '@/shared/domain/time/zoned'
import type { Delivery } from '../../api/delivery.query'
import { PlanForm, type Stored } from './plan-form'

/** Changes a delivery that is not on the road yet: all that was planned, in one dialog. */
export function ChangePlan({ row, onClose }: { row: Delivery; onClose: () => void }) {
  const zone = useCompanyZone()
  const isPhone = useIsPhone()
  return (
    <Modal
      opened
      onClose={onClose}
      title={row.status === 'failed' ? `Plan ${row.delivery_number} again` : `Change ${row.delivery_number}`}
      size={960}
      fullScreen={isPhone}
    >
      {zone === null ? null : (
        <PlanForm
          orderId={row.order_id}
          contactId={row.contact_id}
          stored={storedOf(row, zone)}
          changes={{ id: row.id, rowVersion: row.row_version, isAgain: row.status === 'failed' }}
          onCancel={onClose}
          onSaved={onClose}
        />
      )}
    </Modal>
  )
}

const storedOf = (row: Delivery, zone: string): Stored => ({
  method: row.method,
  location_id: row.location_id,
  day: row.scheduled_at ? dayIn(zone, row.scheduled_at) : null,
  from: row.scheduled_at && row.scheduled_has_time ? clockIn(zone, row.scheduled_at) : null,
  to:
    row.scheduled_at && row.scheduled_has_time && row.slot_minutes
      ? clockIn(zone, new Date(Date.parse(row.scheduled_at) + row.slot_minutes * 60_000).toISOString())
      : null,
  van_id: row.van_id,
  weight_kg: row.weight_kg,
  parcels: row.parcels,
  contact_on_site: row.contact_on_site,
  phone_on_site: row.phone_on_site,
  instructions: row.instructions,
})

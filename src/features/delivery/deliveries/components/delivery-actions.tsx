import { IconFileCheck, IconPencil, IconTags, IconTruck } from '@tabler/icons-react'
import type { RecordAction } from '@/kit/record/record-page'
import type { DeliveryHere } from './use-delivery'

type Actions = { primary: RecordAction | null; actions: (RecordAction | null)[] }

/** What can be done with a delivery: the next status, and everything else. */
export const deliveryActions = (of: DeliveryHere): Actions => ({
  primary: nextStatus(of),
  actions: [
    { label: 'Delivery note', icon: <IconFileCheck size={16} />, href: `/delivery-note/${of.row.public_uuid}` },
    {
      label: of.row.parcels === null || of.row.parcels === 1 ? 'Label' : `${of.row.parcels} labels`,
      icon: <IconTags size={16} />,
      isBusy: of.isLabelling,
      onClick: of.downloadLabels,
    },
    of.mayEdit
      ? {
          label: 'Change plan…',
          icon: <IconPencil size={16} />,
          onClick: () => of.plan.open(),
          why: whyPlanStays(of),
        }
      : null,
    of.mayCancel ? { label: 'Cancel delivery', onClick: () => of.move('cancelled'), isDangerous: true } : null,
  ],
})

/** The next status that a person sets, by the present one. Null: a new day, which the plan asks for, sets it. */
const nexts: Readonly<Record<string, { to: string | null; label: string }>> = {
  planned: { to: 'ready', label: 'Packed and ready' },
  ready: { to: 'out', label: 'On the road' },
  failed: { to: null, label: 'Plan again' },
}

function nextStatus({ row, mayEdit, isMoving, held, plan, move }: DeliveryHere): RecordAction | null {
  const next = mayEdit ? nexts[row.status] : undefined
  if (!next) return null
  const { to, label } = next
  return {
    label,
    icon: <IconTruck size={18} aria-hidden />,
    isBusy: isMoving,
    why: held,
    onClick: () => (to === null ? plan.open() : move(to)),
  }
}

/** Why the plan cannot be changed now; null when it can. */
function whyPlanStays({ row: { status }, mayChange, held }: DeliveryHere): string | null {
  if (mayChange) return status === 'failed' ? held : null
  return status === 'out' ? 'It is on the road' : `It is ${status.replaceAll('_', ' ')} already`
}

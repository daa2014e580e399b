import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { quantity } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { isPartCounted } from '@/documents/units'
import { readDecimal } from '@/shared/domain/money/money'
import { compared, exact } from '@/shared/domain/money/decimal'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { takeOffLine } from '../api/quotation.mutation'
import { freeLinesQuery, type Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'

type Free = { order_item_id: string; description: string; qty: string; free: string; unit: string | null }

/** Lowers a line of the order that this quotation amends. */
export function ReduceOrderLine({ row, onClose }: { row: Quotation; onClose: () => void }) {
  const lines = useQuery(freeLinesQuery(row.id))
  if (lines.isError)
    return <Problem onRetry={() => void lines.refetch()}>The lines of the order could not be read</Problem>
  return lines.isPending ? (
    <LineSkeletons count={2} height={48} />
  ) : (
    <TakeOffForm row={row} of={lines.data} onClose={onClose} />
  )
}

function TakeOffForm({ row, of, onClose }: { row: Quotation; of: readonly Free[]; onClose: () => void }) {
  const fields = useMemo(
    () =>
      defineFields({
        line: choice(
          'Line of the order',
          of.map(({ order_item_id, description, qty, free }) => ({
            value: order_item_id,
            label: `${description}: ${free} of ${qty} can be taken off`,
            disabled: compared(exact(free), exact('0')) <= 0,
          })),
          { required: true, missing: 'Please choose a line', wide: true },
        ),
        qty: quantity('Taken off', {
          required: true,
          aboveZero: true,
          help: 'What is delivered, planned for a delivery or invoiced stays. Add the extra lines first.',
        }),
      }),
    [of],
  )
  const form = useRecordForm({
    fields,
    name: `quotation-take-off-${row.id}`,
    isNew: true,
    queryKey: quotationsKey,
    check: ({ line, qty }) => {
      const chosen = of.find(({ order_item_id }) => order_item_id === line)
      const free = chosen?.free
      const typed = /^\d+(\.\d+)?$/.test(qty) ? qty : null
      const whole = readDecimal(qty, { places: 4, isWhole: chosen !== undefined && isPartCounted(chosen, chosen.free) })
      if (typed && 'problem' in whole) return { qty: whole.problem }
      return free && typed && compared(exact(typed), exact(free)) > 0 ? { qty: `Only ${free} can be taken off` } : {}
    },
    save: ({ line, qty }) => takeOffLine(row.id, line, qty),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Take off" submitLabel="Take off" onCancel={onClose} isPlain />
}

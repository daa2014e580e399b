import { useQuery, useQueryClient } from '@tanstack/react-query'
import { workloadKey } from '@/kit/planning/workload.query'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { cancelOrder, holdOrder, undoApproval } from '../api/order.mutation'
import { depositToFreeQuery, type Order, orderRecordsQuery } from '../api/order.query'
import { ordersKey } from '../api/orders.query'
import { cancelWords, openDepositInvoice } from '../deposit'

export type OrderReason = 'hold' | 'cancel' | 'undo'

const asked = {
  hold: {
    title: ({ order_number }: Order) => `Put ${order_number} on hold`,
    text: 'The order waits until somebody resumes it.',
    submit: 'Put on hold',
    save: ({ id }: Order, reason: string) => holdOrder(id, reason),
  },
  cancel: {
    title: ({ order_number }: Order) => `Cancel ${order_number}`,
    submit: 'Cancel order',
    save: ({ id }: Order, reason: string) => cancelOrder(id, reason),
  },
  undo: {
    title: ({ order_number }: Order) => `Undo the approval of ${order_number}`,
    text: 'The quotation is open for an answer again, and this order is cancelled.',
    submit: 'Undo approval',
    save: async ({ quotation_id }: Order, reason: string) => {
      if (quotation_id !== null) await undoApproval(quotation_id, reason)
    },
  },
}

/** Asks why an order is held, cancelled, or its approval undone. */
export function OrderReasonDialog({ row, doing, onClose }: { row: Order; doing: OrderReason; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { title, submit, save } = asked[doing]
  const deposit = useQuery({ ...depositToFreeQuery(row.id), enabled: doing === 'cancel' })
  const records = useQuery({ ...orderRecordsQuery(row.id), enabled: doing !== 'hold' })
  const open = openDepositInvoice(records.data?.invoices)?.invoice_number ?? null
  const text =
    doing === 'cancel'
      ? cancelWords(deposit.data ?? row.deposit_paid, row.currency, open)
      : doing === 'undo' && open
        ? `${asked.undo.text} The open deposit invoice ${open} is credited.`
        : asked[doing].text
  return (
    <ReasonDialog
      title={title(row)}
      text={text}
      submitLabel={submit}
      name={`order-${doing}-${row.id}`}
      queryKey={ordersKey}
      save={async (reason) => {
        await save(row, reason)
        // What holds its jobs, or ends them, changes when they are ready.
        void queryClient.invalidateQueries({ queryKey: workloadKey })
      }}
      onClose={onClose}
    />
  )
}

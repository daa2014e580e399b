import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { picturesOf } from '@/documents/paper/paper'
import { orderConfirmationPaper } from '@/documents/paper/papers'
import { downloadPdf } from '@/documents/pdf/download'
import { actionsFrom } from '@/documents/transitions'
import { useDialog } from '@/kit/dialog/use-dialog'
import { workloadKey } from '@/kit/planning/workload.query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { newId } from '@/shared/lib/new-id'
import { linePicturesQuery } from '../../shared/api/line-pictures.query'
import { amendOrder, releaseOrder } from '../api/order.mutation'
import { type Order, orderRecordsQuery, readOrderDocument, toInvoiceQuery } from '../api/order.query'
import { ordersKey } from '../api/orders.query'
import { useCreditForDeposit } from '../components/deposit-from-credit'

const dialogs = ['edit', 'hold', 'undo', 'cancel', 'end', 'credit', 'deposit', 'from-credit'] as const
export type OrderDialog = (typeof dialogs)[number]

/** What the page of an order reads, what this person may do with it, and its open dialog. */
export function useOrderPage(row: Order) {
  const rights = useRights()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const dialog = useDialog('order')
  const records = useQuery(orderRecordsQuery(row.id))
  const acting = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () =>
      Promise.all([ordersKey, workloadKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  const credit = useCreditForDeposit(row, rights)
  const toInvoice = useQuery(toInvoiceQuery(row.id))
  const printed = async () => {
    const paper = orderConfirmationPaper(await readOrderDocument(row.id))
    return { paper, pictures: await queryClient.fetchQuery(linePicturesQuery(picturesOf(paper))) }
  }
  const mayEdit = can(rights, 'orders', 'edit')
  const isCancelled = row.status === 'cancelled'
  const steps = new Set(actionsFrom('order', row.status).map(({ through }) => through))
  return {
    row,
    rights,
    records,
    /** The client's credit that can pay the deposit, as decimal text; null where none can. */
    credit,
    toInvoice: toInvoice.data,
    panel: dialogs.find((one) => one === dialog.subject) ?? null,
    open: (subject: OrderDialog) => dialog.open(subject),
    close: dialog.close,
    printed,
    isBusy: acting.isPending,
    downloadConfirmation: () =>
      acting.mutate(async () => {
        const { paper, pictures } = await printed()
        await downloadPdf(paper, { pictures })
      }),
    resume: () => acting.mutate(() => releaseOrder(row.id)),
    addExtraWork: () => acting.mutate(async () => navigate(`/quotations/${await amendOrder(row.id, newId())}`)),
    mayEdit,
    mayChange: mayEdit && !isCancelled,
    /** This person may take the step that this function of the database makes. */
    mayStep: (through: string) => mayEdit && steps.has(through),
    isHeld: row.status === 'on_hold',
    isCancelled,
    /** Nothing more is made or delivered for it. */
    isEnded: isCancelled || row.status === 'completed',
    isPartDelivered: Number(row.delivered_pct) < 100 && row.items.some((item) => isAboveZero(item.qty_delivered)),
  }
}
export type OrderPage = ReturnType<typeof useOrderPage>

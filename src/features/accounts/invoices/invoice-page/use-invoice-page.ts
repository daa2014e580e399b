import { useQuery } from '@tanstack/react-query'
import { nothingToPay } from '@/documents/statuses'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useLive } from '@/kit/live/use-live'
import { useMailAction } from '@/kit/mail/mail-panel'
import { clientCreditQuery } from '@/kit/record/client-credit.query'
import { can } from '@/shared/domain/people/permission'
import { topics } from '@/shared/domain/records/nudge'
import { useRights } from '@/shared/hooks/current-user'
import { openCashDiscountsQuery } from '../../shared/api/open-cash-discounts.query'
import { accountsKey, invoicesKey } from '../../shared/keys'
import { orderNumberDialog } from '../../shared/network/order-number-dialog'
import { isAbove } from '../../shared/payment/allocation'
import { useAct } from '../../shared/use-act'
import { type Invoice, invoicePaperQuery } from '../api/invoice.query'
import { smallRestQuery } from '../api/write-off.query'
import { useCreditDialog } from './use-credit-dialog'

/** What the page of an invoice reads and listens to, what this person may do with it, and its dialogs. */
export function useInvoicePage(row: Invoice) {
  const rights = useRights()
  const dialogs = {
    payment: useDialog('payment'),
    credit: useCreditDialog(row.id),
    writeOff: useDialog('write-off'),
    useCredit: useDialog('use-credit'),
    creditRest: useDialog('credit-rest'),
    orderNumber: useDialog(orderNumberDialog),
  }
  const mayWriteOff = useMayWriteOff(row)
  const paper = useQuery(invoicePaperQuery(row.id))
  const { act, isBusy } = useAct()
  useLive(accountsKey, [{ topic: topics.document(row.public_uuid) }, { page: 'invoices' }, { page: 'payments' }])
  const mail = useMailAction()
  const mayEdit = can(rights, 'invoices', 'edit')
  const isDraft = row.status === 'draft'
  const isOpen = ['issued', 'partly_paid'].includes(row.status)
  const mayPay = isOpen && can(rights, 'payments', 'create')
  const free = useQuery({
    ...clientCreditQuery(invoicesKey, row.contact_id),
    enabled: isOpen && can(rights, 'statements', 'view'),
  })
  const discounts = useQuery({
    ...openCashDiscountsQuery(row.contact_id),
    enabled: mayPay && typeof row.cash_discount_pct === 'string',
  })
  return {
    row,
    rights,
    dialogs,
    paper,
    /** The paper as electronic invoices need it; null or undefined until it is read. */
    billed: paper.data && { kind: 'invoice' as const, document: paper.data },
    act,
    isBusy,
    mail,
    mayEdit,
    mayPay,
    mayWriteOff,
    isDraft,
    isIssued: !isDraft && row.status !== 'void',
    isOpen,
    /** The words where nothing has to be paid. */
    nothing: nothingToPay(row),
    /** The client's credit, as decimal text, where it may lower the invoice. */
    credit: mayPay ? (free.data ?? null) : null,
    /** The cash discount that is open, as the payer may still use it. */
    early: discounts.data?.find(({ invoice_id }) => invoice_id === row.id),
    isDiscountRead: discounts.data !== undefined || !discounts.isFetching,
  }
}
export type InvoicePage = ReturnType<typeof useInvoicePage>

/** Whether this person may write off what is open: all of it by the right to delete, a small rest by that to edit. */
function useMayWriteOff(row: Invoice): boolean {
  const rights = useRights()
  const mayWriteAllOff = can(rights, 'invoices', 'delete')
  const mayEdit = can(rights, 'invoices', 'edit')
  const smallRest = useQuery({
    ...smallRestQuery,
    enabled: !mayWriteAllOff && mayEdit && isAbove(row.balance, '0'),
  })
  return mayWriteAllOff || (smallRest.data !== undefined && !isAbove(row.balance, smallRest.data) && mayEdit)
}

import {
  IconArrowBackUp,
  IconCoins,
  IconFilePlus,
  IconFileTypePdf,
  IconFlag,
  IconHandStop,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconReceiptRefund,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import type { RecordAction } from '@/kit/record/record-page'
import { can } from '@/shared/domain/people/permission'
import { isDepositDue } from '../../shared/deposit-due'
import { creditActions } from '../components/deposit-from-credit'
import { depositInvoiceActions } from '../components/deposit-invoice'
import { depositHref } from '../deposit'
import type { OrderPage } from './use-order-page'

type Actions = { primary: RecordAction; actions: (RecordAction | null)[] }

/** What can be done with an order: its paper or its release first, then the others in the order of their use. */
export function orderActions(of: OrderPage): Actions {
  const release = resume(of)
  return {
    primary: release ?? confirmation(of),
    actions: [
      release && confirmation(of),
      of.mayChange ? { label: 'Change order', icon: <IconPencil size={16} />, onClick: () => of.open('edit') } : null,
      extraWork(of),
      planDelivery(of),
      ...depositInvoiceActions(of.row, of.records.data?.invoices, {
        rights: of.rights,
        onOpen: () => of.open('deposit'),
      }),
      recordDeposit(of),
      ...creditActions(of.row, of.credit, () => of.open('from-credit')),
      creditAll(of),
      addJobs(of),
      of.mayStep('hold_order')
        ? { label: 'Put on hold', icon: <IconHandStop size={16} />, onClick: () => of.open('hold') }
        : null,
      undoApproval(of),
      of.isPartDelivered && of.mayChange
        ? { label: 'End the rest…', icon: <IconFlag size={16} />, onClick: () => of.open('end') }
        : null,
      cancel(of),
    ],
  }
}

const resume = ({ isHeld, mayEdit, isBusy, resume: onClick }: OrderPage): RecordAction | null =>
  isHeld && mayEdit ? { label: 'Resume order', icon: <IconPlayerPlay size={18} aria-hidden />, onClick, isBusy } : null

const confirmation = ({ downloadConfirmation, isBusy }: OrderPage): RecordAction => ({
  label: 'Order confirmation',
  icon: <IconFileTypePdf size={18} aria-hidden />,
  onClick: downloadConfirmation,
  isBusy,
})

const extraWork = ({ rights, isEnded, addExtraWork }: OrderPage): RecordAction | null =>
  can(rights, 'quotations', 'create') && !isEnded
    ? { label: 'Extra work', icon: <IconFilePlus size={16} />, onClick: addExtraWork }
    : null

function planDelivery({ row, rights, isEnded, isHeld }: OrderPage): RecordAction | null {
  if (!can(rights, 'deliveries', 'create') || isEnded) return null
  const isDelivered = Number(row.delivered_pct) >= 100
  return {
    label: 'Plan a delivery…',
    icon: <IconTruckDelivery size={16} />,
    href: `/deliveries?plan=${row.id}`,
    why: isHeld ? 'The order is on hold' : isDelivered ? 'Everything is delivered' : null,
  }
}

const recordDeposit = ({ row, rights }: OrderPage): RecordAction | null =>
  can(rights, 'payments', 'create') && isDepositDue(row)
    ? { label: 'Record the deposit…', icon: <IconCoins size={16} />, href: depositHref(row) }
    : null

const creditAll = ({ row, rights, open }: OrderPage): RecordAction | null =>
  can(rights, 'invoices', 'edit') && (Number(row.invoiced_pct) > 0 || Number(row.deposit_paid) > 0)
    ? { label: 'Credit all of it…', icon: <IconReceiptRefund size={16} />, onClick: () => open('credit') }
    : null

const addJobs = ({ row, rights, isCancelled }: OrderPage): RecordAction | null =>
  can(rights, 'jobs', 'create') && row.quotation_id !== null && !isCancelled
    ? { label: 'Add jobs', icon: <IconPlus size={16} />, href: `/jobs/create/${row.quotation_id}` }
    : null

const undoApproval = (of: OrderPage): RecordAction | null =>
  of.row.quotation?.status === 'converted' && !of.isCancelled && can(of.rights, 'quotations', 'edit')
    ? {
        label: 'Undo approval',
        icon: <IconArrowBackUp size={16} />,
        onClick: () => of.open('undo'),
        why: approvedForGood(of),
      }
    : null

/** Why the approval of an order stays, as `undo_approval` refuses it; null while it can be undone. */
function approvedForGood({ row, records }: OrderPage): string | null {
  if (Number(row.deposit_paid) > 0) return 'The deposit is paid'
  if (row.extras.some(({ status }) => ['approved', 'converted'].includes(status))) return 'Extra work was added'
  const hasBegun = records.data?.jobs.some(
    ({ status, steps }) => !['new', 'cancelled'].includes(status) || steps.some((step) => step.status !== 'todo'),
  )
  return hasBegun ? 'A job has begun' : null
}

const cancel = ({ row, mayStep, mayEdit, isPartDelivered, open }: OrderPage): RecordAction | null =>
  mayStep('cancel_order') || (mayEdit && row.status === 'part_delivered')
    ? {
        label: 'Cancel order',
        icon: <IconX size={16} />,
        onClick: () => open('cancel'),
        isDangerous: true,
        why: isPartDelivered ? 'A part of it is delivered. End the rest instead.' : null,
      }
    : null

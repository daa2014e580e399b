import { IconFileInvoice } from '@tabler/icons-react'
import type { RecordAction } from '@/kit/record/record-page'
import { compared, exact } from '@/shared/domain/money/decimal'
import { can, type Rights } from '@/shared/domain/people/permission'
import { keepsDeposits } from '@/shared/domain/text/formats'

type Order = { status: string; deposit_amount: string; deposit_paid: string }

/** True when the order waits for its deposit or a part of it. Amounts are decimal text. */
export const isDepositDue = (order: Order): boolean =>
  order.status !== 'cancelled' && compared(exact(order.deposit_amount), exact(order.deposit_paid)) > 0

/** Whether this person may issue an invoice over the deposit for which an order waits. Sales tax has no deposit invoices. */
export const mayInvoiceDeposit = (rights: Rights, order: Order): boolean =>
  can(rights, 'invoices', 'edit') && !keepsDeposits() && isDepositDue(order)

/** The action that issues the deposit invoice of an order, or that leads to the one that is open (`Deposit invoice INV-2026-0001`). */
export const depositInvoiceAction = (
  to: { href: string } | { onClick: () => void },
  label = 'Send deposit invoice…',
): RecordAction => ({ label, icon: <IconFileInvoice size={16} />, ...to })

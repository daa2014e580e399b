import { IconFileInvoice } from '@tabler/icons-react'
import type { RecordAction } from '@/kit/record/record-page'
import { can, type Rights } from '@/shared/domain/people/permission'
import { keepsDeposits } from '@/shared/domain/text/formats'
import { type DepositOfOrder, isDepositDue } from './deposit-due'

/** Whether this person may issue an invoice over the deposit for which an order waits. Sales tax has no deposit invoices. */
export const mayInvoiceDeposit = (rights: Rights, order: DepositOfOrder): boolean =>
  can(rights, 'invoices', 'edit') && !keepsDeposits() && isDepositDue(order)

/** The action that issues the deposit invoice of an order, or that leads to the one that is open (`Deposit invoice INV-2026-0001`). */
export const depositInvoiceAction = (
  to: { href: string } | { onClick: () => void },
  label = 'Send deposit invoice…',
): RecordAction => ({ label, icon: <IconFileInvoice size={16} />, ...to })

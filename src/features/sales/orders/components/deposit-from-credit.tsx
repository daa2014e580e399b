import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clientCreditQuery } from '@/kit/record/client-credit.query'
import type { RecordAction } from '@/kit/record/record-page'
import { UseCreditDialog } from '@/kit/record/use-credit-dialog'
import { isAboveZero, leftOf, smaller } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { can, type Rights } from '@/shared/domain/people/permission'
import { keepsDeposits } from '@/shared/domain/text/formats'
import { isDepositDue } from '../../shared/deposit-due'
import { payDepositFromCredit } from '../api/order.mutation'
import type { Order } from '../api/order.query'
import { ordersKey } from '../api/orders.query'

/** The client’s credit that can pay the deposit of an order, as decimal text; null where none can, or this person may not use it. */
export function useCreditForDeposit(row: Order, rights: Rights): string | null {
  const may =
    isDepositDue(row) &&
    row.status !== 'on_hold' &&
    can(rights, 'payments', 'create') &&
    can(rights, 'statements', 'view')
  const { data } = useQuery({ ...clientCreditQuery(ordersKey, row.contact_id), enabled: may })
  return may && data && isAboveZero(data) ? data : null
}

/** Opens the dialog that pays the deposit from credit. */
export const creditActions = (row: Order, credit: string | null, onOpen: () => void): RecordAction[] =>
  credit
    ? [
        {
          label: `Use credit of ${formatMoney(credit, row.currency)} for the deposit…`,
          icon: <IconCoins size={16} />,
          onClick: onOpen,
        },
      ]
    : []

/** Asks how much credit of the client pays the deposit of an order. */
export function DepositFromCredit({ row, credit, onClose }: { row: Order; credit: string; onClose: () => void }) {
  const due = leftOf(row.deposit_amount, row.deposit_paid)
  const most = smaller(due, credit)
  const shown = (amount: string) => formatMoney(amount, row.currency)
  return (
    <UseCreditDialog
      of={`the deposit of ${row.order_number}`}
      draft={`deposit-from-credit-${row.id}`}
      proposed={most}
      most={most}
      currency={row.currency}
      queryKey={ordersKey}
      save={(amount) => payDepositFromCredit(row.public_uuid, amount)}
      said={(used) => `${shown(used)} of credit pays the deposit.`}
      onClose={onClose}
    >
      {`The client has ${shown(credit)} of credit. ${shown(due)} of the deposit are due. `}
      {keepsDeposits()
        ? 'The money is kept for this order.'
        : 'It pays the open deposit invoice; without one, a deposit invoice over the amount is issued and paid now.'}
    </UseCreditDialog>
  )
}

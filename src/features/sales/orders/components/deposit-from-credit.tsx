import { Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import type { RecordAction } from '@/kit/record/record-page'
import { compared, exact, isAboveZero, leftOf } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { can, type Rights } from '@/shared/domain/people/permission'
import { keepsDeposits } from '@/shared/domain/text/formats'
import { isDepositDue } from '../../shared/deposit-due'
import { payDepositFromCredit } from '../api/order.mutation'
import { clientCreditQuery, type Order } from '../api/order.query'
import { ordersKey } from '../api/orders.query'

/** The client’s credit that can pay the deposit of an order, as decimal text; null where none can, or this person may not use it. */
export function useCreditForDeposit(row: Order, rights: Rights): string | null {
  const may =
    isDepositDue(row) &&
    row.status !== 'on_hold' &&
    can(rights, 'payments', 'create') &&
    can(rights, 'statements', 'view')
  const { data } = useQuery({ ...clientCreditQuery(row.contact_id), enabled: may })
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
  const most = compared(exact(credit), exact(due)) < 0 ? credit : due
  const fields = useMemo(
    () => defineFields({ amount: money('Amount', { required: true, aboveZero: true, most }) }),
    [most],
  )
  const shown = (amount: string) => formatMoney(amount, row.currency)
  const form = useRecordForm({
    fields,
    name: `deposit-from-credit-${row.id}`,
    isNew: true,
    stored: { amount: most },
    queryKey: ordersKey,
    save: ({ amount }) => payDepositFromCredit(row.public_uuid, amount),
    onSaved: (used) => {
      notifications.show({ message: `${shown(used)} of credit pays the deposit.` })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Use credit for the deposit of ${row.order_number}`}>
      <RecordForm form={form} label="Use credit" submitLabel="Use credit" onCancel={onClose} isPlain autoFocus>
        <Text size="sm" c="dimmed">
          {`The client has ${shown(credit)} of credit. ${shown(due)} of the deposit are due. `}
          {keepsDeposits()
            ? 'The money is kept for this order.'
            : 'It pays the open deposit invoice; without one, a deposit invoice over the amount is issued and paid now.'}
        </Text>
      </RecordForm>
    </Modal>
  )
}

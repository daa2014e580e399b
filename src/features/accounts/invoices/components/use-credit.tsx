import { Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMemo } from 'react'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { formatMoney } from '@/shared/domain/money/money'
import { dayText } from '@/shared/domain/text/formats'
import type { OpenCashDiscount } from '../../shared/api/open-cash-discounts.query'
import { accountsKey } from '../../shared/keys'
import { smaller } from '../../shared/payment/allocation'
import { today } from '../../shared/today'
import { spendCredit } from '../api/write-off.mutation'
import type { Invoice } from '../api/invoice.query'

type UseCreditProps = {
  row: Invoice
  /** The unused credit of the client, as decimal text. */
  credit: string
  early: OpenCashDiscount | undefined
  onClose: () => void
}

/** Asks how much credit of the client lowers an invoice: what settles it is proposed, with the cash discount while that holds. */
export function UseCredit({ row, credit, early, onClose }: UseCreditProps) {
  const discount = early && early.until >= today() && early.pays !== '0.00' ? early : null
  const proposed = smaller(credit, discount?.pays ?? row.balance)
  const fields = useMemo(
    () =>
      defineFields({
        amount: money('Amount', { required: true, aboveZero: true, most: smaller(credit, row.balance) }),
      }),
    [credit, row.balance],
  )
  const shown = (amount: string) => formatMoney(amount, row.currency)
  const form = useRecordForm({
    fields,
    name: `use-credit-on-${row.id}`,
    isNew: true,
    stored: { amount: proposed },
    queryKey: accountsKey,
    save: ({ amount }) => spendCredit(row.public_uuid, amount),
    onSaved: (used) => {
      notifications.show({ message: `${shown(used)} of credit lowers this invoice.` })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Use credit for ${row.invoice_number ?? 'this invoice'}`}>
      <RecordForm form={form} label="Use credit" submitLabel="Use credit" onCancel={onClose} isPlain autoFocus>
        <Text size="sm" c="dimmed">
          {`The client has ${shown(credit)} of credit. ${shown(row.balance)} are open. `}
          {discount
            ? `Until ${dayText(discount.until)} ${shown(discount.pays)} settles it, with ${shown(discount.amount)} of cash discount.`
            : ''}
        </Text>
      </RecordForm>
    </Modal>
  )
}

import { Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { exact, minus, written } from '@/shared/domain/money/decimal'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import { accountsKey } from '../../shared/keys'
import { isAbove } from '../../shared/payment/allocation'
import { confirmDebit } from '../api/bank.mutation'
import { clientReceiptsQuery, type Entry } from '../api/bank.query'

type ReturnProps = {
  entry: Entry
  worth: string | undefined
  contactId: string
  onClose: () => void
  onDecided: (words: string) => void
}

/** Asks which payment of a client the bank returned; the bank's fee is the difference. */
export function ClientReturn(props: ReturnProps) {
  const receipts = useQuery(clientReceiptsQuery(props.contactId, props.entry))
  if (receipts.isPending) return <Skeleton height={120} />
  if (receipts.isError)
    return <Problem onRetry={() => void receipts.refetch()}>The payments of this client could not be read</Problem>
  return receipts.data.length === 0 ? (
    <Text>{`This client has no earlier payment of ${formatMoney(props.entry.amount)} or less that could come back.`}</Text>
  ) : (
    <ReturnForm {...props} receipts={receipts.data} />
  )
}

type Receipt = { id: string; payment_number: string | null; amount: string; received_on: string }

function ReturnForm({ entry, worth, contactId, receipts, onClose, onDecided }: ReturnProps & { receipts: Receipt[] }) {
  const suggested = entry.debits.find(({ kind }) => kind === 'client_return')?.payment_id
  const likely =
    receipts.find(({ id }) => id === suggested) ?? receipts.find(({ amount }) => amount === entry.amount) ?? receipts[0]
  const feeOf = (id: string): string => {
    const receipt = receipts.find((one) => one.id === id)
    return receipt ? written(minus(exact(entry.amount), exact(receipt.amount))) : '0.00'
  }
  const form = useRecordForm({
    fields: useMemo(
      () =>
        defineFields({
          payment: choice(
            'Payment that came back',
            receipts.map(({ id, payment_number, amount, received_on }) => ({
              value: id,
              label: `${payment_number ?? 'A payment'} of ${calendarDayText(received_on)}, ${formatMoney(amount)}`,
            })),
            { required: true, wide: true },
          ),
        }),
      [receipts],
    ),
    name: `bank-return-${entry.id}-${contactId}`,
    isNew: true,
    stored: { payment: likely?.id ?? '' },
    queryKey: accountsKey,
    save: ({ payment }) =>
      confirmDebit(entry.id, { kind: 'client_return', payment_id: payment, fee: feeOf(payment), worth }),
    onSaved: () => {
      notifications.show({ message: 'The payment is marked as returned.' })
      onDecided('Matched: the payment came back.')
      onClose()
    },
  })
  const fee = feeOf(form.drafts.payment)
  return (
    <RecordForm form={form} label="Returned payment" submitLabel="Confirm" onCancel={onClose} isPlain>
      <Text size="sm" c="dimmed" role="status">
        {`The invoices it paid are open again.${isAbove(fee, '0') ? ` ${formatMoney(fee)} of the debit is a fee of the bank.` : ''}`}
      </Text>
    </RecordForm>
  )
}

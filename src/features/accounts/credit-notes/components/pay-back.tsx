import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import { refundOptionsQuery } from '../../shared/api/refundable.query'
import { methodText } from '@/shared/domain/money/payment-methods'
import { RefundForm } from '../../shared/payment/refund-form'
import type { CreditNote } from '../api/credit-note.query'

/** Refunds the rest of a credit note with a payment of its invoice. The invoice stays settled. */
export function PayBack({ row, onClose }: { row: CreditNote; onClose: () => void }) {
  const options = useQuery(refundOptionsQuery(row.id))
  const [chosen, setChosen] = useState<string | null>(null)
  if (options.isPending) return <Skeleton height={240} />
  if (options.isError)
    return <Problem onRetry={() => void options.refetch()}>The payments of the invoice could not be read</Problem>
  const number = row.invoice.invoice_number ?? 'the invoice'
  const payment = options.data.find(({ payment_id }) => payment_id === chosen) ?? options.data[0]
  if (!payment)
    return (
      <Text>
        {`No payment settles ${number}, so there is none to pay back. Use the credit for another invoice, or refund another payment of the client.`}
      </Text>
    )
  const words = (one: typeof payment) =>
    `${one.payment_number}, ${methodText(one.method)}, ${calendarDayText(one.received_on)}`
  return (
    <Stack>
      <Text size="sm">{`${number} stays settled: the credit note takes the place of the money that goes back.`}</Text>
      {options.data.length > 1 ? (
        <NativeSelect
          label="Payment"
          value={payment.payment_id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={options.data.map((one) => ({
            value: one.payment_id,
            label: `${words(one)}, up to ${formatMoney(one.amount, row.currency)}`,
          }))}
        />
      ) : (
        <Text size="sm">{`It was paid with ${words(payment)}.`}</Text>
      )}
      <RefundForm
        key={payment.payment_id}
        paymentId={payment.payment_id}
        isCard={payment.is_card}
        cameInCash={payment.method === 'cash'}
        most={payment.amount}
        currency={row.currency}
        creditNoteId={row.id}
        reason={row.reason}
        submitLabel="Pay back"
        onClose={onClose}
      />
    </Stack>
  )
}

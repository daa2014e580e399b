import { Stack, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { formatMoney } from '@/shared/domain/money/money'
import { isZero } from '@/shared/domain/money/is-zero'
import { currentFormats } from '@/shared/domain/text/formats'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import classes from '../../shared/accounts.module.css'
import { accountsKey } from '../../shared/keys'
import { exchangeOfPaymentQuery } from '../api/exchange.query'
import { statePaymentWorth } from '../api/payment.mutation'
import type { Payment } from '../api/payment.query'

/** What a payment in another currency gained or lost on its invoices and refunds. `paid`: its currency. */
export function ExchangeDifferences({ paymentId, paid }: { paymentId: string; paid: string }) {
  const exchange = useQuery(exchangeOfPaymentQuery(paymentId))
  if (exchange.isError)
    return <Problem onRetry={() => void exchange.refetch()}>The exchange differences could not be read</Problem>
  const { invoices = [], refunds = [], currency } = exchange.data ?? {}
  const moved = invoices.filter((invoice) => !isZero(invoice.exchange))
  if (moved.length === 0 && refunds.length === 0) return null
  return (
    <Table verticalSpacing={4} aria-label="Exchange differences">
      <Table.Tbody>
        {moved.map(({ id, number, exchange: difference }) => (
          <Table.Tr key={id}>
            <Table.Td>
              {difference.startsWith('-') ? 'Exchange loss on ' : 'Exchange gain on '}
              <RecordLink kind="invoice" id={id}>
                {number}
              </RecordLink>
            </Table.Td>
            <Table.Td className={classes.figures}>{formatMoney(difference, currency)}</Table.Td>
          </Table.Tr>
        ))}
        {refunds.map(({ id, amount, exchange: difference }) => (
          <Table.Tr key={id}>
            <Table.Td>
              {difference.startsWith('-') ? 'Exchange loss on ' : 'Exchange gain on '}
              {amount.startsWith('-') ? 'a refund that was taken back' : `the refund of ${formatMoney(amount, paid)}`}
            </Table.Td>
            <Table.Td className={classes.figures}>{formatMoney(difference, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Corrects what a payment in another currency brought in. */
export function CorrectWorth({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { currency } = currentFormats()
  const fields = useMemo(
    () => defineFields({ worth: money(`What came in, in ${currency}`, { required: true, aboveZero: true }) }),
    [currency],
  )
  const form = useRecordForm({
    fields,
    name: `worth-of-payment-${payment.id}`,
    isNew: true,
    stored: { worth: payment.worth },
    queryKey: accountsKey,
    save: ({ worth }) => statePaymentWorth(payment.id, worth),
    onSaved: () => {
      notifications.show({ message: 'What came in is corrected.' })
      onClose()
    },
  })
  return (
    <Stack gap="sm">
      <Text size="sm">
        {`${formatMoney(payment.amount, payment.currency)} stay paid. The books and the exchange differences follow what came in.`}
      </Text>
      <RecordForm form={form} label="What came in" submitLabel="Correct" onCancel={onClose} isPlain autoFocus />
    </Stack>
  )
}

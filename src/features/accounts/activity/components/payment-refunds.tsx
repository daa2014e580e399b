import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMemo, useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText, currentFormats } from '@/shared/domain/text/formats'
import { takeBackRefund } from '../../shared/api/refund.mutation'
import { accountsKey } from '../../shared/keys'
import { correctRefund } from '../api/payment.mutation'
import type { Payment } from '../api/payment.query'

type Refund = Payment['refunds'][number]

/** The refunds of a payment, each with what can be done about it. */
export const Returned = ({ payment, mayEdit }: { payment: Payment; mayEdit: boolean }) =>
  payment.refunds.map((refund) => <Line key={refund.id} payment={payment} refund={refund} mayEdit={mayEdit} />)

function Line({ payment, refund, mayEdit }: { payment: Payment; refund: Refund; mayEdit: boolean }) {
  const [doing, setDoing] = useState<'correct' | 'take back' | null>(null)
  const close = () => setDoing(null)
  const isByHand = mayEdit && recordedByHand(payment, refund)
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="sm">{refundWords(payment, refund)}</Text>
        {isByHand && doing === null ? (
          <>
            <Button size="compact-xs" variant="subtle" onClick={() => setDoing('correct')}>
              Correct the refund
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={() => setDoing('take back')}>
              Take back the refund
            </Button>
          </>
        ) : null}
      </Group>
      {isByHand && doing === 'correct' ? <Correct payment={payment} refund={refund} onClose={close} /> : null}
      {isByHand && doing === 'take back' ? <TakeBack payment={payment} refund={refund} onClose={close} /> : null}
    </Stack>
  )
}

/** Whether a person recorded this refund, and neither the bank nor a record that takes it back says otherwise. */
export function recordedByHand({ refunds, asked }: Pick<Payment, 'refunds' | 'asked'>, refund: Refund): boolean {
  const payout: unknown = refund.payout ?? null
  const isOnStatement = Array.isArray(payout) ? payout.length > 0 : payout !== null
  return (
    refund.kind === 'refund' &&
    refund.reverses_id === null &&
    !isOnStatement &&
    !asked.some(({ id }) => id === refund.id) &&
    !refunds.some(({ reverses_id }) => reverses_id === refund.id)
  )
}

function refundWords(payment: Payment, refund: Refund): string {
  const day = calendarDayText(refund.refunded_on)
  return refund.kind === 'reversal'
    ? `Taken back on ${day}, recorded by mistake: ${refund.reason}`
    : refund.reverses_id
      ? `A refund was taken back on ${day}, recorded by mistake: ${refund.reason}`
      : `${formatMoney(refund.amount, payment.currency)} went back ${wayWords(payment, refund)}on ${day}: ${refund.reason}`
}

/** How a refund went, and what it cost in the books where that is another currency. Without a way it went as the payment came. */
function wayWords({ method }: Payment, { way, worth }: Refund): string {
  const how = way ?? method
  return [
    how === 'bank' ? 'by bank transfer ' : how === 'cash' ? 'in cash ' : how === 'card' ? 'to the card ' : '',
    worth === null ? '' : `for ${formatMoney(worth)} `,
  ].join('')
}

type FormProps = { payment: Payment; refund: Refund; onClose: () => void }

/** Corrects what a refund cost, its day and its way. Its amount stays. */
function Correct({ payment, refund, onClose }: FormProps) {
  const { currency } = currentFormats()
  const isForeign = refund.worth !== null
  const fields = useMemo(
    () =>
      defineFields({
        worth: money(`What went out, in ${currency}`, {
          required: true,
          aboveZero: true,
          help: 'As the bank debited it.',
          hiddenUnless: () => isForeign,
        }),
        refunded_on: date('Day', { required: true }),
        way: choice(
          'How',
          [
            { value: 'bank', label: 'By bank transfer' },
            { value: 'cash', label: 'In cash' },
          ],
          { required: true },
        ),
      }),
    [currency, isForeign],
  )
  const form = useRecordForm({
    fields,
    name: `refund-corrected-${refund.id}`,
    isNew: true,
    stored: {
      worth: refund.worth,
      refunded_on: refund.refunded_on,
      way: refund.way ?? (payment.method === 'cash' ? 'cash' : 'bank'),
    },
    queryKey: accountsKey,
    save: ({ worth, refunded_on, way }) =>
      correctRefund(refund.id, { worth: isForeign ? worth : null, on: refunded_on, way }),
    onSaved: () => {
      notifications.show({ message: 'The refund is corrected.' })
      onClose()
    },
  })
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {`${formatMoney(refund.amount, payment.currency)} stay what went back. For another amount take the refund back, and record it anew.`}
      </Text>
      <RecordForm form={form} label="Correct the refund" submitLabel="Correct" onCancel={onClose} isPlain autoFocus />
    </Stack>
  )
}

const reasonFields = defineFields({
  reason: longText('Why', { required: true, max: 2000, empty: '', wide: true, missing: 'Please say why' }),
})

/** Takes a refund back that was recorded by mistake: its money is credit of the client again. */
function TakeBack({ payment, refund, onClose }: FormProps) {
  const form = useRecordForm({
    fields: reasonFields,
    name: `take-back-refund-${refund.id}`,
    isNew: true,
    stored: {},
    queryKey: accountsKey,
    save: ({ reason }) => takeBackRefund(refund.id, reason),
    onSaved: () => {
      notifications.show({ message: 'The refund is taken back.' })
      onClose()
    },
  })
  return (
    <Stack gap="xs">
      <Text size="sm">
        {`For money that never went out. ${formatMoney(refund.amount, payment.currency)} are credit of the client again, and a mail about the refund that waits is not sent.`}
      </Text>
      <RecordForm
        form={form}
        label="Take the refund back"
        submitLabel="Take back"
        onCancel={onClose}
        isPlain
        autoFocus
      />
    </Stack>
  )
}

import { Alert, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { mailsOfRecordQuery } from '@/kit/mail/mail.query'
import { momentText } from '@/shared/domain/text/formats'
import { takeBackPayment } from '../../shared/api/payment.mutation'
import { accountsKey } from '../../shared/keys'
import type { Payment } from '../api/payment.query'
import { isTakenBack } from './payment-status'

const fields = defineFields({
  reason: longText('Why', { required: true, max: 2000, empty: '', wide: true, missing: 'Please say why' }),
})

/** Mails that the client has, or may have. */
const wentOut: ReadonlySet<string> = new Set(['sent', 'sending'])

/** Takes a payment back that was recorded by mistake. Its number and a reversing record stay. */
export function TakeBackPayment({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const mails = useQuery(mailsOfRecordQuery('payment', payment.id)).data ?? []
  const sent = mails.find(({ status }) => wentOut.has(status))
  const form = useRecordForm({
    fields,
    name: `take-back-payment-${payment.id}`,
    isNew: true,
    stored: {},
    queryKey: accountsKey,
    save: ({ reason }) => takeBackPayment(payment.id, reason),
    onSaved: () => {
      notifications.show({ message: `${payment.payment_number ?? 'The payment'} is taken back.` })
      onClose()
    },
  })
  // Somebody else was quicker: the dialog says so above, with that reason.
  if (isTakenBack(payment) && !form.isSaving) return null
  return (
    <Stack gap="sm">
      <Text size="sm">
        For a payment that never came in. Its invoices are open again. Its number and your reason stay in the story.
      </Text>
      {sent ? (
        <Alert color="yellow" title="The client has the receipt">
          {`It went out on ${momentText(sent.send_at)}. Please tell the client that it was a mistake.`}
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          A receipt that has not gone out yet is not sent.
        </Text>
      )}
      <RecordForm form={form} label="Take payment back" submitLabel="Take back" onCancel={onClose} isPlain autoFocus />
    </Stack>
  )
}

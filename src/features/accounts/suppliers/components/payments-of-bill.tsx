import { Button, Modal, Text, Title } from '@mantine/core'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { formatMoney } from '@/shared/domain/money/money'
import { exact, sum } from '@/shared/domain/money/decimal'
import { methodText } from '@/shared/domain/money/payment-methods'
import { can } from '@/shared/domain/people/permission'
import { calendarDayText } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import page from '@/shared/ui/page/record-page.module.css'
import { notTakenBack } from '../../shared/not-taken-back'
import { takeBackDeduction } from '../api/suppliers.mutation'
import { type SupplierInvoice, suppliersKey } from '../api/suppliers.query'

/** What was paid for a bill, what came back for a credit note, and deductions, which can be taken back. */
export function Payments({ row }: { row: SupplierInvoice }) {
  const dialog = useDialog('deduction')
  const mayTakeBack = can(useRights(), 'payments', 'edit')
  const standing = notTakenBack(row.payments)
  const one = row.payments.find(({ pair_id }) => pair_id !== null && pair_id === dialog.subject)
  return (
    <section className={page.panel}>
      <Title order={2} size="h4" mb="xs">
        {row.is_credit ? 'How it was used' : 'Payments'}
      </Title>
      {row.payments.map((payment) => (
        <Text key={payment.id} size="sm" component="div">
          {calendarDayText(payment.paid_on)}: {paidWords(payment, row)}
          {payment.discount === '0.00' ? '' : ` and ${formatMoney(payment.discount, row.currency)} cash discount`},{' '}
          {row.is_credit && payment.pair_id ? 'Deducted' : methodText(payment.method)}
          {payment.reference ? ` (${payment.reference})` : ''}
          {mayTakeBack && payment.pair_id && standing.includes(payment) ? (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Take back the deduction of ${payment.reference ?? ''}`}
              onClick={() => dialog.open(payment.pair_id ?? '')}
            >
              Take back
            </Button>
          ) : null}
        </Text>
      ))}
      <Modal opened={one !== undefined} onClose={dialog.close} title="Take the deduction back">
        {one?.pair_id ? <TakeBack id={one.pair_id} onClose={dialog.close} /> : null}
      </Modal>
    </section>
  )
}

/** The amount of a payment; of a bill in another currency in that, with what it cost in the books. */
const paidWords = ({ amount, paper_amount, exchange }: SupplierInvoice['payments'][number], row: SupplierInvoice) =>
  paper_amount === null || row.paper_currency === null
    ? formatMoney(amount, row.currency)
    : `${formatMoney(paper_amount, row.paper_currency)} for ${formatMoney(sum([exact(amount), exact(exchange)]), row.currency)}`

const fields = defineFields({
  reason: longText('Why', { required: true, max: 500, missing: 'Please say why it is taken back' }),
})

function TakeBack({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useRecordForm({
    fields,
    name: `take-back-${id}`,
    isNew: true,
    stored: {},
    queryKey: suppliersKey,
    save: ({ reason }) => takeBackDeduction(id, reason),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      isPlain
      autoFocus
      label="Take the deduction back"
      submitLabel="Take back"
      onCancel={onClose}
    />
  )
}

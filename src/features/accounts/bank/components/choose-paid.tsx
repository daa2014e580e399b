import { Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import type { OpenInvoice } from '../../shared/api/open-invoices.query'
import { accountsKey } from '../../shared/keys'
import { isAbove, oldestFirst, sumOf } from '../../shared/payment/allocation'
import { partsField } from '../../shared/payment/allocation-field'
import { confirmDebit } from '../api/bank.mutation'
import {
  clientCreditQuery,
  type Entry,
  type RecordedRefund,
  recordedRefundsQuery,
  supplierOpenQuery,
} from '../api/bank.query'
import { ClientReturn } from './choose-client-return'
import { useWorth } from './worth'

/** `entry` in the currency of the books; `worth` where the bank booked another one. */
type ChooseProps = { entry: Entry; worth: string | undefined; onClose: () => void; onDecided: (words: string) => void }
type ChoosePaidProps = Omit<ChooseProps, 'entry' | 'worth'> & { entry: Entry | undefined }

/** Asks for the purpose of a debit: invoices of a supplier, a client's refund, or a payment that the bank returned. */
export const ChoosePaid = ({ entry, onClose, onDecided }: ChoosePaidProps) => (
  <Modal
    opened={entry !== undefined}
    onClose={onClose}
    size="lg"
    title={
      entry ? `What did ${formatMoney(entry.amount, entry.currency)} of ${calendarDayText(entry.booked_on)} pay?` : ''
    }
  >
    {entry ? <Choose key={entry.id} entry={entry} onClose={onClose} onDecided={onDecided} /> : null}
  </Modal>
)

const kinds = [
  { value: 'supplier', label: 'Supplier invoices' },
  { value: 'refund', label: 'Refund' },
  { value: 'client_return', label: 'Returned payment' },
] as const
type Kind = (typeof kinds)[number]['value']

function Choose({ entry, ...after }: Omit<ChooseProps, 'worth'>) {
  const [best] = entry.debits
  const [kind, setKind] = useState<Kind>(
    best?.kind === 'refund' || best?.kind === 'client_return' ? best.kind : 'supplier',
  )
  const [contact, setContact] = useState<string | null>(best?.contact_id ?? null)
  const { booked, worth, field } = useWorth(entry)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {[entry.party_name, entry.remittance].filter(Boolean).join(' · ') || 'The bank names no payee and no text.'}
      </Text>
      {field}
      <SegmentedControl<Kind> aria-label="What it paid" value={kind} onChange={setKind} data={[...kinds]} />
      <ContactPicker label={kind === 'supplier' ? 'Supplier' : 'Client'} value={contact} onChange={setContact} />
      {contact === null || booked === null ? null : kind === 'refund' ? (
        <Refund key={contact} entry={booked} worth={worth} contactId={contact} {...after} />
      ) : kind === 'client_return' ? (
        <ClientReturn key={contact} entry={booked} worth={worth} contactId={contact} {...after} />
      ) : (
        <Invoices key={`${contact} ${booked.amount}`} entry={booked} worth={worth} supplierId={contact} {...after} />
      )}
    </Stack>
  )
}

function Invoices(props: ChooseProps & { supplierId: string }) {
  const open = useQuery(supplierOpenQuery(props.supplierId))
  if (open.isPending) return <Skeleton height={160} />
  if (open.isError) return <Problem onRetry={() => void open.refetch()}>The open invoices could not be read</Problem>
  const payable = open.data.filter(({ why }) => !why)
  const kept = open.data.filter(({ why }) => why)
  return (
    <>
      {kept.map(({ id, number, balance, why }) => (
        <Text key={id} size="sm" c="dimmed">
          {`${number}, ${formatMoney(balance)}: ${why}`}
        </Text>
      ))}
      {payable.length === 0 ? (
        <Text>
          {open.data.length > 0 ? 'None of these invoices can be paid now.' : 'Nothing of this supplier is open.'}
        </Text>
      ) : (
        <SplitForm {...props} open={payable} />
      )}
    </>
  )
}

function SplitForm({
  entry,
  worth,
  supplierId,
  open,
  onClose,
  onDecided,
}: ChooseProps & { supplierId: string; open: OpenInvoice[] }) {
  const fields = useMemo(() => defineFields({ parts: partsField(open) }), [open])
  const shown = entry.debits.find((one) => one.kind === 'supplier' && one.contact_id === supplierId)?.parts ?? []
  const isShown = shown.length > 0 && shown.every((part) => open.some(({ id }) => id === part.invoice_id))
  const begun = isShown ? shown : oldestFirst(entry.amount, open).parts
  const form = useRecordForm({
    fields,
    name: `bank-debit-${entry.id}-${supplierId}`,
    isNew: true,
    stored: { parts: Object.fromEntries(begun.map(({ invoice_id, amount }) => [invoice_id, amount])) },
    queryKey: accountsKey,
    check: ({ parts }) => {
      const total = sumOf(fields.parts.valueOf(parts))
      return total === sumOf([entry])
        ? {}
        : { parts: `The invoices come to ${formatMoney(total)}, and the bank paid ${formatMoney(entry.amount)}` }
    },
    save: ({ parts }) =>
      confirmDebit(entry.id, {
        kind: 'supplier',
        worth,
        parts: parts.map(({ id, amount }) => ({ invoice_id: id, amount })),
      }),
    onSaved: () => {
      notifications.show({ message: 'The payment is recorded.' })
      onDecided('Matched.')
      onClose()
    },
  })
  return <RecordForm form={form} label="Payment" submitLabel="Confirm" onCancel={onClose} isPlain />
}

function Refund(props: ChooseProps & { contactId: string }) {
  const credit = useQuery(clientCreditQuery(props.contactId))
  const recorded = useQuery(recordedRefundsQuery(props.contactId))
  if (credit.isPending || recorded.isPending) return <Skeleton height={120} />
  if (credit.isError || recorded.isError)
    return (
      <Problem onRetry={() => void Promise.all([credit.refetch(), recorded.refetch()])}>
        The credit could not be read
      </Problem>
    )
  // One in another currency costs what the bank took.
  const kept = recorded.data.filter(
    ({ worth, amount }) => worth !== null || sumOf([{ amount }]) === sumOf([props.entry]),
  )
  const enough = credit.data.filter(({ open }) => !isAbove(props.entry.amount, open))
  return enough.length + kept.length === 0 ? (
    <Text>
      {credit.data.length > 0
        ? `No payment of this client has ${formatMoney(props.entry.amount)} of unused credit.`
        : 'This client has no unused credit. If the bank gave a payment back, choose “Returned payment”. What a credit note leaves is paid back on its page first.'}
    </Text>
  ) : (
    <RefundForm {...props} choices={[...kept.map(asRecorded), ...enough.map(asCredit)]} />
  )
}

/** What a debit may give back: a refund that is recorded already, or a part of a payment with credit. */
type Choice = { value: string; label: string; payment_id: string; refund_id?: string }

const asRecorded = ({ id, amount, worth, refunded_on, payment }: RecordedRefund): Choice => ({
  value: id,
  label: `${payment.payment_number ?? 'A payment'}: ${formatMoney(amount, payment.currency)} went back on ${calendarDayText(refunded_on)}${worth === null ? '' : `, recorded for ${formatMoney(worth)}`}`,
  payment_id: payment.id,
  refund_id: id,
})

type Credit = { id: string; payment_number: string | null; open: string; received_on: string }

const asCredit = ({ id, payment_number, open, received_on }: Credit): Choice => ({
  value: id,
  label: `${payment_number ?? 'A payment'} of ${calendarDayText(received_on)}, ${formatMoney(open)} unused`,
  payment_id: id,
})

function RefundForm({
  entry,
  worth,
  contactId,
  choices,
  onClose,
  onDecided,
}: ChooseProps & { contactId: string; choices: readonly Choice[] }) {
  const [first] = choices
  const form = useRecordForm({
    fields: useMemo(
      () =>
        defineFields({
          payment: choice(
            'Goes back from',
            choices.map(({ value, label }) => ({ value, label })),
            { required: true, wide: true },
          ),
        }),
      [choices],
    ),
    name: `bank-refund-${entry.id}-${contactId}`,
    isNew: true,
    stored: { payment: first?.value ?? '' },
    queryKey: accountsKey,
    save: ({ payment }) => {
      const { payment_id = '', refund_id } = choices.find(({ value }) => value === payment) ?? {}
      return confirmDebit(entry.id, { kind: 'refund', payment_id, refund_id, worth })
    },
    onSaved: () => {
      notifications.show({ message: 'The refund is recorded.' })
      onDecided('Matched.')
      onClose()
    },
  })
  return <RecordForm form={form} label="Refund" submitLabel="Confirm" onCancel={onClose} isPlain />
}

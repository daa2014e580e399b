import { Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { calendarDayText } from '@/shared/domain/text/formats'
import { decimalText, formatMoney, readDecimal } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import { clientCurrencyQuery } from '../../shared/api/client-currency.query'
import { type OpenDeposit, openDepositsQuery } from '../../shared/api/open-deposits.query'
import { type OpenCashDiscount, openCashDiscountsQuery } from '../../shared/api/open-cash-discounts.query'
import { type OpenInvoice, openInvoicesQuery } from '../../shared/api/open-invoices.query'
import { withDiscounts } from '../../shared/payment/cash-discount'
import { accountsKey } from '../../shared/keys'
import { type Allocation, isAbove, oldestFirst, sumOf } from '../../shared/payment/allocation'
import { allocationField } from '../../shared/payment/allocation-field'
import {
  aheadWords,
  chosenDeposit,
  depositChoice,
  depositChoices,
  depositMeant,
} from '../../shared/payment/deposit-choice'
import { confirmEntry } from '../api/bank.mutation'
import type { Entry } from '../api/bank.query'
import { useWorth } from './worth'

type ChooseClientProps = { entry: Entry | undefined; onClose: () => void; onDecided: (words: string) => void }

/** Asks for the client of an entry, and the open invoices or the deposit that it pays. */
export const ChooseClient = ({ entry, onClose, onDecided }: ChooseClientProps) => (
  <Modal
    opened={entry !== undefined}
    onClose={onClose}
    size="lg"
    title={
      entry ? `Whose are ${formatMoney(entry.amount, entry.currency)} of ${calendarDayText(entry.booked_on)}?` : ''
    }
  >
    {entry ? <Choose key={entry.id} entry={entry} onClose={onClose} onDecided={onDecided} /> : null}
  </Modal>
)

type ChooseProps = { entry: Entry; onClose: () => void; onDecided: (words: string) => void }

function Choose({ entry, onClose, onDecided }: ChooseProps) {
  const [client, setClient] = useState<string | null>(entry.matches[0]?.contact_id ?? null)
  const { booked, worth, field } = useWorth(entry)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {[entry.party_name, entry.remittance].filter(Boolean).join(' · ') || 'The bank names no payer and no text.'}
      </Text>
      {field}
      <ContactPicker label="Client" value={client} onChange={setClient} />
      {client && booked ? (
        <Split
          key={client}
          said={entry}
          entry={booked}
          worth={worth}
          contactId={client}
          onClose={onClose}
          onDecided={onDecided}
        />
      ) : null}
    </Stack>
  )
}

type SplitProps = ChooseProps & {
  contactId: string
  /** The value of an entry in another currency. */
  worth: string | undefined
}

/** An entry with its amount in the currency in which a client pays; null where the bank does not say it. */
function inCurrency(entry: Entry, currency: string): Entry | null {
  if (entry.currency === currency) return entry
  const { other_amount: amount, other_currency } = entry
  return other_currency === currency && amount !== null ? { ...entry, amount, currency } : null
}

/** `said`: the entry as the bank says it; `entry`: in the currency of the books. */
function Split({ said, ...props }: SplitProps & { said: Entry }) {
  const foreign = useQuery(clientCurrencyQuery(props.contactId))
  const open = useQuery(openInvoicesQuery(props.contactId))
  const deposits = useQuery(openDepositsQuery(props.contactId))
  const mayDiscount = open.data?.some(({ hasDiscount }) => hasDiscount) ?? false
  const discounts = useQuery({ ...openCashDiscountsQuery(props.contactId), enabled: mayDiscount })
  if (open.isPending || deposits.isPending || foreign.isPending || (mayDiscount && discounts.isPending))
    return <Skeleton height={160} />
  if (foreign.isError)
    return <Problem onRetry={() => void foreign.refetch()}>The currency of the client could not be read</Problem>
  const currency = foreign.data?.currency
  const own = currency ? inCurrency(said, currency) : props.entry
  if (open.isError) return <Problem onRetry={() => void open.refetch()}>The open invoices could not be read</Problem>
  // People who may not see orders can still match invoices.
  const papers = {
    open: open.data,
    deposits: deposits.data ?? [],
    discounts: (discounts.data ?? []).filter((one) => !one.is_late),
  }
  if (own !== null) return <SplitForm {...props} {...papers} entry={own} />
  return <SaidAmount {...props} {...papers} said={said} currency={currency ?? ''} />
}

/** Asks how much an entry was in the currency of the client, where the bank says only ours. */
function SaidAmount({ said, currency, ...props }: Omit<SplitFormProps, 'entry'> & { said: Entry; currency: string }) {
  const shown = said.matches.find((one) => one.contact_id === props.contactId)
  const proposed = shown?.own_amount ?? (props.open.length === 1 ? props.open[0]?.balance : undefined)
  const [typed, setTyped] = useState(proposed === undefined ? '' : decimalText(proposed))
  const read = readDecimal(typed, { places: 2, aboveZero: true, most: '999999999.99' })
  const amount = 'value' in read ? read.value : null
  return (
    <>
      <TextInput
        label={`How much was it in ${currency}?`}
        description={`The client pays in ${currency}, and the bank says only ${formatMoney(said.amount, said.currency)}, which is booked as what came in.`}
        inputMode="decimal"
        required
        maw={320}
        value={typed}
        error={typed !== '' && 'problem' in read ? read.problem : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {amount === null ? null : (
        <SplitForm key={amount} {...props} entry={{ ...said, amount, currency }} amount={amount} />
      )}
    </>
  )
}

type SplitFormProps = SplitProps & {
  /** How much it was in the currency of the client, as the person says. */
  amount?: string
  open: readonly OpenInvoice[]
  deposits: readonly OpenDeposit[]
  /** Those that are not late: an amount that is exactly what is to be paid with one takes it. */
  discounts: readonly OpenCashDiscount[]
}

function SplitForm({ entry, worth, amount, contactId, open, deposits, discounts, onClose, onDecided }: SplitFormProps) {
  const fields = useMemo(() => fieldsOf(open, deposits), [open, deposits])
  const form = useRecordForm({
    fields,
    name: `bank-entry-${entry.id}-${contactId}`,
    isNew: true,
    stored: begunWith(entry, contactId, open, deposits),
    queryKey: accountsKey,
    check: ({ settles, allocation }) => {
      const chosen = sumOf(fields.allocation.valueOf(allocation))
      return settles === 'chosen' && isAbove(chosen, entry.amount)
        ? { allocation: `The invoices come to ${formatMoney(chosen, entry.currency)}, more than the payment` }
        : {}
    },
    save: ({ settles, allocation }) =>
      confirmEntry(entry.id, {
        contactId,
        worth,
        amount,
        orderId: chosenDeposit(settles, deposits)?.id,
        allocations: chosenDeposit(settles, deposits)
          ? null
          : settledBy(entry.amount, settles, open, allocation, discounts),
      }),
    onSaved: () => {
      notifications.show({ message: 'The payment is recorded.' })
      onDecided('Matched.')
      onClose()
    },
  })
  const { settles, allocation } = form.drafts
  return (
    <RecordForm form={form} label="Payment" submitLabel="Confirm" onCancel={onClose} isPlain>
      <Text size="sm" c="dimmed" role="status">
        {form.isSaving
          ? 'The payment is being recorded.'
          : outcome(
              entry,
              settles,
              open,
              fields.allocation.valueOf(allocation),
              chosenDeposit(settles, deposits),
              discounts,
            )}
      </Text>
    </RecordForm>
  )
}

/** What the form begins with: what was proposed for this client, else the deposit that is meant, else the oldest due. */
function begunWith(
  entry: Entry,
  contactId: string,
  open: readonly OpenInvoice[],
  deposits: readonly OpenDeposit[],
): { settles: string; allocation?: Record<string, string> } {
  const shown = entry.matches.find((one) => one.contact_id === contactId && one.payment_id === undefined)
  const ordered = deposits.find(({ id }) => id === shown?.order_id)
  const meant = ordered ?? depositMeant({ amount: entry.amount, text: textOf(entry) }, deposits, open)
  if (meant) return { settles: depositChoice(meant.id) }
  if (!shown || shown.order_id || shown.uses_credit) return { settles: 'oldest' }
  if (shown.parts.length === 0) return { settles: open.length > 0 ? 'nothing' : 'oldest' }
  const isOldest = oldestFirst(entry.amount, open).parts.every(
    ({ invoice_id, amount }, place) =>
      shown.parts[place]?.invoice_id === invoice_id && shown.parts[place].amount === amount,
  )
  return isOldest || !shown.parts.every(({ invoice_id }) => open.some(({ id }) => id === invoice_id))
    ? { settles: 'oldest' }
    : { settles: 'chosen', allocation: Object.fromEntries(shown.parts.map((part) => [part.invoice_id, part.amount])) }
}

const textOf = ({ remittance, end_to_end }: Entry): string => [remittance, end_to_end].filter(Boolean).join(' ')

const fieldsOf = (open: readonly OpenInvoice[], deposits: readonly OpenDeposit[]) =>
  defineFields({
    settles: choice(
      'Settles',
      [
        ...depositChoices(deposits),
        { value: 'oldest', label: 'Oldest due first' },
        { value: 'chosen', label: 'As I choose' },
        { value: 'nothing', label: 'Nothing yet: it stays credit' },
      ],
      { required: true, wide: true },
    ),
    allocation: allocationField(open),
  })

/** The invoices to settle: exactly those that the person saw before confirming. */
const settledBy = (
  amount: string,
  settles: string,
  open: readonly OpenInvoice[],
  chosen: readonly { id: string; amount: string }[],
  discounts: readonly OpenCashDiscount[],
): Allocation[] =>
  settles === 'oldest'
    ? oldestFirst(amount, open).parts
    : settles === 'chosen'
      ? withDiscounts(
          chosen.map((part) => ({ invoice_id: part.id, amount: part.amount })),
          discounts,
        )
      : []

/** A sentence about the invoices that will be settled, before confirming. */
function outcome(
  { amount, currency }: Entry,
  settles: string,
  open: readonly OpenInvoice[],
  chosen: readonly { id: string; amount: string }[],
  deposit: OpenDeposit | undefined,
  discounts: readonly OpenCashDiscount[],
): string {
  if (deposit) return aheadWords(deposit)
  const numberOf = new Map(open.map(({ id, number }) => [id, number]))
  const parts = settledBy(amount, settles, open, chosen, discounts)
  const total = sumOf(parts)
  if (isAbove(total, amount)) return ''
  const settled = parts.map(
    ({ amount, invoice_id, discount }) =>
      `${formatMoney(amount, currency)} of ${numberOf.get(invoice_id) ?? ''}${discount ? ` with its cash discount of ${formatMoney(discount, currency)}` : ''}`,
  )
  const { credit } = oldestFirst(amount, [{ id: '', number: '', due_date: null, balance: total }])
  return [
    settled.length > 0 ? `Settles ${settled.join(', ')}.` : open.length === 0 ? 'Nothing of this client is open.' : '',
    isAbove(credit, '0') ? `${formatMoney(credit, currency)} stays credit of the client.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

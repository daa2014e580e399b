import { Alert, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { notifyWithUndo } from '@/kit/confirm'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { CardLacks } from '@/kit/record/card-lacks'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { amountWords, decimalText, formatMoney, readDecimal } from '@/shared/domain/money/money'
import { currentFormats } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { type ClientCurrency, clientCurrencyQuery, worthOn } from '../api/client-currency.query'
import { type OpenCashDiscount, openCashDiscountsQuery } from '../api/open-cash-discounts.query'
import { type OpenInvoice, openInvoicesQuery } from '../api/open-invoices.query'
import { type OpenDeposit, openDepositsQuery } from '../api/open-deposits.query'
import { recordPayment, takeBackPayment } from '../api/payment.mutation'
import { accountsKey } from '../keys'
import { today } from '../today'
import { methods } from '@/shared/domain/money/payment-methods'
import { smaller } from '@/shared/domain/money/decimal'
import { isAbove, oldestFirst, sumOf } from './allocation'
import { allocationField } from './allocation-field'
import { discountWords, withDiscounts } from './cash-discount'
import { invoiceAfter, paidBeforeWords } from './paid-before'
import { aheadWords, chosenDeposit, depositChoice, depositChoices } from './deposit-choice'

type RecordPaymentProps = {
  contactId: string
  /** The invoice from which the dialog was opened: the payment is for it unless the person chooses otherwise. */
  invoiceId?: string | undefined
  /** The order whose deposit is paid, where the dialog was opened for it. */
  orderId?: string | undefined
  /** The received amount as decimal text, if known; otherwise the open amount of the invoice or deposit is proposed. */
  amount?: string | undefined
  /** The invoices that the client chose to pay, if known. */
  chosen?: readonly string[] | undefined
  onClose: () => void
  /** After the payment is recorded; otherwise `onClose`. */
  onSaved?: (() => void) | undefined
}

/** Money that came in by bank, card, cash or cheque, and which invoices it settles. */
export function RecordPayment(props: RecordPaymentProps) {
  const open = useQuery(openInvoicesQuery(props.contactId))
  const deposits = useQuery(openDepositsQuery(props.contactId, props.orderId))
  const mayDiscount = open.data?.some(({ hasDiscount }) => hasDiscount) ?? false
  const discounts = useQuery({ ...openCashDiscountsQuery(props.contactId), enabled: mayDiscount })
  const foreign = useQuery(clientCurrencyQuery(props.contactId))
  if (open.isPending || deposits.isPending || foreign.isPending || (mayDiscount && discounts.isPending))
    return <Skeleton height={280} />
  if (foreign.isError)
    return <Problem onRetry={() => void foreign.refetch()}>The currency of the client could not be read</Problem>
  if (open.isError) return <Problem onRetry={() => void open.refetch()}>The open invoices could not be read</Problem>
  return (
    <PaymentForm
      key={props.contactId}
      {...props}
      open={open.data}
      deposits={deposits.data ?? []}
      discounts={discounts.data ?? []}
      foreign={foreign.data}
    />
  )
}

type PaymentFormProps = RecordPaymentProps & {
  open: readonly OpenInvoice[]
  deposits: readonly OpenDeposit[]
  discounts: readonly OpenCashDiscount[]
  /** The currency of the client, where it is not that of the books. */
  foreign: ClientCurrency | null
}

function PaymentForm({
  contactId,
  invoiceId,
  orderId,
  amount,
  chosen = [],
  open,
  deposits,
  discounts,
  foreign,
  onClose,
  onSaved = onClose,
}: PaymentFormProps) {
  const [id] = useState(newId)
  const undo = useUndoPayment(id)
  const found = open.find((one) => one.id === invoiceId)
  // What the form sends settles the invoice, which is not among the open ones before the form closes.
  const [sent, setSent] = useState<OpenInvoice | undefined>(undefined)
  const [known] = useState(found)
  const invoice = sent ?? found
  const order = deposits.find((one) => one.id === orderId)
  const currency = foreign?.currency
  const fields = useMemo(
    () => fieldsOf({ open, invoice, deposits, discounts, foreign }),
    [open, invoice, deposits, discounts, foreign],
  )
  const form = useRecordForm({
    fields,
    name: `payment-${invoiceId ?? orderId ?? contactId}`,
    isNew: true,
    stored: {
      amount: amount ?? invoice?.balance ?? order?.due,
      method: 'bank',
      received_on: today(),
      settles: order ? depositChoice(order.id) : invoice ? 'this' : chosen.length > 0 ? 'chosen' : 'oldest',
      allocation: amount ? partsOf(amount, chosen, open) : {},
      takes_discount: true,
    },
    queryKey: accountsKey,
    check: ({ amount, settles, allocation, received_on, is_before }) => {
      const whole = readDecimal(amount)
      const chosen = sumOf(fields.allocation.valueOf(allocation))
      const later = invoiceAfter(received_on, settledBy({ amount, settles, allocation }, open, invoice), open)
      return {
        ...(settles === 'chosen' && 'value' in whole && isAbove(chosen, whole.value)
          ? { allocation: `The invoices come to ${formatMoney(chosen, currency)}, more than the payment` }
          : {}),
        ...(later && is_before !== 'yes' ? { is_before: paidBeforeWords(later, received_on) } : {}),
      }
    },
    save: async (values) => {
      setSent(invoice)
      const deposit = chosenDeposit(values.settles, deposits)
      const parts =
        values.settles === 'this' && invoice
          ? [{ invoice_id: invoice.id, amount: smaller(values.amount, invoice.balance) }]
          : values.allocation.map((part) => ({ invoice_id: part.id, amount: part.amount }))
      await recordPayment({
        id,
        contactId,
        amount: values.amount,
        worth: values.worth,
        method: values.method,
        receivedOn: values.received_on,
        reference: values.reference,
        note: values.note,
        orderId: deposit?.id,
        said: values.is_before === true ? ['paid_before'] : [],
        allocations:
          values.settles === 'oldest' || deposit
            ? null
            : values.takes_discount === true
              ? withDiscounts(parts, discounts)
              : parts,
      }).catch((error: unknown) => {
        setSent(undefined)
        throw error
      })
      return deposit !== undefined
    },
    onSaved: (isDeposit) => {
      // The invoice of a deposit is issued: it is credited, and not taken back.
      if (isDeposit) notifications.show({ message: 'The payment is recorded.' })
      else notifyWithUndo('The payment is recorded.', undo)
      onSaved()
    },
  })
  return (
    <RecordForm form={form} label="Payment" submitLabel="Record payment" onCancel={onClose} isPlain autoFocus>
      {known && !invoice ? (
        <Alert color="yellow" role="status" title={`${known.number} is not open any more`}>
          It was paid, credited or written off meanwhile. What is recorded here settles other invoices, or stays credit.
        </Alert>
      ) : null}
      <Settles
        amount={form.drafts.amount}
        how={form.drafts.settles}
        open={open}
        invoice={invoice}
        deposits={deposits}
        currency={currency}
      />
      {chosenDeposit(form.drafts.settles, deposits) ? (
        <CardLacks contactId={contactId} paper="deposit invoice" isPaid />
      ) : null}
    </RecordForm>
  )
}

/** Takes a payment back that was just recorded, and says so, also after its form is closed. */
function useUndoPayment(id: string): () => void {
  const queryClient = useQueryClient()
  return () =>
    void takeBackPayment(id, 'Undone right after it was recorded')
      .then(
        () => notifications.show({ message: 'The payment is taken back.' }),
        (error: unknown) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
      )
      .then(() => queryClient.invalidateQueries({ queryKey: accountsKey }))
}

/** Spreads the amount over the chosen invoices, the oldest due first. */
const partsOf = (amount: string, chosen: readonly string[], open: readonly OpenInvoice[]): Record<string, string> =>
  Object.fromEntries(
    oldestFirst(
      amount,
      open.filter(({ id }) => chosen.includes(id)),
    ).parts.map((part) => [part.invoice_id, part.amount]),
  )

/** The invoices that these drafts of a payment settle. */
function settledBy(
  { amount = '', settles = '', allocation = '' }: Readonly<Record<string, string>>,
  open: readonly OpenInvoice[],
  invoice: OpenInvoice | undefined,
): string[] {
  if (settles === 'this') return invoice ? [invoice.id] : []
  if (settles === 'chosen')
    return allocationField(open)
      .valueOf(allocation)
      .map(({ id }) => id)
  const whole = readDecimal(amount)
  return settles === 'oldest' && 'value' in whole
    ? oldestFirst(whole.value, open).parts.map(({ invoice_id }) => invoice_id)
    : []
}

/** Whether these drafts of a payment are exactly what is to be paid of an invoice with its cash discount. */
function isDiscounted(
  { amount = '', settles = '', allocation = '' }: Readonly<Record<string, string>>,
  open: readonly OpenInvoice[],
  invoice: OpenInvoice | undefined,
  discounts: readonly OpenCashDiscount[],
): boolean {
  const whole = readDecimal(amount)
  const parts =
    settles === 'this' && invoice && 'value' in whole
      ? [{ invoice_id: invoice.id, amount: whole.value }]
      : settles === 'chosen'
        ? allocationField(open)
            .valueOf(allocation)
            .map((part) => ({ invoice_id: part.id, amount: part.amount }))
        : []
  return withDiscounts(parts, discounts).some(({ discount }) => discount !== undefined)
}

const fieldsOf = ({
  open,
  invoice,
  deposits,
  discounts,
  foreign,
}: Pick<PaymentFormProps, 'open' | 'deposits' | 'discounts' | 'foreign'> & { invoice: OpenInvoice | undefined }) => {
  const currency = foreign?.currency
  const early = discounts.find(({ invoice_id }) => invoice_id === invoice?.id)
  return defineFields({
    amount: money(currency ? `Amount in ${currency}` : 'Amount', {
      ...(currency ? { currency } : {}),
      required: true,
      aboveZero: true,
      ...(early && !early.is_late && isAbove(early.pays, '0') ? { help: discountWords(early, currency) } : {}),
      proposed: ({ settles = '' }) => chosenDeposit(settles, deposits)?.due ?? '',
    }),
    method: choice('Method', methods, { required: true }),
    received_on: date('Received on', { required: true }),
    worth: worthField(foreign),
    is_before: checkbox('It was paid before the day of its invoice', {
      hiddenUnless: (drafts) =>
        invoiceAfter(drafts['received_on'] ?? '', settledBy(drafts, open, invoice), open) !== null,
    }),
    takes_discount: checkbox('What is left is the cash discount', {
      wide: true,
      hiddenUnless: (drafts) => isDiscounted(drafts, open, invoice, discounts),
    }),
    reference: text('Reference', { max: 200, help: 'As on the bank statement or the cheque.' }),
    settles: choice(
      'Settles',
      [
        ...(invoice ? [{ value: 'this', label: `${invoice.number}, the rest stays credit` }] : []),
        ...depositChoices(deposits),
        { value: 'oldest', label: 'Oldest due first' },
        { value: 'chosen', label: 'As I choose' },
      ],
      { required: true, wide: true },
    ),
    allocation: allocationField(open),
    note: text('Note', { max: 2000, wide: true }),
  })
}

/** What came in, in the currency of the books: proposed by the rate of the day, and what the bank says where it says another amount. */
const worthField = (foreign: ClientCurrency | null) =>
  money(`What came in, in ${currentFormats().currency}`, {
    aboveZero: true,
    hiddenUnless: () => foreign !== null,
    help: 'Proposed by the exchange rate of the day. Enter what the bank credited.',
    about: ({ amount = '' }) => amountWords(amount, foreign?.currency),
    proposed: ({ amount = '', received_on = '' }) => {
      const whole = readDecimal(amount, { places: 2, least: '0', most: '999999999.99' })
      const worth = foreign && 'value' in whole ? worthOn(whole.value, received_on, foreign) : ''
      return worth === '' ? '' : decimalText(worth)
    },
  })

/** A sentence about the invoices that will be settled, before recording. */
function Settles({
  amount,
  how,
  open,
  invoice,
  deposits,
  currency,
}: {
  amount: string
  how: string
  open: readonly OpenInvoice[]
  invoice: OpenInvoice | undefined
  deposits: readonly OpenDeposit[]
  currency: string | undefined
}) {
  const whole = readDecimal(amount, { places: 2, least: '0', most: '999999999.99', aboveZero: true })
  // An invoice that is chosen and not open any more was settled by this very payment.
  if (!('value' in whole) || how === 'chosen' || (how === 'this' && !invoice)) return null
  const deposit = chosenDeposit(how, deposits)
  if (deposit)
    return (
      <Text size="sm" c="dimmed" role="status">
        {aheadWords(deposit)}
      </Text>
    )
  const { parts, credit } = oldestFirst(whole.value, how === 'this' && invoice ? [invoice] : open)
  const numberOf = new Map(open.map(({ id, number }) => [id, number]))
  const settled = parts.map((part) => `${formatMoney(part.amount, currency)} of ${numberOf.get(part.invoice_id) ?? ''}`)
  return (
    <Text size="sm" c="dimmed" role="status">
      {settled.length > 0 ? `Settles ${settled.join(', ')}. ` : 'Nothing is open. '}
      {isAbove(credit, '0.00') ? `${formatMoney(credit, currency)} stays credit of the client.` : null}
    </Text>
  )
}

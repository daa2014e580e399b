import { withTax } from '@/shared/domain/text/formats'
import { Group, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { vatKey } from '@/documents/totals'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { compared, exact, zero } from '@/shared/domain/money/decimal'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { depositAfterwards, depositHelp, linesAfterwards, linesHelp } from '@/shared/domain/records/billed-again'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import classes from '../../shared/accounts.module.css'
import { amounts, type RowAmount } from '../../shared/amounts-field'
import { accountsKey } from '../../shared/keys'
import {
  type Credited,
  type CreditLeft,
  type CreditTotals,
  creditLeftQuery,
  creditTotalsQuery,
} from '../api/credit.query'
import { vatColumns } from '../api/draft-lines.query'
import { creditByAmount, makeCreditNote } from '../api/invoice.mutation'
import { creditableQuery } from '../api/invoice.query'
import { type Creditable, creditableOf } from '../creditable'
import { creditDraft } from '../invoice-page/use-credit-dialog'

type CreditInvoiceProps = {
  invoiceId: string
  currency: string
  /** The kind of the invoice, and whether something of it is paid: then nobody guesses what becomes of it. */
  kind?: string
  isPaid?: boolean
  onClose: () => void
}

/** Whether the question is asked, and the answer that the form begins with. */
type Afterwards = { of: 'lines' | 'deposit' | null; first: 'again' | null }

/** Takes back all of an invoice, some quantities of its lines, or an amount. The credit note is a draft until it is issued. */
export function CreditInvoice({ invoiceId, currency, kind, isPaid = false, onClose }: CreditInvoiceProps) {
  const lines = useQuery(creditableQuery(invoiceId))
  const left = useQuery(creditLeftQuery(invoiceId))
  const whole = useQuery(creditTotalsQuery(invoiceId, everything))
  if (lines.isPending || left.isPending || !whole.isFetched) return <Skeleton height={240} />
  if (lines.isError || left.isError)
    return (
      <Problem onRetry={() => void Promise.all([lines.refetch(), left.refetch()])}>The lines could not be read</Problem>
    )
  const creditable = creditableOf(lines.data, left.data)
  const of = kind === 'deposit' ? 'deposit' : lines.data.some((line) => line.order_item_id) ? 'lines' : null
  if (creditable.length === 0) return <Text>Everything of this invoice is credited already.</Text>
  return (
    <CreditForm
      invoiceId={invoiceId}
      lines={creditable}
      left={left.data}
      hasDeposits={depositsOf(whole.data).length > 0}
      afterwards={{ of, first: of === 'lines' && !isPaid ? 'again' : null }}
      currency={currency}
      onClose={onClose}
    />
  )
}

const everything: Credited = { lines: null, amounts: null, deposits: true }

const depositsOf = (totals: CreditTotals | undefined) => totals?.papers.filter((paper) => paper.is_along) ?? []

const ratesOf = (left: readonly CreditLeft[], what: 'net' | 'gross', currency: string) =>
  left.map((rate) => ({
    id: vatKey(rate.vat_rate, rate.vat_treatment),
    label: withTax(`{Tax} ${shortDecimalText(rate.vat_rate)} %`),
    detail: `${formatMoney(rate[what], currency)} left to credit`,
    most: rate[what],
  }))

/** Everything of an unpaid invoice is mostly a wrong paper. Where money came, or a part is credited, a person has to say. */
const afterwardsFields = ({ of }: Afterwards) => {
  const field = (isShown: (what: unknown) => boolean) =>
    choice('What becomes of it', of === 'deposit' ? depositAfterwards : linesAfterwards, {
      required: true,
      missing: 'Please choose what becomes of it',
      help: of === 'deposit' ? depositHelp : linesHelp,
      hiddenUnless: ({ what }) => of !== null && isShown(what),
    })
  return {
    again: field((what) => what === 'all'),
    partAgain: field((what) => what === 'lines' || (of === 'deposit' && what !== 'all')),
  }
}

type FieldsOf = {
  lines: readonly Creditable[]
  left: readonly CreditLeft[]
  hasDeposits: boolean
  afterwards: Afterwards
  currency: string
}

const fieldsOf = ({ lines, left, hasDeposits, afterwards, currency }: FieldsOf) =>
  defineFields({
    reason: longText('Why', {
      required: true,
      max: 2000,
      missing: 'Please say why',
      help: 'Printed on the credit note.',
    }),
    what: choice(
      'Credit',
      [
        { value: 'all', label: 'Everything that is not credited yet' },
        { value: 'lines', label: 'Some lines or quantities' },
        { value: 'net', label: withTax('An amount without {tax}') },
        { value: 'gross', label: withTax('An amount with {tax}') },
      ],
      { required: true },
    ),
    ...afterwardsFields(afterwards),
    deposits: choice(
      'Deducted deposit',
      [
        { value: 'back', label: 'Goes back as well' },
        { value: 'keep', label: 'Stays for the order' },
      ],
      { required: true, hiddenUnless: ({ what, again }) => what === 'all' && again !== 'again' && hasDeposits },
    ),
    lines: amounts(
      'Lines',
      lines.map(({ id, description, left, billed, free, isWhole }) => ({
        id,
        label: description,
        detail:
          free === null
            ? `${shortDecimalText(left)} of ${shortDecimalText(billed)} left to credit`
            : withTax(`${formatMoney(free, currency)} without {tax} left to credit, as one piece`),
        most: left,
        isWhole,
      })),
      { places: 4, column: 'Quantity', hiddenUnless: ({ what }) => what === 'lines' },
    ),
    net: amounts(withTax('Amount by {tax} rate'), ratesOf(left, 'net', currency), {
      places: 2,
      column: withTax('Without {tax}'),
      hiddenUnless: ({ what }) => what === 'net',
    }),
    gross: amounts(withTax('Amount by {tax} rate'), ratesOf(left, 'gross', currency), {
      places: 2,
      column: withTax('With {tax}'),
      hiddenUnless: ({ what }) => what === 'gross',
    }),
  })

type CreditFormProps = CreditInvoiceProps & {
  lines: readonly Creditable[]
  left: readonly CreditLeft[]
  /** Everything would take deposits with it that no other invoice would deduct. */
  hasDeposits: boolean
  afterwards: Afterwards
}

function CreditForm({ invoiceId, lines, left, hasDeposits, afterwards, currency, onClose }: CreditFormProps) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const { of, first } = afterwards
  const fields = useMemo(
    () => fieldsOf({ lines, left, hasDeposits, afterwards: { of, first }, currency }),
    [lines, left, hasDeposits, of, first, currency],
  )
  const form = useRecordForm({
    fields,
    name: creditDraft(invoiceId),
    isNew: true,
    stored: { what: 'all', deposits: 'back', again: first },
    queryKey: accountsKey,
    check: ({ what, ...drafts }) => {
      const of = what === 'lines' || what === 'net' || what === 'gross' ? what : null
      if (!of || fields[of].problem(drafts[of]) !== null || fields[of].valueOf(drafts[of]).length > 0) return {}
      return { [of]: of === 'lines' ? 'Please enter a quantity for at least one line' : 'Please enter an amount' }
    },
    save: (values) => {
      const credited = creditedOf(values)
      const note = { id, invoiceId, reason: values.reason, isAgain: of ? againOf(values) : null }
      return credited.amounts
        ? creditByAmount({ ...note, amounts: credited.amounts, isGross: credited.isGross })
        : makeCreditNote({ ...note, lines: credited.lines, deposits: credited.deposits })
    },
    onSaved: (note) => navigate(`/credit-notes/${note}`, { replace: true }),
  })
  const { what, deposits, again, lines: typed, net, gross } = form.drafts
  const shown = creditedOf({
    what,
    deposits,
    again,
    lines: fields.lines.valueOf(typed),
    net: fields.net.valueOf(net),
    gross: fields.gross.valueOf(gross),
  })
  return (
    <RecordForm form={form} label="Credit" submitLabel="Make credit note" onCancel={onClose} isPlain autoFocus>
      <WouldCredit
        invoiceId={invoiceId}
        credited={shown}
        isKept={hasDeposits && what === 'all' && deposits === 'keep' && again !== 'again'}
        isPrice={of === 'lines' && shown.amounts !== null}
        currency={currency}
      />
    </RecordForm>
  )
}

type CreditValues = {
  what: string | null
  deposits: string | null
  again: string | null
  lines: RowAmount[]
  net: RowAmount[]
  gross: RowAmount[]
}

/** The answer to what becomes of it; null where an amount only lowers the price. */
const againOf = ({ what, again, partAgain }: { what: string; again: string; partAgain: string }): boolean | null => {
  const answer = what === 'all' ? again : partAgain
  return answer ? answer === 'again' : null
}

/** The credited content by the form's values. */
function creditedOf({ what, deposits, again, lines, net, gross }: CreditValues): Credited {
  if (what === 'net' || what === 'gross')
    return {
      lines: null,
      amounts: (what === 'net' ? net : gross).map(({ id, amount }) => ({ ...vatColumns(id), amount })),
      isGross: what === 'gross',
    }
  return {
    lines: what === 'lines' ? lines.map(({ id, amount }) => ({ invoice_item_id: id, qty: amount })) : null,
    amounts: null,
    deposits: what === 'all' && deposits !== 'keep' && again !== 'again',
  }
}

type WouldCreditProps = { invoiceId: string; credited: Credited; isKept: boolean; isPrice: boolean; currency: string }

/** The totals of the credit note by rate, before it is made. */
function WouldCredit({ invoiceId, credited: typed, isKept, isPrice, currency }: WouldCreditProps) {
  const [written] = useDebouncedValue(JSON.stringify(typed), 250)
  const credited = useMemo(() => JSON.parse(written) as Credited, [written])
  const isFilled = (credited.amounts ?? credited.lines)?.length !== 0
  const totals = useQuery({
    ...creditTotalsQuery(invoiceId, credited),
    enabled: isFilled,
    placeholderData: (before) => before,
  })
  const money = (amount: string) => formatMoney(amount, currency)
  if (!isFilled) return <Text c="dimmed">The total appears here before the credit note is made.</Text>
  if (totals.isError) return <Problem>{saveProblem(totals.error)}</Problem>
  if (!totals.data) return <Skeleton height={48} />
  const { net, vat, gross, discount, rates, papers } = totals.data
  const title = papers.length > 1 ? `The ${papers.length} credit notes come to` : 'The credit note comes to'
  const isWhole = credited.amounts === null && credited.lines === null
  return (
    <section aria-label={title} aria-live="polite">
      <Group justify="space-between" align="baseline">
        <Text fw={600}>{title}</Text>
        <Text fw={680} size="xl" className={classes.figure ?? ''}>
          {money(gross)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {[
          withTax(`${money(net)} net, ${money(vat)} {tax}.`),
          ...(compared(exact(discount), zero) > 0
            ? [`The lines take their share of the discount with them: ${money(discount)} less.`]
            : []),
          ...(rates.length > 1
            ? rates.map((rate) =>
                withTax(`${shortDecimalText(rate.vat_rate)} %: ${money(rate.base)} and ${money(rate.vat)} {tax}.`),
              )
            : []),
          ...depositWords(totals.data, { isWhole, isKept }, money),
          ...(isPrice
            ? ['An amount lowers the price: it is not invoiced again. Credit lines to invoice them again.']
            : []),
        ].join(' ')}
      </Text>
    </section>
  )
}

/** What becomes of the deposits that the invoice deducts. */
function depositWords(
  totals: CreditTotals,
  { isWhole, isKept }: { isWhole: boolean; isKept: boolean },
  money: (amount: string) => string,
): string[] {
  const deposits = depositsOf(totals)
  if (deposits.length > 0)
    return deposits.map(({ gross, invoice_number }) =>
      isWhole
        ? `${money(gross)} of the deposit ${invoice_number ?? ''} goes back as well, as its own credit note.`
        : `${money(gross)} of it credit the deposit ${invoice_number ?? ''}.`,
    )
  if (compared(exact(totals.deposit), zero) <= 0) return []
  return isKept
    ? [`The deducted deposit stays for the order: ${money(totals.deposit)} net less.`]
    : [`The deducted deposit goes back with them: ${money(totals.deposit)} net less. It can be deducted again.`]
}

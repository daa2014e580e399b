import { calendarDayText, withTax } from '@/shared/domain/text/formats'
import { Alert, Anchor, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { namesOf } from '@/kit/fields/field'
import { linkTo } from '@/shared/lib/address'
import { type BillQuestions, noQuestions, useAccountDoubt, useBillQuestions } from '../api/bill-questions.query'
import { supplierFields } from '../supplier-fields'
import { typedAmount } from '../typed-amount'

type Drafts = Readonly<Record<keyof typeof supplierFields, string>>

/** The questions about the drafts of a head. */
export function useQuestionsOf(drafts: Drafts, except: string | null): BillQuestions {
  return useBillQuestions(
    {
      supplierId: drafts.supplier_id,
      number: drafts.supplier_number,
      day: drafts.invoice_date,
      net: typedAmount('net', drafts),
      vat: typedAmount('vat', drafts),
    },
    except,
  )
}

/**
 * The questions with which the form's fields were made. `know` is called during drawing with the newest ones and draws
 * the form again.
 */
export function useKnownQuestions(): { asks: BillQuestions; know: (now: BillQuestions) => void } {
  const [asks, setAsks] = useState(noQuestions)
  const know = (now: BillQuestions) => {
    if (JSON.stringify(now) !== JSON.stringify(asks)) setAsks(now)
  }
  return { asks, know }
}

const headFields = namesOf(supplierFields)
const answers = ['another_bill_reason', 'vat_confirmed'] as const

/** The fields of a head, and below them its questions and the fields of the answers. */
export const headSections = (asks: BillQuestions, account: ReactNode) => [
  { fields: headFields, after: <QuestionsOfBill asks={asks} account={account} /> },
  { fields: answers },
]

const ofLines = ['vat_treatment', 'own_rate', 'deductible_pct', 'cost_account_id'] as const

/** `headSections` with the treatment and the account of the lines after the amounts. `note`: why the treatment is proposed. */
export const newBillSections = (asks: BillQuestions, note: ReactNode, account: ReactNode) => [
  {
    fields: [...headFields.slice(0, 4), 'currency', ...headFields.slice(4, 6), 'rate', 'worth', ...ofLines] as const,
    after: note,
  },
  { fields: headFields.slice(6), after: <QuestionsOfBill asks={asks} account={account} /> },
  { fields: answers },
]

/** Says that the account on a bill may not be the supplier's, as the payment run says it later. */
export function AccountDoubt({ supplierId, iban }: { supplierId: string; iban: string }) {
  const doubt = useAccountDoubt(supplierId, iban)
  return doubt === null ? null : (
    <Alert color="yellow" role="status" title="Is this the supplier’s account?">
      {doubt}
    </Alert>
  )
}

/** The bill of which this one may be a duplicate, the VAT that would fit, and a doubt about the account. The answers go into the fields below. */
export function QuestionsOfBill({ asks, account }: { asks: BillQuestions; account: ReactNode }) {
  const other = asks.same_number ?? asks.same_total
  return (
    <Stack gap="xs" mt="sm">
      {account}
      {other ? (
        <Alert color="yellow" role="status" title="This bill may be here already">
          <Anchor component={Link} inherit to={`${linkTo('/supplier-invoices')}?invoice=${other.id}`}>
            {other.number}
          </Anchor>{' '}
          {asks.same_number
            ? 'is the same number of this supplier.'
            : 'of this supplier has the same date and the same total.'}
        </Alert>
      ) : null}
      {asks.counts_from ? (
        <Alert color="yellow" role="status" title="The books of this day are closed">
          {`The bill counts from ${calendarDayText(asks.counts_from)}.`}
        </Alert>
      ) : null}
      {asks.vat === null ? null : (
        <Alert color="yellow" role="status" title={withTax('Is this {tax} right?')}>
          {asks.vat}
        </Alert>
      )}
    </Stack>
  )
}

import { Checkbox, Text } from '@mantine/core'
import { z } from 'zod'
import { parsed } from '@/kit/fields/choice-fields'
import type { Field, FieldInput } from '@/kit/fields/field'
import { compared, type Decimal, exact, minus, negative, sum, written, zero } from '@/shared/domain/money/decimal'
import { calendarDayText } from '@/shared/domain/text/formats'
import { readableIban } from '@/shared/domain/money/iban'
import { formatMoney } from '@/shared/domain/money/money'
import { today } from '../shared/today'
import type { Candidate } from './api/runs.query'
import classes from './runs.module.css'

/** The rows that the person ticked or unticked. The others follow the suggestion. */
const draftSchema = z.record(z.string(), z.boolean()).catch({})
const readDraft = (draft: string): Record<string, boolean> => draftSchema.parse(parsed(draft || '{}'))

/** The candidates that the run will pay. */
export function chosenOf(candidates: readonly Candidate[], draft: string): Candidate[] {
  const ticked = readDraft(draft)
  return candidates.filter(({ id, why, is_suggested }) => why === null && (ticked[id] ?? is_suggested))
}

/**
 * The sum of the run as decimal text, and its number of payments. Credit notes are deducted from the invoices of their
 * supplier, one after the other, until nothing is left of either.
 */
export function totalOf(chosen: readonly Candidate[]): { total: string; payments: number } {
  const left = new Map<string, Decimal>()
  for (const { supplier_id, amount, is_credit } of chosen)
    if (is_credit) left.set(supplier_id, sum([left.get(supplier_id) ?? zero, negative(exact(amount))]))
  const paid = byNumber(chosen.filter(({ is_credit }) => !is_credit)).map(({ supplier_id, amount }) => {
    const credit = left.get(supplier_id) ?? zero
    const asked = exact(amount)
    const used = compared(credit, asked) < 0 ? credit : asked
    left.set(supplier_id, minus(credit, used))
    return minus(asked, used)
  })
  return {
    total: written(sum([exact('0.00'), ...paid])),
    payments: paid.filter((one) => compared(one, zero) > 0).length,
  }
}

/** In the order of the database, which deducts in it. */
const byNumber = (rows: readonly Candidate[]) =>
  [...rows].sort((one, other) => (one.supplier_number < other.supplier_number ? -1 : 1))

const notInRun = 'Not in this run'
const heads = ['Overdue', 'Due, or cheaper now', 'Perhaps paid already', 'Later', notInRun] as const

/** Under which head a row stands. A day that is past is overdue, also where a debit of the bank speaks against paying it again. */
export function headOf({ why, is_suggested, is_credit, bank_note, ...row }: Candidate): (typeof heads)[number] {
  if (why !== null) return notInRun
  const day = row.due_date ?? row.scheduled_for
  if (!is_credit && day !== null && day < today()) return 'Overdue'
  if (is_suggested) return 'Due, or cheaper now'
  return bank_note === null ? 'Later' : 'Perhaps paid already'
}

/** Rows to tick, saved as the ids of the chosen invoices. The suggested ones begin ticked. */
export const chosenPayments = (candidates: readonly Candidate[]): Field<string[]> => ({
  label: 'Payments',
  required: true,
  missing: 'Please choose what is paid',
  wide: true,
  draftOf: (stored) =>
    typeof stored === 'object' && stored !== null ? JSON.stringify(draftSchema.parse(stored)) : '{}',
  isEmpty: (draft) => chosenOf(candidates, draft).every(({ is_credit }) => is_credit),
  problem: () => null,
  valueOf: (draft) => chosenOf(candidates, draft).map(({ id }) => id),
  words: (draft) => `${chosenOf(candidates, draft).length} payments`,
  Input: function PaymentsInput({ id, value, onChange, disabled, error }: FieldInput) {
    const chosen = new Set(chosenOf(candidates, value).map((one) => one.id))
    const put = (rows: readonly Candidate[], isChosen: boolean) =>
      onChange(JSON.stringify({ ...readDraft(value), ...Object.fromEntries(rows.map((row) => [row.id, isChosen])) }))
    const groups = heads.map((head) => [head, candidates.filter((one) => headOf(one) === head)] as const)
    const first = groups.find(([, rows]) => rows.length > 0)?.[0]
    return (
      <div role="group" aria-labelledby={`${id}-label`} aria-describedby={error ? `${id}-error` : undefined}>
        <Text id={`${id}-label`} size="sm" fw={500} mb={4}>
          Payments
        </Text>
        {groups.map(([title, rows]) =>
          rows.length === 0 ? null : (
            <section key={title} className={classes.group} aria-label={title}>
              <div className={classes.head}>
                {title !== notInRun ? (
                  <Checkbox
                    {...(title === first ? { id } : {})}
                    label={title}
                    disabled={disabled}
                    checked={rows.every((row) => chosen.has(row.id))}
                    indeterminate={rows.some((row) => chosen.has(row.id)) && !rows.every((row) => chosen.has(row.id))}
                    onChange={(event) => put(rows, event.currentTarget.checked)}
                  />
                ) : (
                  <span>{title}</span>
                )}
              </div>
              {rows.map((row) => (
                <label key={row.id} className={classes.payment} data-off={row.why !== null || undefined}>
                  <Checkbox
                    aria-label={`${row.supplier}, ${row.supplier_number}`}
                    disabled={disabled || row.why !== null}
                    checked={chosen.has(row.id)}
                    onChange={(event) => put([row], event.currentTarget.checked)}
                  />
                  <span className={classes.what}>
                    <strong>{row.supplier}</strong>
                    <span className={classes.detail}>{row.supplier_number}</span>
                    {row.iban ? <span className={classes.detail}>{readableIban(row.iban)}</span> : null}
                    {row.why ? <span className={classes.warn}>{row.why}</span> : null}
                    {row.bank_note ? <span className={classes.warn}>{row.bank_note}</span> : null}
                    {row.is_credit ? (
                      <span className={classes.detail}>Credit note, deducted from its supplier’s invoices</span>
                    ) : null}
                    {row.why === null && !row.is_known_account && !row.is_credit ? (
                      <span className={classes.warn}>This account is new, or not one of the supplier’s accounts.</span>
                    ) : null}
                  </span>
                  <span className={classes.when}>
                    {row.is_credit ? null : dueText(row)}
                    {row.discount === '0.00' ? null : (
                      <span className={classes.detail}>
                        {formatMoney(row.discount, row.currency)} discount until{' '}
                        {row.discount_until ? calendarDayText(row.discount_until) : ''}
                      </span>
                    )}
                  </span>
                  <span className={classes.amount}>{formatMoney(row.amount, row.currency)}</span>
                </label>
              ))}
            </section>
          ),
        )}
        {error ? (
          <Text id={`${id}-error`} size="sm" c="red" role="alert">
            {error}
          </Text>
        ) : null}
      </div>
    )
  },
})

const dueText = ({ due_date, scheduled_for }: Candidate): string => {
  if (due_date) return `Due ${calendarDayText(due_date)}`
  return scheduled_for ? `Planned for ${calendarDayText(scheduled_for)}` : 'No due date'
}

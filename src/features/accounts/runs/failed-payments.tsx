import { Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { parsed } from '@/kit/fields/choice-fields'
import type { Field, FieldInput } from '@/kit/fields/field'
import { formatMoney } from '@/shared/domain/money/money'
import type { RunPayment } from './api/runs.query'
import classes from './runs.module.css'

const draftSchema = z.record(z.string(), z.string()).catch({})
const readDraft = (draft: string): Record<string, string> => draftSchema.parse(parsed(draft || '{}'))
const most = 500

/** For each payment why it failed. Saved as those that have a reason; the others are paid. */
export const failedPayments = (payments: readonly RunPayment[]): Field<{ id: string; reason: string }[]> => {
  const failedOf = (draft: string) => {
    const reasons = readDraft(draft)
    return payments.flatMap(({ id }) => {
      const reason = reasons[id]?.trim() ?? ''
      return reason === '' ? [] : [{ id, reason }]
    })
  }
  return {
    label: 'Payments that failed',
    help: 'Say why a payment did not arrive. Payments without a reason are paid.',
    wide: true,
    draftOf: () => '{}',
    isEmpty: (draft) => failedOf(draft).length === 0,
    problem: (draft) => {
      if (failedOf(draft).some(({ reason }) => reason.length > most)) return `A reason has at most ${most} characters`
      return failedOf(draft).length === payments.length ? 'No payment arrived: please cancel the run instead' : null
    },
    valueOf: failedOf,
    words: (draft) => `${failedOf(draft).length} failed`,
    Input: function FailedInput({ id, value, onChange, onBlur, disabled, error, description }: FieldInput) {
      const reasons = readDraft(value)
      return (
        <div role="group" aria-labelledby={`${id}-label`}>
          <Text id={`${id}-label`} size="sm" fw={500}>
            Payments that failed
          </Text>
          <Text size="xs" c="dimmed" mb="xs">
            {description}
          </Text>
          {payments.map((payment, place) => (
            <div key={payment.id} className={classes.failure}>
              <span className={classes.what}>
                {payment.creditor}
                <span className={classes.detail}>
                  {payment.invoice.supplier_number} · {formatMoney(payment.amount)}
                </span>
              </span>
              <TextInput
                {...(place === 0 ? { id } : {})}
                aria-label={`Why the payment to ${payment.creditor} failed`}
                placeholder="Paid"
                value={reasons[payment.id] ?? ''}
                disabled={disabled}
                onChange={(event) => onChange(JSON.stringify({ ...reasons, [payment.id]: event.currentTarget.value }))}
                onBlur={onBlur}
              />
            </div>
          ))}
          {error ? (
            <Text size="sm" c="red" role="alert">
              {error}
            </Text>
          ) : null}
        </div>
      )
    },
  }
}

import { notifications } from '@mantine/notifications'
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { notifyWithUndo } from '@/kit/confirm'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { currentFormats } from '@/shared/domain/text/formats'
import { divided, exact, rounded, times, written } from '@/shared/domain/money/decimal'
import { amountWords, decimalText, readDecimal } from '@/shared/domain/money/money'
import { saveProblem } from '@/shared/hooks/save-problem'
import { newId } from '@/shared/lib/new-id'
import { recordRefund, refundToCard, takeBackRefund } from '../api/refund.mutation'
import { paymentWorthQuery } from '../api/refundable.query'
import { accountsKey } from '../keys'

type RefundFormProps = {
  paymentId: string
  /** The payment was taken from a card here: the bank can give it back. */
  isCard: boolean
  /** The payment came in cash: the refund is proposed in cash too. */
  cameInCash: boolean
  /** The largest possible refund, which is also proposed. Decimal text. */
  most: string
  currency: string
  /** The credit note for the whole refund. */
  creditNoteId?: string
  /** The proposed reason. */
  reason?: string | null
  submitLabel: string
  onClose: () => void
}

/** Refunds money of a payment: by the bank to its card, or as recorded by transfer or in cash. */
export function RefundForm(props: RefundFormProps) {
  const isForeign = props.currency !== currentFormats().currency
  const whole = useQuery({ ...paymentWorthQuery(props.paymentId), enabled: isForeign })
  if (whole.isLoading) return <Skeleton height={240} />
  return <Asked {...props} whole={whole.data ?? null} />
}

/** The share that a part of a payment has of what came in, as the database takes it (`private.share_of_worth`). */
export function shareOf(typed: string, whole: { amount: string; worth: string | null } | null): string {
  const read = readDecimal(typed)
  if (!('value' in read) || !whole?.worth) return ''
  const share = divided(times(exact(read.value), exact(whole.worth)), exact(whole.amount), 6)
  return share === null ? '' : written(rounded(share, 2))
}

function Asked({
  paymentId,
  isCard,
  cameInCash,
  most,
  currency,
  creditNoteId,
  reason,
  submitLabel,
  onClose,
  whole,
}: RefundFormProps & { whole: { amount: string; worth: string | null } | null }) {
  const [id, setId] = useState(newId)
  const queryClient = useQueryClient()
  const undo = () =>
    void takeBackRefund(id, 'Undone right after it was recorded')
      .then(
        () => notifications.show({ message: 'The refund is taken back.' }),
        (error: unknown) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
      )
      .then(() => queryClient.invalidateQueries({ queryKey: accountsKey }))
  const fields = useMemo(
    () =>
      defineFields({
        amount: money('Amount', { required: true, aboveZero: true, most, currency }),
        how: choice(
          'How',
          [
            ...(isCard ? [{ value: 'card', label: 'Back to the card, by the bank' }] : []),
            { value: 'bank', label: 'By bank transfer: I gave it back already' },
            { value: 'cash', label: 'In cash: I gave it back already' },
          ],
          { required: true },
        ),
        worth: money(`What went out, in ${currentFormats().currency}`, {
          aboveZero: true,
          hiddenUnless: ({ how }) => currency !== currentFormats().currency && how !== 'card',
          help: 'Proposed: its share of what came in. Enter what the bank debited.',
          about: ({ amount = '' }) => amountWords(amount, currency),
          proposed: ({ amount = '' }) => {
            const share = shareOf(amount, whole)
            return share === '' ? '' : decimalText(share)
          },
        }),
        reason: longText('Why', { required: true, max: 2000, empty: '', missing: 'Please say why' }),
      }),
    [isCard, most, currency, whole],
  )
  const form = useRecordForm({
    fields,
    name: `refund-${paymentId}${creditNoteId ? `-${creditNoteId}` : ''}`,
    isNew: true,
    stored: { amount: most, how: isCard ? 'card' : cameInCash ? 'cash' : 'bank', reason: reason ?? '' },
    queryKey: accountsKey,
    save: async ({ amount, how, worth, reason: why }) => {
      try {
        const refund = { id, paymentId, amount, reason: why, creditNoteId, worth: worth ?? undefined }
        await (how === 'card' ? refundToCard(refund) : recordRefund(refund, how === 'cash' ? 'cash' : 'bank'))
        return how
      } catch (error) {
        // After a refusal by the bank, a new try is a new refund.
        setId(newId())
        throw error
      }
    },
    onSaved: (how) => {
      // What the bank gave back to a card stays.
      if (how === 'card') notifications.show({ message: 'The refund is recorded.' })
      else notifyWithUndo('The refund is recorded.', undo)
      onClose()
    },
  })
  return <RecordForm form={form} label="Refund" submitLabel={submitLabel} onCancel={onClose} isPlain autoFocus />
}

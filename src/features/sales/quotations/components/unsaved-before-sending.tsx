import { Alert, Stack } from '@mantine/core'
import type { Dialog } from '@/kit/dialog/use-dialog'
import type { Fields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import type { RecordFormState } from '@/kit/form/use-record-form'
import page from '@/shared/ui/page/record-page.module.css'
import type { Quotation } from '../api/quotation.query'
import { useHeadForm, useValidityForm } from './edit-quotation'

const stay = () => {}

/**
 * What was typed into a closed dialog of a draft and not saved: the paper does not have it. While `unsaved` is there, it
 * stands in the place of the mail, and nothing is sent.
 */
export function useUnsavedBeforeSending(row: Quotation, isDraft: boolean, validity: Dialog) {
  const head = useHeadForm({ row, onClose: stay })
  const day = useValidityForm({ row, onClose: validity.close })
  const isHead = head.isChanged
  const isWaiting = isDraft && (isHead || (day.isChanged && !validity.isOpen))
  return {
    day,
    unsaved: !isWaiting ? null : isHead ? (
      <UnsavedForm key="head" form={head} label="Unsaved changes" />
    ) : (
      <UnsavedForm key="day" form={day} label="Unsaved last valid day" />
    ),
  }
}

const UnsavedForm = <F extends Fields>({ form, label }: { form: RecordFormState<F>; label: string }) => (
  <Stack gap="sm">
    <Alert color="yellow" role="alert" title="There are unsaved changes">
      The paper does not have them. Save them or discard them; then the quotation can be sent.
    </Alert>
    <section className={page.panel} aria-label={label}>
      <RecordForm form={form} label={label} submitLabel="Save changes" onCancel={stay} isPlain />
    </section>
  </Stack>
)

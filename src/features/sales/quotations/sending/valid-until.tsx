import { Modal, Text, UnstyledButton } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { RecordForm } from '@/kit/form/record-form'
import { calendarDayText, countText } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { useNow } from '@/shared/hooks/use-now'
import { newQuotationsQuery } from '../../shared/api/new-quotations.query'
import type { Quotation } from '../api/quotation.query'
import { useValidityForm } from '../components/edit-quotation'
import classes from '../components/quotation.module.css'

/** ` for 30 days`; nothing while the number is not known. */
const forDays = (days: number | undefined): string =>
  days === undefined ? '' : ` for ${countText(days)} ${days === 1 ? 'day' : 'days'}`

type ValidUntilProps = { row: Quotation; isOpen: boolean }

/**
 * Until when the client may approve the quotation, in its head. `isOpen`: the day can still be chosen; then a press chooses
 * it. Of an empty day it says what sending makes of it. After the answer the day says nothing any more.
 */
export function ValidUntil({ row, isOpen }: ValidUntilProps) {
  const today = todayOf(useNow(600_000))
  const { data: usual } = useQuery({ ...newQuotationsQuery, enabled: isOpen && row.valid_until === null })
  const until = row.valid_until
  if (!isOpen && (until === null || row.decided_at !== null)) return null
  const isPast = until !== null && until < today
  const words =
    until === null
      ? `Valid${forDays(usual?.quotation_valid_days)} once sent`
      : `${isPast ? 'Was valid' : 'Valid'} until ${calendarDayText(until)}`
  const looks = { className: classes.validity ?? '', 'data-past': isPast || undefined }
  if (!isOpen)
    return (
      <Text component="span" size="sm" {...looks}>
        {words}
      </Text>
    )
  return <OpenValidity row={row} words={words} looks={looks} />
}

function OpenValidity({ row, words, looks }: { row: Quotation; words: string; looks: object }) {
  const { isOpen, open, close } = useDialog('validity')
  const form = useValidityForm({ row, onClose: close })
  return (
    <>
      <UnstyledButton
        {...looks}
        fz="sm"
        aria-haspopup="dialog"
        title="Choose the last valid day"
        onClick={() => open()}
      >
        <IconCalendarEvent size={16} aria-hidden />
        <span>{words}</span>
      </UnstyledButton>
      <Modal opened={isOpen} onClose={close} title="Until when is it valid?">
        <RecordForm form={form} label="Validity" submitLabel="Save" onCancel={close} isPlain autoFocus />
      </Modal>
    </>
  )
}

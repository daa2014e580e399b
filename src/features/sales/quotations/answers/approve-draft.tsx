import { Text } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { calendarDayText } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { useNow } from '@/shared/hooks/use-now'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { recordAnswer } from '../api/quotation.mutation'
import type { Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'
import type { QuotationItem } from '../editor/line'

const ways = ['By telephone', 'In person', 'By mail', 'On paper'] as const

const fields = defineFields({
  name: text('Who said yes', { required: true, max: 200, empty: '' }),
  way: choice(
    'How',
    ways.map((way) => ({ value: way, label: way })),
    { required: true },
  ),
  day: date('When', { required: true }),
})

type ApproveDraftProps = { row: Quotation; lines: readonly QuotationItem[]; onClose: () => void }

/** The client said yes before anything was sent: the draft becomes an order in one act, and no mail goes out. */
export function ApproveDraft({ row, lines, onClose }: ApproveDraftProps) {
  const navigate = useNavigate()
  const href = useRecordHref()
  const today = todayOf(useNow(600_000))
  const form = useRecordForm({
    fields,
    name: `draft-approval-${row.id}`,
    isNew: true,
    stored: { way: ways[0], day: today },
    queryKey: quotationsKey,
    check: ({ day }) => (day > today ? { day: 'Please choose a day that has come' } : {}),
    save: ({ name, way, day }) =>
      recordAnswer({
        id: row.id,
        answer: 'approved',
        name,
        words: `${way}, ${calendarDayText(day)}`,
        lost: null,
        selected: lines.filter(({ is_selected }) => is_selected).map(({ id }) => id),
      }),
    onSaved: (order) => {
      const to = order === null ? null : href('order', order)
      if (to) void navigate(to, { replace: true })
      else onClose()
    },
  })
  return (
    <RecordForm
      form={form}
      label="Approval"
      submitLabel={row.amends ? `Add it to ${row.amends.order_number}` : 'Make the order'}
      onCancel={onClose}
      isPlain
      autoFocus
      hint={
        <Text size="sm" c="dimmed">
          The lines are kept as they are now. The client gets no mail.
        </Text>
      }
    />
  )
}

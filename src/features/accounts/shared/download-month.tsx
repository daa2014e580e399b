import { Modal } from '@mantine/core'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { monthBefore } from '@/shared/domain/time/days'
import { papersOfDays } from './api/billed-paper.query'
import { accountsKey } from './keys'
import { savePapersZip } from './papers-zip'
import { today } from './today'

const fields = defineFields({
  from: date('Issued from', { required: true }),
  to: date('Issued until', { required: true }),
})

type DownloadMonthProps = { opened: boolean; onClose: () => void }

/** Saves all issued invoices and credit notes of a month, or of other days, as one zip of PDFs and electronic files. */
export const DownloadMonth = ({ opened, onClose }: DownloadMonthProps) => (
  <Modal opened={opened} onClose={onClose} title="Invoices and credit notes of a month">
    <DaysForm onClose={onClose} />
  </Modal>
)

function DaysForm({ onClose }: { onClose: () => void }) {
  const form = useRecordForm({
    fields,
    name: 'download-papers',
    isNew: true,
    stored: monthBefore(today()),
    queryKey: accountsKey,
    check: ({ from, to }) => (to < from ? { to: 'Please choose a day that is not before the first' } : {}),
    save: ({ from, to }) => savePapersZip(`papers-${from}-${to}`, papersOfDays(from, to)),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      isPlain
      autoFocus
      label="Days of the papers"
      submitLabel="Download PDF and XML"
      onCancel={onClose}
    />
  )
}

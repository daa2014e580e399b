import { List, Stack, Text } from '@mantine/core'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { RecordLink } from '@/shared/ui/page/record-links'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText, countText } from '@/shared/domain/text/formats'
import { accountsKey } from '../../shared/keys'
import { undoImport } from '../api/bank.mutation'
import type { BookedEntry } from '../api/bank.query'

const most = 20

/** `Its 12 entries go, and the file can be imported again.` */
export const goneWords = (entries: number): string =>
  `Its ${entries === 1 ? 'entry goes' : `${countText(entries)} entries go`}, and the file can be imported again.`

type TakeBackImportProps = {
  file: { id: string; file_name: string; entries: number }
  booked: readonly BookedEntry[]
  onClose: () => void
  onGone: (entries: number) => void
}

/** Asks why a file is taken back of which entries are booked, and names each of them. All is taken back, or nothing. */
export function TakeBackImport({ file, booked, onClose, onGone }: TakeBackImportProps) {
  const text = (
    <Stack gap="xs">
      <Text size="sm">
        {`${goneWords(file.entries)} ${
          booked.length === 1
            ? 'One of them is booked and is'
            : `${countText(booked.length)} of them are booked and are`
        } taken back with it: reversing records are added, and invoices are open again. What was recorded by hand stays. If one cannot be taken back, nothing is.`}
      </Text>
      <List size="sm" aria-label="Booked entries of this file">
        {booked.slice(0, most).map((entry) => (
          <List.Item key={entry.id}>
            {`${formatMoney(entry.amount, entry.currency)} of ${calendarDayText(entry.booked_on)}: `}
            <BookedAs entry={entry} />
          </List.Item>
        ))}
      </List>
      {booked.length > most ? <Text size="sm">{`and ${countText(booked.length - most)} more`}</Text> : null}
    </Stack>
  )
  return (
    <ReasonDialog
      title={`Take ${file.file_name} back`}
      text={text}
      submitLabel="Take all back"
      name={`undo-import-${file.id}`}
      queryKey={accountsKey}
      save={async (reason) => onGone(await undoImport(file.id, reason))}
      onClose={onClose}
    />
  )
}

/** The record that a booked entry is in the books, as a link. */
function BookedAs({ entry: { booking, payment, run, payouts } }: { entry: BookedEntry }) {
  const [first] = payouts
  if (booking) return <>{booking.number}</>
  if (payment)
    return (
      <RecordLink kind="payment" id={payment.id}>
        {payment.payment_number}
      </RecordLink>
    )
  if (run)
    return (
      <RecordLink kind="payment_run" id={run.id}>
        {run.run_number}
      </RecordLink>
    )
  if (first?.paid?.invoice)
    return (
      <RecordLink kind="supplier_invoice" id={first.paid.invoice.id}>
        {first.paid.invoice.supplier_number}
      </RecordLink>
    )
  return first?.refund ? (
    <RecordLink kind="payment" id={first.refund.payment.id}>
      {first.refund.payment.payment_number}
    </RecordLink>
  ) : null
}

import { useQueryClient } from '@tanstack/react-query'
import { notifyWithUndo } from '@/kit/confirm'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { formatMoney } from '@/shared/domain/money/money'
import { accountsKey } from '../../shared/keys'
import { ignoreEntries, ignoreEntry, noticeEntries, undoEntry } from '../api/bank.mutation'
import type { Entry } from '../api/bank.query'

type EntryDialogProps = { entry: Entry | undefined; onClose: () => void; onDecided: (words: string) => void }

const named = ({ amount, currency, party_name, direction }: Entry) =>
  direction === 'in'
    ? `${formatMoney(amount, currency)} of ${party_name ?? 'an unnamed payer'}`
    : `${formatMoney(amount, currency)} to ${party_name ?? 'an unnamed payee'}`

/** Asks why an entry belongs to nobody in the books. */
export const IgnoreEntry = ({ entry, onClose, onDecided }: EntryDialogProps) =>
  entry ? (
    <ReasonDialog
      title={`Ignore ${named(entry)}`}
      text="Nothing is recorded. It stays in the list of ignored entries with your reason."
      submitLabel="Ignore entry"
      name={`ignore-entry-${entry.id}`}
      queryKey={accountsKey}
      save={async (reason) => {
        await ignoreEntry(entry.id, reason)
        onDecided(`Ignored: ${reason}`)
      }}
      onClose={onClose}
    />
  ) : null

type IgnoreEntriesProps = { ids: readonly string[]; onClose: () => void; onDone: () => void }

/** Asks once why several entries are not booked. The action can be undone at once. */
export function IgnoreEntries({ ids, onClose, onDone }: IgnoreEntriesProps) {
  const queryClient = useQueryClient()
  const undo = async () => {
    await noticeEntries(ids)
    await queryClient.invalidateQueries({ queryKey: accountsKey })
  }
  return (
    <ReasonDialog
      title={ids.length === 1 ? 'Ignore 1 entry' : `Ignore ${ids.length} entries`}
      text="Nothing is recorded. They stay in the list of ignored entries with your reason."
      submitLabel={ids.length === 1 ? 'Ignore entry' : 'Ignore entries'}
      name="ignore-entries"
      queryKey={accountsKey}
      save={async (reason) => {
        const count = await ignoreEntries(ids, reason)
        onDone()
        notifyWithUndo(count === 1 ? '1 entry is ignored.' : `${count} entries are ignored.`, () => void undo())
      }}
      onClose={onClose}
    />
  )
}

/** Asks why a confirmation was wrong. */
export const UndoEntry = ({ entry, onClose, onDecided }: EntryDialogProps) =>
  entry ? (
    <ReasonDialog
      title={`Take back ${named(entry)}`}
      text={
        entry.splits.length > 0
          ? 'The entry is whole again and to match. What its parts recorded is taken back.'
          : !entry.has_recorded
            ? 'The entry is no longer linked. What was recorded by hand stays as it is.'
            : entry.booking
              ? 'A record is added that takes the booking back.'
              : entry.direction === 'in'
                ? 'The payment stays in the books, and a reversing record is added to it. Its invoices are open again.'
                : entry.run
                  ? 'Reversing records are added to its payments. The run waits for the bank again.'
                  : entry.payouts.some(({ taken_off }) => taken_off)
                    ? 'The payment did not come back: it settles its former invoices again, as far as they are open.'
                    : 'A reversing record is added, and the invoices it paid are open again.'
      }
      submitLabel="Take back"
      name={`undo-entry-${entry.id}`}
      queryKey={accountsKey}
      save={async (reason) => {
        await undoEntry(entry.id, reason)
        onDecided('It is to match again.')
      }}
      onClose={onClose}
    />
  ) : null

import { Anchor, Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { today } from '../../shared/today'
import { postEntry } from '../api/book-entries.mutation'
import { type BookEntry, entryQuery } from '../api/book-entries.query'
import { journalKey } from '../api/account-choices.query'
import { linesProblem } from '../entry-lines'
import { entryLines, typedLines } from '../entry-lines-field'

const fields = defineFields({
  on_date: date('Day', { required: true }),
  purpose: choice(
    'What it is',
    [
      { value: 'entry', label: 'An entry' },
      { value: 'opening', label: 'Opening balances of the former books' },
    ],
    {
      required: true,
    },
  ),
  words: text('For', { required: true, max: 500, wide: true, missing: 'Please say what the entry is for' }),
  lines: entryLines(),
})

type NewEntryProps = {
  /** The entry whose lines this one begins with; empty for none. */
  copied: string
  onClose: () => void
}

/** An entry by hand in its window: the lines balance, or are opening balances. */
export function NewEntry({ copied, onClose }: NewEntryProps) {
  const from = useQuery({ ...entryQuery(copied), enabled: copied !== '' })
  return (
    <Modal opened onClose={onClose} title="New entry" size="64rem">
      {copied === '' ? (
        <EntryForm from={null} onClose={onClose} />
      ) : from.isPending ? null : (
        <EntryForm from={from.data ?? null} onClose={onClose} />
      )}
    </Modal>
  )
}

const side = (amount: string) =>
  amount.startsWith('-') ? { debit: '', credit: amount.slice(1) } : { debit: amount, credit: '' }

function EntryForm({ from, onClose }: { from: BookEntry | null; onClose: () => void }) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const form = useRecordForm({
    fields,
    name: from ? `new-entry-like-${from.id}` : 'new-entry',
    isNew: true,
    isOnlyBegun: true,
    stored: {
      on_date: today(),
      purpose: from?.purpose === 'opening' ? 'opening' : 'entry',
      ...(from
        ? {
            words: from.words,
            lines: from.lines
              .filter(({ place }) => place > 0)
              .map(({ account, words, amount }) => ({
                account: account?.id ?? '',
                words: words ?? '',
                ...side(amount),
              })),
          }
        : {}),
    },
    queryKey: journalKey,
    check: ({ lines, purpose }) => {
      const problem = linesProblem(typedLines(lines), purpose === 'opening')
      return problem ? { lines: problem } : {}
    },
    save: (values) => postEntry(id, values),
    onSaved: (number) => {
      notifications.show({ message: `${number} is booked` })
      void navigate(linkTo('/journal/:id', { id }), { replace: true })
    },
  })
  return (
    <RecordForm
      form={form}
      label="New entry"
      submitLabel="Book it"
      onCancel={onClose}
      isPlain
      hint={form.drafts.purpose === 'opening' ? <OpeningHint /> : null}
    />
  )
}

/** Where open papers of the former books come from: they are no lines of this entry. */
const OpeningHint = () => (
  <Text size="sm" c="dimmed" flex="1 1 20rem">
    {'The rest goes to the account of opening balances. Open invoices and bills of the former books are taken over by '}
    <Anchor component={Link} inherit to={linkTo('/settings/books')}>
      Bring Your Books
    </Anchor>
    , and stand against it too.
  </Text>
)

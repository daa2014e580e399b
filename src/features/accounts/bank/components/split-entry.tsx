import { Modal, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText } from '@/shared/domain/text/formats'
import { accountsKey } from '../../shared/keys'
import { splitEntry } from '../api/bank.mutation'
import type { Entry } from '../api/bank.query'
import { bankParts, firstParts } from '../parts-of-entry'
import { DecidedFoot } from './decide-buttons'
import classes from './bank.module.css'

type SplitEntryProps = { entry: Entry | undefined; onClose: () => void }

/** Asks for the parts of an entry that is several things. Each part then waits as an entry, in the place of the whole. */
export const SplitEntry = ({ entry, onClose }: SplitEntryProps) => (
  <Modal
    opened={entry !== undefined}
    onClose={onClose}
    size="lg"
    title={entry ? `Split ${formatMoney(entry.amount, entry.currency)} of ${calendarDayText(entry.booked_on)}` : ''}
  >
    {entry ? <PartsForm key={entry.id} entry={entry} onClose={onClose} /> : null}
  </Modal>
)

function PartsForm({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const [stored] = useState(() => ({ parts: firstParts(entry) }))
  const form = useRecordForm({
    fields: useMemo(() => defineFields({ parts: bankParts(entry) }), [entry]),
    name: `split-entry-${entry.id}`,
    isNew: true,
    stored,
    queryKey: accountsKey,
    save: ({ parts }) => splitEntry(entry.id, parts),
    onSaved: onClose,
  })
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Each part is then matched as an entry: with a client, a supplier or an account. A charge that the bank kept is
        money out.
      </Text>
      <RecordForm form={form} label="Parts" submitLabel="Split" onCancel={onClose} isPlain autoFocus />
    </>
  )
}

const partStates: Readonly<Record<string, string>> = { open: 'to match', confirmed: 'matched', ignored: 'ignored' }

type SplitIntoProps = { entry: Entry; mayUndo: boolean; onUndo: () => void; decided: string | null }

/** The parts of a split entry, and how far each is. */
export const SplitInto = ({ entry, mayUndo, onUndo, decided }: SplitIntoProps) => (
  <div className={classes.ours}>
    <strong>{`Split into ${entry.splits.length} parts`}</strong>
    {entry.splits.map((part) => (
      <Text key={part.id} size="sm">
        {[
          formatMoney(part.direction === 'out' ? `-${part.amount}` : part.amount, entry.currency),
          part.split_words,
          partStates[part.status],
        ]
          .filter(Boolean)
          .join(', ')}
      </Text>
    ))}
    <DecidedFoot decided={decided} mayUndo={mayUndo} onUndo={onUndo} />
  </div>
)

import type { JournalLine } from '../api/journal.query'
import type { Days } from '../days'

/** What a file of the journal is made of. */
export type JournalFile = { lines: readonly JournalLine[]; days: Days; currency: string }

/** Writes the journal in one format. Each format is a file of this folder. */
export type JournalWriter = (file: JournalFile) => Promise<Blob>

/** A format that the journal is saved in: its writer is loaded when it is first needed. */
export type JournalFormat = { name: string; label: string; ending: string; load: () => Promise<JournalWriter> }

/** One column of the plain journal, in every format that has columns. */
export type JournalColumn = {
  head: string
  kind: 'day' | 'text' | 'amount' | 'rate'
  of: (line: JournalLine) => string | null
}

export const journalColumns: readonly JournalColumn[] = [
  { head: 'Day', kind: 'day', of: (line) => line.on_date },
  { head: 'Paper', kind: 'text', of: (line) => line.number },
  { head: 'Kind', kind: 'text', of: (line) => line.kind.replace('_', ' ') },
  { head: 'Client or supplier', kind: 'text', of: (line) => line.party },
  { head: 'Text', kind: 'text', of: (line) => line.words },
  { head: 'Account', kind: 'text', of: (line) => line.code },
  { head: 'Account name', kind: 'text', of: (line) => line.account },
  { head: 'Debit', kind: 'amount', of: (line) => line.debit },
  { head: 'Credit', kind: 'amount', of: (line) => line.credit },
  { head: 'VAT rate', kind: 'rate', of: (line) => line.vat_rate },
  { head: 'VAT treatment', kind: 'text', of: (line) => line.vat_treatment },
  { head: 'Entry', kind: 'text', of: (line) => line.entry_id },
]

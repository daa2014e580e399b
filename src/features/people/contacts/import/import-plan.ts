import { contactValues, emptyContact } from '@/shared/domain/people/contact'
import type { AlikeBy, EarlierRow } from './duplicates-in-file'
import { type ImportRow, splitName } from './import-rows'

/** The contact that a row of a file seems to be. */
export type ContactMatch = {
  contact_id: string
  by: AlikeBy
  type: string
  name: string | null
  last_name: string | null
  company: string | null
  email: string | null
  archived: boolean
}

/** What to do with a row: skip it, update the existing contact, or create a new one. */
export type Choice = 'skip' | 'update' | 'create'

/** A row with the contact or the earlier row that it duplicates. */
export type JudgedRow = ImportRow & { match: ContactMatch | null; earlier: EarlierRow | null }

export type Verdict = 'ready' | 'duplicate' | 'wrong'
export const verdictOf = ({ problem, match, earlier }: JudgedRow): Verdict =>
  problem !== null ? 'wrong' : match !== null || earlier !== null ? 'duplicate' : 'ready'

/** What to do with duplicates: one rule for all, and exceptions by line. */
export type Choices = { all: Choice; single: ReadonlyMap<number, Choice> }

/** A row that repeats another row of the file has nothing to fill in: it is left out instead. */
export function choiceOf(row: JudgedRow, { all, single }: Choices): Choice {
  const choice = single.get(row.line) ?? all
  return choice === 'update' && row.match === null ? 'skip' : choice
}

/** A row as the database takes it. */
export type PlannedRow = {
  line: number
  id: string
  choice: 'new' | 'create' | 'update'
  target: string | null
  type: string
  note: string | null
  /** True puts the contact on stop; a file releases nobody. */
  on_stop: boolean
  /** For a contact person: the business of the same row. */
  works_for?: string
} & ReturnType<typeof contactValues>

/** The rows to send, with the ids that they will have: sent twice, they are imported once. */
export function planImport(
  rows: readonly JudgedRow[],
  choices: Choices,
  idOf: (line: number) => string,
  may: { update: boolean },
): PlannedRow[] {
  return rows.flatMap((row): PlannedRow[] => {
    const verdict = verdictOf(row)
    if (verdict === 'wrong') return []
    const choice = verdict === 'ready' ? 'new' : choiceOf(row, choices)
    if (choice === 'skip' || (choice === 'update' && !may.update)) return []
    const id = idOf(row.line)
    return [
      {
        line: row.line,
        id,
        choice,
        target: choice === 'update' ? (row.match?.contact_id ?? null) : null,
        type: row.kind,
        note: row.note || null,
        on_stop: row.onStop,
        ...contactValues(row.draft),
      },
      ...(choice === 'update' || row.contactPerson === '' ? [] : [personOf(row, id, idOf)]),
    ]
  })
}

/** Rows of contact persons have the line of their business below zero: a line is one row of an import. */
export const lineOfPerson = (line: number): number => -line

/** The contact person of a business that is added: a person who works for it. */
function personOf(row: JudgedRow, business: string, idOf: (line: number) => string): PlannedRow {
  const line = lineOfPerson(row.line)
  const draft = { ...emptyContact, ...splitName(row.contactPerson), company: row.draft.company }
  return {
    ...{ line, id: idOf(line), choice: 'create', target: null, type: 'Person', note: null, on_stop: false },
    works_for: business,
    ...contactValues(draft),
  }
}

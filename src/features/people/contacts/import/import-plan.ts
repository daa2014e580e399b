import { contactValues, emptyContact } from '@/shared/domain/people/contact'
import type { AlikeBy, EarlierRow } from './duplicates-in-file'
import type { ImportRow, PersonName } from './import-rows'

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
export const verdictOf = (row: JudgedRow): Verdict =>
  row.problem !== null
    ? 'wrong'
    : row.match !== null || (row.earlier !== null && !isOneMorePerson(row))
      ? 'duplicate'
      : 'ready'

/** A row that repeats a business of the file and names another person of it: only the person is added. */
export const isOneMorePerson = ({ match, earlier }: JudgedRow): boolean => match === null && earlier?.joins === true

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
  /** The ids of the businesses that the rows become, by line. */
  const businesses = new Map<number, string>()
  return rows.flatMap((row): PlannedRow[] => {
    const choice = plannedChoice(row, choices, may)
    if (choice === null) return []
    const above = row.earlier && isOneMorePerson(row) ? businesses.get(row.earlier.line) : undefined
    if (above !== undefined && row.contactPerson) return [onePersonMore(row, row.contactPerson, above, idOf)]
    const target = choice === 'update' ? (row.match?.contact_id ?? null) : null
    const id = idOf(row.line)
    const business = target ?? id
    businesses.set(row.line, business)
    return [
      {
        ...{ line: row.line, id, choice, target, type: row.kind, note: row.note || null, on_stop: row.onStop },
        ...contactValues(row.draft),
      },
      ...(row.contactPerson ? [personOf(row, row.contactPerson, business, idOf)] : []),
    ]
  })
}

/** What is done with a row; null leaves it out. */
function plannedChoice(row: JudgedRow, choices: Choices, may: { update: boolean }): PlannedRow['choice'] | null {
  const verdict = verdictOf(row)
  if (verdict === 'wrong') return null
  const choice = verdict === 'ready' ? 'new' : choiceOf(row, choices)
  return choice === 'skip' || (choice === 'update' && !may.update) ? null : choice
}

/** A further contact person of a business of the file, with the note and the on-stop sign of the row. */
function onePersonMore(
  row: JudgedRow,
  person: PersonName,
  business: string,
  idOf: (line: number) => string,
): PlannedRow {
  return { ...personOf(row, person, business, idOf), note: row.note || null, on_stop: row.onStop }
}

/** Rows of contact persons have the line of their business below zero: a line is one row of an import. */
export const lineOfPerson = (line: number): number => -line

/** The contact person of a business: a person who works for it, with the e-mail, phone and mobile of the row. */
function personOf(row: JudgedRow, person: PersonName, business: string, idOf: (line: number) => string): PlannedRow {
  const line = lineOfPerson(row.line)
  const { company, email, phone, mobile } = row.draft
  return {
    ...{ line, id: idOf(line), choice: 'create', target: null, type: 'Person', note: null, on_stop: false },
    works_for: business,
    ...contactValues({ ...emptyContact, ...person, company, email, phone, mobile }),
  }
}

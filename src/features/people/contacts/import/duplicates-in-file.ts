import { fold } from './columns'
import type { ImportRow, PersonName } from './import-rows'

/** Why two contacts look the same; `alike`: a name with different letters. */
export type AlikeBy = 'vat' | 'email' | 'name' | 'alike'
/** A row of the same file, further up, that is the same contact. `joins`: this row names another person of that business. */
export type EarlierRow = { line: number; by: AlikeBy; joins: boolean }

/**
 * Rows that repeat a row further up: the same VAT number, e-mail or name, and the same kind. `nameKeys` are the keys of
 * names by line, as the database makes them.
 */
export function repeatedRows(
  rows: readonly ImportRow[],
  nameKeys: ReadonlyMap<number, string>,
): ReadonlyMap<number, EarlierRow> {
  const seen = new Map<string, number>()
  const repeated = new Map<number, EarlierRow>()
  /** The contact persons that the file has so far, by the line of their business. */
  const persons = new Set<string>()
  for (const { line, kind, draft, contactPerson, problem } of rows) {
    if (problem !== null) continue
    const signs: [AlikeBy, string][] = [
      ['vat', draft.vat_number],
      ['email', draft.email.toLowerCase()],
      ['name', nameKeys.get(line) ?? ''],
    ]
    const keys = signs.flatMap(([by, sign]) => (sign === '' ? [] : [{ by, key: `${kind}/${by}/${sign}` }]))
    const same = keys.find(({ key }) => seen.has(key))
    const first = (same && seen.get(same.key)) ?? line
    for (const { key } of keys) if (!seen.has(key)) seen.set(key, first)
    const person = contactPerson && `${first}/${keyOf(contactPerson)}`
    if (same) repeated.set(line, { line: first, by: same.by, joins: person !== null && !persons.has(person) })
    if (person) persons.add(person)
  }
  return repeated
}

const keyOf = ({ name, last_name }: PersonName): string => fold(`${name} ${last_name}`)

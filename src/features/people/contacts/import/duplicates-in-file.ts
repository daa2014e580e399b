import type { ImportRow } from './import-rows'

/** Why two contacts look the same; `alike`: a name with different letters. */
export type AlikeBy = 'vat' | 'email' | 'name' | 'alike'
/** A row of the same file, further up, that is the same contact. */
export type EarlierRow = { line: number; by: AlikeBy }

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
  for (const { line, kind, draft, problem } of rows) {
    if (problem !== null) continue
    const signs: [AlikeBy, string][] = [
      ['vat', draft.vat_number],
      ['email', draft.email.toLowerCase()],
      ['name', nameKeys.get(line) ?? ''],
    ]
    for (const [by, sign] of signs) {
      if (sign === '') continue
      const earlier = seen.get(`${kind}/${by}/${sign}`)
      if (earlier === undefined) seen.set(`${kind}/${by}/${sign}`, line)
      else if (!repeated.has(line)) repeated.set(line, { line: earlier, by })
    }
  }
  return repeated
}

import { csvRows, toCsv } from '../../shared/domain/text/csv.ts'
import { creditOf, debitOf, type GivenEntry, type HandOverWriter, wordsOf } from './format.ts'

const columns = ['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description', 'Name', 'Currency']

/** The name stands with what clients owe and suppliers get: there QuickBooks asks for it. */
function rowsOf(entry: GivenEntry, number: string, currency: string): (string | null)[][] {
  const [year, month, day] = entry.on_date.split('-')
  return entry.lines.map((line) => [
    number,
    `${month}/${day}/${year}`,
    line.account,
    debitOf(line),
    creditOf(line),
    [entry.number, wordsOf(entry, line)].filter(Boolean).join(' · '),
    ['clients', 'suppliers'].includes(line.part) ? entry.party : null,
    currency,
  ])
}

/** Journal entries of QuickBooks Online. Accounts go by their names, without numbers. */
export const writeQuickBooks: HandOverWriter = async ({ entries, place, facts }) => {
  const parts: string[] = [toCsv(columns, [])]
  let at = 0
  for await (const page of entries)
    for (const entry of page) {
      at += 1
      parts.push(csvRows(rowsOf(entry, `${place}-${at}`, facts.currency)))
    }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

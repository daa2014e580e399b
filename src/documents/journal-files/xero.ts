import { csvRows } from '../../shared/domain/text/csv.ts'
import { type GivenEntry, type HandOver, type HandOverWriter, wordsOf } from './format.ts'

const columns = ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount']
const tracking = ['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2']
/** Xero takes so many lines at once. */
export const mostXeroLines = 300

/** Lines with one narration and one day are one journal: the narration ends with a number that no other has. */
function rowsOf(entry: GivenEntry, { facts, place }: HandOver, at: number): string[][] {
  const [year, month, day] = entry.on_date.split('-')
  const about = [entry.number, entry.party].filter(Boolean).join(' · ')
  return entry.lines.map((line) => [
    `${about} (${place}-${at})`,
    `${day}/${month}/${year}`,
    wordsOf(entry, line),
    line.code,
    facts.xero_tax_rate ?? '',
    line.amount,
    ...tracking.map(() => ''),
  ])
}

/** Manual journals of Xero: one file, or an archive of files of 300 lines at most. No journal is cut. */
export const writeXero: HandOverWriter = async (of) => {
  const files: string[][][] = [[]]
  let at = 0
  for await (const page of of.entries)
    for (const entry of page) {
      at += 1
      const rows = rowsOf(entry, of, at)
      const last = files.at(-1)
      if (last && (last.length === 0 || last.length + rows.length <= mostXeroLines)) last.push(...rows)
      else files.push(rows)
    }
  const written = files.map((rows) => csvRows([[...columns, ...tracking], ...rows]))
  if (written.length === 1) return new Blob(written, { type: 'text/csv;charset=utf-8' })
  const { strToU8, zipSync } = await import('fflate')
  const named = written.map(
    (text, place) => [`journal-${String(place + 1).padStart(3, '0')}.csv`, strToU8(text)] as const,
  )
  return new Blob([zipSync(Object.fromEntries(named))], { type: 'application/zip' })
}

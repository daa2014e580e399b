import { saveFile } from '@/shared/lib/save-file'
import type { Report } from './report'

type Row = { section: string | null; code: string | null; name: string; cells: readonly (string | null)[] }

/** Every row of the screen, with its sums, as rows of a file. */
const rowsOf = ({ sections, total }: Report): Row[] => [
  ...sections.flatMap(({ title, rows, sum }): Row[] => [
    ...rows.map(({ code, name, cells }) => ({ section: title, code, name, cells })),
    { section: title, code: null, ...sum },
  ]),
  ...(total ? [{ section: null, code: null, ...total }] : []),
]

/** Saves reports that have the same columns, one under the other, as a CSV or an Excel file of that name. */
export async function saveReports(file: string, title: string, reports: readonly Report[], isSheet: boolean) {
  const { writePlainSheet } = await import('@/documents/journal-files/plain-sheet')
  const columns = reports[0]?.columns ?? []
  const sheet = [
    { head: 'Part', kind: 'text' as const, width: 14, of: ({ section }: Row) => section },
    { head: 'Account', kind: 'text' as const, width: 12, of: ({ code }: Row) => code },
    { head: 'Name', kind: 'text' as const, width: 36, of: ({ name }: Row) => name },
    ...columns.map(({ label, kind }, place) => ({
      head: label,
      kind,
      width: 14,
      of: ({ cells }: Row) => cells[place] ?? null,
    })),
  ]
  saveFile(`${file}.${isSheet ? 'xlsx' : 'csv'}`, await writePlainSheet(title, sheet, reports.flatMap(rowsOf), isSheet))
}

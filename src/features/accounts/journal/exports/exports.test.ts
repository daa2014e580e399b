import { XMLParser } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readCsv } from '@/shared/domain/text/csv'
import type { JournalLine } from '../api/journal.query'
import { journalColumns } from './format'
import { journalFormats } from './formats'

const line = (
  at: number,
  debit: string | null,
  credit: string | null,
  more: Partial<JournalLine> = {},
): JournalLine => ({
  place: String(at),
  on_date: `2026-0${1 + (at % 9)}-${10 + (at % 19)}`,
  kind: at % 2 === 0 ? 'invoice' : 'supplier_invoice',
  id: 'f0000000-0000-4000-a000-000000000001',
  entry_id: `f0000000-0000-4000-a000-00000000000${at}`,
  number: `INV-2026-000${at}`,
  party: 'Ħanut & Sons <Ltd>',
  words: 'Shop front, "south"; 2 sides\nsecond line',
  account_id: 'x',
  code: '1100',
  account: 'Clients',
  vat_rate: null,
  vat_treatment: null,
  debit,
  credit,
  ...more,
})
const lines = [
  line(1, '118.00', null),
  line(2, null, '0.01', { vat_rate: '8.875', vat_treatment: 'reverse_charge' }),
  line(3, '999999999999.99', null, { words: null, party: null, number: null }),
  line(4, null, '-5.10', { words: '=HYPERLINK("http://x")', party: '@SUM(A1)', code: '0400' }),
  line(5, '0.10', null, { words: '-5.00', number: '+35699000000' }),
]
const days = { from: '2026-01-01', to: '2026-12-31' }
const written = async (name: string) => {
  const format = journalFormats.find((one) => one.name === name)
  const write = await format?.load()
  return write?.({ lines, days, currency: 'EUR' })
}
const heads = journalColumns.map(({ head }) => head)
/** What a file must say of a line. A text that a spreadsheet would run has an apostrophe before it. */
const said = (one: JournalLine) =>
  journalColumns.map(({ of }) => {
    const value = of(one) ?? ''
    return value.startsWith('=') || value.startsWith('@') ? `'${value}` : value
  })

test('CSV read back is the journal', async () => {
  const text = await (await written('csv'))?.text()
  const { rows } = readCsv(text ?? '', ',')
  expect(rows[0]?.cells).toEqual(heads)
  expect(rows.slice(1).map(({ cells }) => cells)).toEqual(lines.map(said))
})

/** The cells of the first sheet: text as text, a number as it stands in the file, a date as `YYYY-MM-DD`. */
function readSheet(bytes: Uint8Array): string[][] {
  const files = unzipSync(bytes)
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => ['row', 'c', 'si', 'xf', 'numFmt'].includes(name),
  })
  const parsed = (name: string) => {
    const path = Object.keys(files).find((one) => one.endsWith(name)) ?? ''
    return parser.parse(strFromU8(files[path] ?? new Uint8Array()))
  }
  const shared: string[] = (parsed('sharedStrings.xml')?.sst?.si ?? []).map((one: { t: unknown }) =>
    typeof one.t === 'object' && one.t !== null ? String(Reflect.get(one.t, '#text')) : String(one.t),
  )
  const styles = parsed('styles.xml').styleSheet
  const formats = new Map<string, string>(
    styles.numFmts.numFmt.map((one: Record<string, string>) => [one['@_numFmtId'], one['@_formatCode']]),
  )
  const isDate = styles.cellXfs.xf.map(
    (one: Record<string, string>) => formats.get(one['@_numFmtId'] ?? '') === 'yyyy-mm-dd',
  )
  const column = (reference: string) =>
    [...reference.replace(/\d/g, '')].reduce((at, one) => at * 26 + one.charCodeAt(0) - 64, 0) - 1
  return parsed('sheet1.xml').worksheet.sheetData.row.map((row: { c: Record<string, string>[] }) => {
    const cells: string[] = Array.from({ length: heads.length }, () => '')
    for (const cell of row.c) {
      const value = cell['v']
      if (value === undefined) continue
      cells[column(cell['@_r'] ?? '')] =
        cell['@_t'] === 's'
          ? (shared[Number(value)] ?? '')
          : isDate[Number(cell['@_s'])]
            ? new Date((Number(value) - 25_569) * 86_400_000).toISOString().slice(0, 10)
            : value
    }
    return cells
  })
}

test('Excel read back is the journal: days are dates, amounts and rates are numbers, text never runs', async () => {
  const file = await written('xlsx')
  const [head, ...rows] = readSheet(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0)))
  expect(head).toEqual(heads)
  const plain = (text: string, place: number) =>
    ['amount', 'rate'].includes(journalColumns[place]?.kind ?? '') && text !== '' ? String(Number(text)) : text
  expect(rows).toEqual(lines.map((one) => said(one).map(plain)))
})

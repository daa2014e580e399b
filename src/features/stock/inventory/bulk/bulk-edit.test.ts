import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BulkRow,
  bulkCsv,
  changesOf,
  editedRows,
  editsProblem,
  readCell,
  readFile,
  withCell,
  withFile,
} from './bulk-edit'
import { textOfFile } from './files'

const item = (sku: string, more: Partial<BulkRow> = {}): BulkRow => ({
  id: `id-${sku}`,
  row_version: 3,
  sku,
  name: `Item ${sku}`,
  bin: null,
  min_qty: null,
  reorder_qty: null,
  supplier_sku: null,
  sell_price: '12.5000',
  price_follows_cost: false,
  cost_price: null,
  markup_pct: null,
  ...more,
})
const stored = (rows: readonly BulkRow[]) => new Map(rows.map((row) => [row.sku.toLowerCase(), row]))

test('only cells that differ are saved, over the version that was seen', () => {
  const row = item('A')
  const edits = withCell(withCell([], row, 'bin', 'Rack 1'), row, 'sell_price', '13')
  expect(changesOf(edits)).toEqual([{ id: 'id-A', row_version: 3, values: { bin: 'Rack 1', sell_price: '13' } }])
  expect(withCell(withCell(edits, row, 'bin', null), row, 'sell_price', '12.5')).toEqual([])
  expect(editedRows([row], edits)[0]).toMatchObject({ bin: 'Rack 1', sell_price: '13' })
})

test('a file that was exported and not changed changes nothing, whatever stands in it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', '"', ',', '=', '-', '\n', 'é', '1'), minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 8 }), (words) => {
      const rows = words.map(([name, bin], place) =>
        item(`N${place}`, { name: name.trim() || 'x', bin: bin.trim().replace(/^'/, '') || null }),
      )
      const { rows: file, problems } = readFile(bulkCsv(rows, true), true)
      expect(problems).toEqual([])
      expect(withFile([], file, stored(rows), () => 'new')).toEqual([])
    }),
  )
})

test('a file changes items by their number and adds those that are new', () => {
  const rows = [item('A'), item('B')]
  const { rows: file, problems } = readFile('Number;Name;Bin;Form\na;Item A;R1;\nNEW-1;Fresh;R2;piece\n', true)
  expect(problems).toEqual([])
  const edits = withFile([], file, stored(rows), () => 'new-1')
  expect(changesOf(edits)).toEqual([
    { id: 'id-A', row_version: 3, values: { bin: 'R1' } },
    { id: null, row_version: null, values: { sku: 'NEW-1', name: 'Fresh', bin: 'R2', form: 'piece' } },
  ])
})

test('what cannot be read is told with its line', () => {
  expect(readFile('Name\nA\n', true).problems).toEqual([
    'The file needs a heading with a column “Number”, which names the items.',
  ])
  expect(readFile('Number,Least in stock\nA,many\n', true).problems[0]).toMatch(/^Line 2: .*“many”/)
  expect(readCell('sku', 'a b')).toHaveProperty('problem')
  expect(readCell('name', ' ')).toEqual({ problem: 'An item has a name' })
  expect(readCell('min_qty', '-1')).toHaveProperty('problem')
})

test('two rows with one number are refused before anything is sent', () => {
  const edits = [item('A'), item('B')].reduce(
    (all, row) => withCell(all, row, 'sku', 'SAME'),
    withCell([], item('A'), 'bin', 'x'),
  )
  expect(editsProblem(edits)).toBe('The number same is in two rows.')
})

test('a CSV file is read in the encodings in which spreadsheets save it', async () => {
  const text = 'Name;Price\nĦanut;12'
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...[...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]),
  ])
  const windows = new Uint8Array([...'Caf'].map((sign) => sign.charCodeAt(0)).concat(0xe9))
  expect(await textOfFile(new File([utf16], 'items.csv'))).toBe(text)
  expect(await textOfFile(new File([windows], 'items.csv'))).toBe('Café')
  await expect(textOfFile(new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'items.csv'))).rejects.toThrow(
    'This is a spreadsheet',
  )
})

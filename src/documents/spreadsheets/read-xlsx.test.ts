import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { readXlsx, UnreadableWorkbook } from './read-xlsx.ts'

test('a workbook that another library wrote is read: texts, numbers, days, percentages, blanks and its sheets', async () => {
  const day = new Date(Date.UTC(2026, 0, 31))
  const file = writeXlsxFile([
    {
      sheet: 'Invoices',
      data: [
        ['Number', 'Net', 'Date', 'Paid'],
        ['INV & Söhne <1>', 1234.5, { value: day, format: 'dd.mm.yyyy' }, true],
        [null, 0.1 + 0.2, null, false],
        ['Rate', { value: 0.19, format: '0.00%' }, { value: 46053, format: '"d" 0' }],
      ],
    },
    { sheet: 'More', data: [['Second']] },
  ])
  const sheets = readXlsx(new Uint8Array(await (await file).toBuffer()))
  expect(sheets).toEqual([
    {
      name: 'Invoices',
      rows: [
        ['Number', 'Net', 'Date', 'Paid'],
        ['INV & Söhne <1>', '1234.5', '2026-01-31', 'yes'],
        ['', '0.3', '', 'no'],
        ['Rate', '19%', '46053'],
      ],
    },
    { name: 'More', rows: [['Second']] },
  ])
})

const workbook = (sheet: string, more: Record<string, string> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr date1904="1"/><x:sheets>
          <x:sheet name="Kept" sheetId="1" r:id="rId9"/><x:sheet name="Hidden" sheetId="2" state="hidden" r:id="rId8"/></x:sheets></x:workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId9" Target="/xl/worksheets/sheet7.xml"/></Relationships>`,
        'xl/styles.xml': `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
        'xl/worksheets/sheet7.xml': `<x:worksheet xmlns:x="m"><x:sheetData>${sheet}</x:sheetData></x:worksheet>`,
        ...more,
      }).map(([name, text]) => [name, strToU8(text)]),
    ),
  )

test('prefixes, gaps between rows and cells, words in several looks, days since 1904 and results of formulas are read', () => {
  const [kept, ...others] = readXlsx(
    workbook(
      `<x:row r="3"><x:c r="B3" t="s"><x:v>0</x:v></x:c><x:c r="D3" s="1"><x:v>44591</x:v></x:c></x:row>
      <x:row r="4"><x:c r="A4" t="str"><x:f>A1&amp;B1</x:f><x:v>Sum</x:v></x:c><x:c r="B4" t="e"><x:v>#N/A</x:v></x:c>
      <x:c r="C4"><x:v>1.5E-7</x:v></x:c><x:c r="D4"><x:v>1E+20</x:v></x:c></x:row>`,
      {
        'xl/sharedStrings.xml':
          '<sst><si><r><t xml:space="preserve">Vin</t></r><r><t xml:space="preserve">yl </t></r><r><t>wrap</t></r></si></sst>',
      },
    ),
  )
  expect(others).toEqual([])
  expect(kept).toEqual({
    name: 'Kept',
    rows: [[], [], ['', 'Vinyl wrap', '', '2026-01-31'], ['Sum', '', '0.00000015', '100000000000000000000']],
  })
})

test('many signs that XML writes as names are read, and what is no workbook is refused in words', () => {
  const strings = `<sst>${'<si><t>Nuts &amp; bolts</t></si>'.repeat(5000)}</sst>`
  const cells = Array.from({ length: 5000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>${n}</v></c></row>`)
  expect(readXlsx(workbook(cells.join(''), { 'xl/sharedStrings.xml': strings }))[0]?.rows.at(-1)).toEqual([
    'Nuts & bolts',
  ])
  const refused = (bytes: Uint8Array) => expect(() => readXlsx(bytes)).toThrow(UnreadableWorkbook)
  refused(strToU8('PK no archive'))
  refused(zipSync({ 'word/document.xml': strToU8('<a/>') }))
  refused(workbook('', { 'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY b "c">]><sst/>' }))
})

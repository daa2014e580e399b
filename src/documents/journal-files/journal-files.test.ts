import { withTax } from '../../shared/domain/text/formats.ts'
import { XMLParser } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv } from '../../shared/domain/text/csv'
import { datevColumns } from './datev'
import { type GivenEntry, type GivenLine, type HandOver, journalColumns, plainRows } from './format'
import { fileNameOf, formatNamed, handOverFormats } from './formats'
import { centsOf, pairsOf } from './pairs'
import { datevCells, handOverOf, sumsByAccount } from './testing'
import { inWindows1252, windows1252 } from './windows-1252'

const line = (code: string, amount: string, more: Partial<GivenLine> = {}): GivenLine => ({
  code,
  account: `Account ${code}`,
  part: 'sales',
  personal: null,
  vat_rate: null,
  vat_treatment: null,
  words: null,
  amount,
  ...more,
})
const entry = (number: string, lines: readonly GivenLine[], more: Partial<GivenEntry> = {}): GivenEntry => ({
  entry_id: `f0000000-0000-4000-a000-${number.padStart(12, '0')}`,
  on_date: '2026-03-05',
  kind: 'invoice',
  number,
  party: 'Ħanut & Sons <Ltd>',
  words: 'Shop front, "south"; 2 sides\nsecond line',
  takesBack: false,
  lines,
  ...more,
})
const client = { part: 'clients', personal: 10_001 } as const

const entries = [
  entry('1', [
    line('1400', '119.00', client),
    line('8400', '-100.00', { vat_rate: '19', vat_treatment: 'standard' }),
    line('1776', '-19.00', { vat_rate: '19' }),
  ]),
  entry('2', [line('1400', '-119.00', client), line('8400', '100.00'), line('1776', '19.00')], {
    takesBack: true,
    words: null,
  }),
  entry('3', [line('1200', '999999999999.99'), line('1400', '-999999999999.99', client)], {
    words: '=HYPERLINK("http://x")',
    party: '@SUM(A1)',
    kind: 'supplier_invoice',
  }),
  entry('4', [line('0400', '0.10', { vat_rate: '8.875' }), line('1600', '-0.10')], {
    words: '-5.00',
    number: '+356 99 00',
    party: null,
  }),
]

const written = async (name: string, of: HandOver = handOverOf(entries)): Promise<Blob> => {
  const write = await formatNamed(name)?.load()
  if (write === undefined) throw new Error(`no format ${name}`)
  return write(of)
}
/** The text of a file, with its byte order mark where it has one. */
const textOf = async (file: Blob, encoding = 'utf-8') =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(await file.arrayBuffer())
const rowsOf = async (file: Blob) => readCsv(await textOf(file), ',').rows.map(({ cells }) => cells)
const inert = (value: string | null) => (/^[=@]/.test(value ?? '') ? `'${value}` : (value ?? ''))

/** Entries whose debits are their credits, of up to eight lines on six accounts. */
const generated = fc
  .array(
    fc.record({
      amounts: fc.array(
        fc.integer({ min: -5_000_000, max: 5_000_000 }).filter((cents) => cents !== 0),
        {
          minLength: 1,
          maxLength: 7,
        },
      ),
      accounts: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 8, maxLength: 8 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
      party: fc.string({ unit: 'grapheme', maxLength: 80 }),
      number: fc.string({ maxLength: 50 }),
      takesBack: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((all) =>
    all.flatMap(({ amounts, accounts, month, day, party, number, takesBack }) => {
      const rest = -amounts.reduce((sum, cents) => sum + cents, 0)
      const codes = ['1400', '8400', '1776', '1200', '4900', '1600']
      const two = (value: number) => String(value).padStart(2, '0')
      const lines = [...amounts, rest]
        .filter((cents) => cents !== 0)
        .map((cents, place) => {
          const code = codes[accounts[place] ?? 0] ?? '1400'
          const digits = String(Math.abs(cents)).padStart(3, '0')
          return line(
            code,
            `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`,
            code === '1400' ? client : {},
          )
        })
      return lines.length < 2
        ? []
        : [entry('1', lines, { on_date: `2026-${two(month)}-${two(day)}`, party, number, takesBack })]
    }),
  )
const booked = (of: readonly GivenEntry[], account: (line: GivenLine) => string) =>
  sumsByAccount(
    of.flatMap(({ on_date, lines }) =>
      lines.map((one) => ({ day: on_date, account: account(one), cents: centsOf(one.amount) })),
    ),
  )
const always = (of: (entries: readonly GivenEntry[]) => Promise<void>) => fc.assert(fc.asyncProperty(generated, of))

test('CSV read back is the journal', async () => {
  const rows = await rowsOf(await written('csv'))
  expect(rows[0]).toEqual(journalColumns.map(({ head }) => withTax(head)))
  expect(rows.slice(1)).toEqual(plainRows(entries).map((row) => row.map(inert)))
  expect(rows[4]?.[4]).toBe('Taken back')
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
    const cells: string[] = journalColumns.map(() => '')
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
  const [head, ...rows] = readSheet(new Uint8Array(await (await written('xlsx')).arrayBuffer()))
  expect(head).toEqual(journalColumns.map(({ head: one }) => withTax(one)))
  const plain = (text: string, place: number) =>
    ['amount', 'rate'].includes(journalColumns[place]?.kind ?? '') && text !== '' ? String(Number(text)) : text
  expect(rows).toEqual(plainRows(entries).map((row) => row.map(inert).map(plain)))
})

describe('DATEV', () => {
  const cellsOf = async (of: HandOver) => datevCells(await textOf(await written('datev', of), 'windows-1252'))
  const value = (row: readonly string[] | undefined, column: string) => row?.[datevColumns.indexOf(column)]

  test('the header is that of the published example, field by field', async () => {
    const text = await textOf(
      await written('datev', handOverOf([], { madeAt: '2024-01-30T14:04:40.439Z' })),
      'windows-1252',
    )
    expect(text.split('\r\n')[0]).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20240130140440439;;"RE";"";"";29098;55003;20260101;4;20260101;20261231;"Buchungsstapel 12";"";1;0;0;"EUR";;"";;;"";;;"";""',
    )
    expect(text.split('\r\n')[0]?.split(';')).toHaveLength(31)
    expect(datevColumns).toHaveLength(125)
    expect(new Set(datevColumns).size).toBe(125)
    expect(datevColumns.indexOf('Festschreibung')).toBe(113)
    expect(datevCells(text)[1]).toEqual(datevColumns)
  })

  test('the financial year is that of the company', async () => {
    const [head] = await cellsOf(handOverOf(entries, { facts: { ...handOverOf([]).facts, year_from: '2025-04-01' } }))
    expect(head?.[12]).toBe('20250401')
  })

  test('a cash discount is called Skonto in its text', async () => {
    const given = entry('21', [line('8735', '2.00', { part: 'cash_discounts' }), line('1400', '-2.00', client)], {
      words: 'Sign',
    })
    expect(plainRows([given])[0]?.[2]).toBe('cash discount')
    const [, , row] = await cellsOf(handOverOf([given]))
    expect(value(row, 'Buchungstext')).toContain('· Skonto · Sign')
  })

  test('a booking names the client by his account, the day without its year, and keeps an automatic account quiet', async () => {
    const [, , sales, vat, back] = await cellsOf(handOverOf(entries))
    const said = (row: readonly string[] | undefined) =>
      [
        'Umsatz (ohne Soll/Haben-Kz)',
        'Soll/Haben-Kennzeichen',
        'Konto',
        'Gegenkonto (ohne BU-Schlüssel)',
        'BU-Schlüssel',
        'Belegdatum',
        'Belegfeld 1',
      ]
        .map((column) => value(row, column))
        .join(' ')
    expect(said(sales)).toBe('100,00 S 10001 8400 0040 0503 1')
    expect(said(vat)).toBe('19,00 S 10001 1776  0503 1')
    expect(said(back)).toBe('100,00 S 8400 10001 0040 0503 2')
    expect(value(sales, 'Buchungstext')).toBe('Hanut & Sons <Ltd> · Shop front, "south"; 2 sides second lin')
    expect(value(back, 'Buchungstext')).toBe('Hanut & Sons <Ltd> · Taken back')
  })

  test('of closed days every booking is locked', async () => {
    const rows = await cellsOf(handOverOf(entries, { isClosed: true }))
    expect(rows[0]?.[20]).toBe('1')
    expect(new Set(rows.slice(2).map((row) => value(row, 'Festschreibung')))).toEqual(new Set(['1']))
  })

  test('read back it is the journal to the cent, in fields as they are published', async () => {
    const shapes: readonly (readonly [string, RegExp])[] = [
      ['Umsatz (ohne Soll/Haben-Kz)', /^\d{1,10},\d{2}$/],
      ['Soll/Haben-Kennzeichen', /^S$/],
      ['WKZ Umsatz', /^EUR$/],
      ['Konto', /^\d{1,9}$/],
      ['Gegenkonto (ohne BU-Schlüssel)', /^\d{1,9}$/],
      ['BU-Schlüssel', /^(\d{4})?$/],
      ['Belegdatum', /^\d{4}$/],
      ['Belegfeld 1', /^[\w$&%*+/-]{0,36}$/],
      ['Buchungstext', /^[^\r\n]{0,60}$/],
    ]
    await always(async (all) => {
      const [, , ...rows] = await cellsOf(handOverOf(all))
      for (const row of rows) {
        expect(row).toHaveLength(125)
        for (const [column, shape] of shapes) expect(value(row, column), column).toMatch(shape)
      }
      const sides = rows.flatMap((row) => {
        const cents = BigInt((value(row, 'Umsatz (ohne Soll/Haben-Kz)') ?? '').replace(',', ''))
        const at = value(row, 'Belegdatum') ?? ''
        const day = `2026-${at.slice(2)}-${at.slice(0, 2)}`
        return [
          { day, account: value(row, 'Konto') ?? '', cents },
          { day, account: value(row, 'Gegenkonto (ohne BU-Schlüssel)') ?? '', cents: -cents },
        ]
      })
      expect(sumsByAccount(sides)).toEqual(booked(all, (one) => String(one.personal ?? one.code)))
    })
  })

  test('an amount of more than ten digits is several bookings', async () => {
    const [, , ...rows] = await cellsOf(handOverOf(entries.slice(2, 3)))
    expect(rows).toHaveLength(101)
    const cents = rows.reduce(
      (sum, row) => sum + BigInt((value(row, 'Umsatz (ohne Soll/Haben-Kz)') ?? '').replace(',', '')),
      0n,
    )
    expect(cents).toBe(99_999_999_999_999n)
  })
})

test('every letter of Windows-1252 is written as it is, and others as the letter they are like', () => {
  const all = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, code) => code))
  const kept = [...all].filter((one) => inWindows1252(one) === one).join('')
  expect(kept.length).toBe(256 - 32 + 27)
  expect(new TextDecoder('windows-1252').decode(windows1252(kept))).toBe(kept)
  expect(inWindows1252('Ħal Għaxaq, Ċensu, Łódź, 東京, ½ “ok” €')).toBe('Hal Ghaxaq, Censu, Lódz, ??, ½ “ok” €')
})

describe('Xero', () => {
  test('journals have one narration and day each, debits above zero, and the rate without tax', async () => {
    const [head, ...rows] = await rowsOf(await written('xero'))
    expect(head?.join()).toBe(
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
    )
    expect(rows[0]?.slice(0, 6)).toEqual([
      '1 · Ħanut & Sons <Ltd> (12-1)',
      '05/03/2026',
      'Shop front, "south"; 2 sides\nsecond line',
      '1400',
      'Tax Exempt',
      '119.00',
    ])
    expect(await textOf(await written('xero'))).toMatch(/^\*Narration/)
  })

  test('read back it is the journal to the cent, each journal balances, and no file has more than 300 lines', async () => {
    await always(async (few) => {
      // Enough for more than one file.
      const all = [...few, ...few, ...few, ...few]
      const file = await written('xero', handOverOf(all))
      const texts =
        file.type === 'application/zip'
          ? Object.values(unzipSync(new Uint8Array(await file.arrayBuffer()))).map((bytes) => strFromU8(bytes))
          : [await textOf(file)]
      const rows = texts.flatMap((text) => {
        const [, ...cells] = readCsv(text, ',').rows
        expect(cells.length).toBeLessThanOrEqual(300)
        return cells.map((row) => row.cells)
      })
      const journals = new Map<string, bigint>()
      for (const [narration = '', , , , , amount = ''] of rows)
        journals.set(narration, (journals.get(narration) ?? 0n) + centsOf(amount))
      expect(journals.size).toBe(all.length)
      expect(new Set(journals.values())).toEqual(new Set(all.length === 0 ? [] : [0n]))
      const read = rows.map(([, date = '', , account = '', , amount = '']) => ({
        day: date.split('/').reverse().join('-'),
        account,
        cents: centsOf(amount),
      }))
      expect(sumsByAccount(read)).toEqual(booked(all, (one) => one.code))
    })
  })
})

describe('QuickBooks', () => {
  test('lines of a journal have its number, and clients their name', async () => {
    const [head, ...rows] = await rowsOf(await written('quickbooks'))
    expect(head?.join()).toBe('Journal No,Journal Date,Account Name,Debits,Credits,Description,Name,Currency')
    expect(rows[0]).toEqual([
      '12-1',
      '03/05/2026',
      'Account 1400',
      '119.00',
      '',
      '1 · Shop front, "south"; 2 sides\nsecond line',
      'Ħanut & Sons <Ltd>',
      'EUR',
    ])
    expect(rows[1]?.slice(2, 5)).toEqual(['Account 8400', '', '100.00'])
    expect(rows[1]?.[6]).toBe('')
  })

  test('read back it is the journal to the cent, each journal balances', async () => {
    await always(async (all) => {
      const [, ...rows] = await rowsOf(await written('quickbooks', handOverOf(all)))
      const read = rows.map(([number = '', date = '', account = '', debit = '', credit = '']) => ({
        number,
        day: date.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2'),
        account,
        cents: debit === '' ? -centsOf(credit) : centsOf(debit),
      }))
      expect(sumsByAccount(read)).toEqual(booked(all, (one) => one.account))
      expect(sumsByAccount(read.map((one) => ({ ...one, account: '', day: one.number })))).toEqual([])
    })
  })
})

describe('SAF-T', () => {
  /** The order of elements in the schema of the OECD, version 2.00, as its guidance and published files have it. */
  const order: Readonly<Record<string, readonly string[]>> = {
    AuditFile: ['Header', 'MasterFiles', 'GeneralLedgerEntries'],
    Header: [
      ...['AuditFileVersion', 'AuditFileCountry', 'AuditFileDateCreated', 'SoftwareCompanyName', 'SoftwareID'],
      ...['SoftwareVersion', 'Company', 'DefaultCurrencyCode', 'SelectionCriteria', 'TaxAccountingBasis'],
    ],
    Company: ['RegistrationNumber', 'Name', 'Address', 'Contact', 'TaxRegistration'],
    Address: ['StreetName', 'City', 'PostalCode', 'Country'],
    MasterFiles: ['GeneralLedgerAccounts', 'Customers', 'Suppliers', 'TaxTable'],
    Account: [
      ...['AccountID', 'AccountDescription', 'AccountType', 'OpeningDebitBalance', 'OpeningCreditBalance'],
      ...['ClosingDebitBalance', 'ClosingCreditBalance'],
    ],
    Customer: [
      ...['Name', 'Address', 'TaxRegistration', 'CustomerID', 'AccountID', 'OpeningDebitBalance'],
      ...['OpeningCreditBalance', 'ClosingDebitBalance', 'ClosingCreditBalance'],
    ],
    GeneralLedgerEntries: ['NumberOfEntries', 'TotalDebit', 'TotalCredit', 'Journal'],
    Journal: ['JournalID', 'Description', 'Type', 'Transaction'],
    Transaction: [
      ...['TransactionID', 'Period', 'PeriodYear', 'TransactionDate', 'TransactionType', 'Description'],
      ...['SystemEntryDate', 'GLPostingDate', 'CustomerID', 'SupplierID', 'Line'],
    ],
    Line: [
      ...['RecordID', 'AccountID', 'ValueDate', 'SourceDocumentID', 'CustomerID', 'SupplierID', 'Description'],
      ...['DebitAmount', 'CreditAmount', 'TaxInformation'],
    ],
    TaxInformation: ['TaxType', 'TaxCode', 'TaxPercentage', 'TaxAmount'],
  }
  const saft = {
    ...{ country: 'DE', vat_number: 'DE136695976', address: 'Hauptstraße 1', city: 'München', postcode: '80331' },
    is_cash_basis: true,
    accounts: [
      { code: '1400', name: 'Forderungen', kind: 'asset', opening: '50.00' },
      { code: '1776', name: 'Umsatzsteuer', kind: 'liability', opening: '-8.00' },
    ],
    parties: [{ side: 'clients', number: 10_001, account: '1400', name: 'Ħanut & Sons <Ltd>', opening: '50.00' }],
  }
  const of = (more: Partial<HandOver> = {}, all = entries) =>
    handOverOf(all, { facts: { ...handOverOf([]).facts, saft }, ...more })

  const taxed = entry('5', [
    line('1400', '107.00', client),
    line('8300', '-100.00', { vat_rate: '7' }),
    line('1771', '-7.00', { part: 'vat_sales', vat_rate: '7', vat_treatment: 'standard' }),
  ])

  /** Each element with the names of its children, in their order. */
  type Node = Record<string, unknown>
  const parsed = (text: string): Node[] => new XMLParser({ preserveOrder: true, ignoreAttributes: true }).parse(text)
  const nameOf = (node: Node) => Object.keys(node).find((key) => key !== ':@') ?? ''
  const inside = (node: Node) => (Array.isArray(node[nameOf(node)]) ? (node[nameOf(node)] as Node[]) : [])
  const walked = (nodes: readonly Node[]): { name: string; children: string[] }[] =>
    nodes.flatMap((node) => [{ name: nameOf(node), children: inside(node).map(nameOf) }, ...walked(inside(node))])

  test('elements stand in the order of the schema, and none is in it that the schema does not have there', async () => {
    const found = walked(parsed(await textOf(await written('saft', of({}, [...entries, taxed])))))
    for (const { name, children } of found) {
      const known = order[name]
      if (known === undefined) continue
      const places = children.map((child) => known.indexOf(child))
      expect({ name, children, places }).toEqual({ name, children, places: places.toSorted((a, b) => a - b) })
      expect({ name, strange: children.filter((child) => !known.includes(child)) }).toEqual({ name, strange: [] })
    }
    expect(Object.keys(order).filter((name) => !found.some((one) => one.name === name))).toEqual([])
  })

  test('accounts and clients close with what they had and what moved, and the tax of a line has its code', async () => {
    const text = await textOf(await written('saft', of()))
    expect(text).toContain('<AuditFile xmlns="urn:OECD:StandardAuditFile-Taxation/2.00">')
    expect(text).toContain('<TaxAccountingBasis>Cash Accounting</TaxAccountingBasis>')
    const balances = [
      ...text.matchAll(
        /<AccountID>(\d+)<\/AccountID>\s+(?:<Account[DT].*\s+)*<Opening(\w+)Balance>(.*)<.*\s+<Closing(\w+)Balance>(.*)</g,
      ),
    ]
    expect(balances.map(([, ...parts]) => parts.join(' '))).toEqual([
      '1400 Debit 50.00 Credit 999999999949.99',
      '1776 Credit 8.00 Credit 8.00',
      '8400 Debit 0.00 Debit 0.00',
      '1200 Debit 0.00 Debit 999999999999.99',
      '0400 Debit 0.00 Debit 0.10',
      '1600 Debit 0.00 Credit 0.10',
      '1400 Debit 50.00 Credit 999999999949.99',
    ])
    const codes = await textOf(await written('saft', of({}, [taxed])))
    expect(codes.match(/<TaxCode>S7<\/TaxCode>/g)).toHaveLength(2)
    expect(codes).toMatch(
      /<NumberOfEntries>1<\/NumberOfEntries>\s<TotalDebit>107.00<\/TotalDebit>\s<TotalCredit>107.00</,
    )
  })
})

test('an entry that does not balance is not written', () => {
  for (const lines of [[line('1', '1.00')], [line('1', '-1.00')], [line('1', '1.00'), line('2', '-0.99')]])
    expect(() => pairsOf(entry('1', lines))).toThrow('f0000000-0000-4000-a000-000000000001')
})

test('each format names its file', async () => {
  const of = { from: '2026-01-01', to: '2026-03-31', place: 7 }
  const names = await Promise.all(
    handOverFormats.map(async (format) => fileNameOf(format, of, await written(format.name))),
  )
  expect(names).toEqual([
    'EXTF_Buchungsstapel_2026-01-01_2026-03-31_7.csv',
    'journal-2026-01-01-2026-03-31-7-xero.csv',
    'journal-2026-01-01-2026-03-31-7-quickbooks.csv',
    'journal-2026-01-01-2026-03-31-7-saf-t.xml',
    'journal-2026-01-01-2026-03-31-7.xlsx',
    'journal-2026-01-01-2026-03-31-7.csv',
  ])
})

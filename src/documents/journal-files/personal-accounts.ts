import writeXlsxFile from 'write-excel-file/universal'
import { withTax } from '../../shared/domain/text/formats.ts'
import { toCsv } from '../../shared/domain/text/csv.ts'
import { cellOf, headOf } from './xlsx.ts'

/** What a client or supplier has on a day, as decimal text: above zero is owed to the company. */
export type PersonalBalance = {
  side: string
  account: number | null
  party: string
  vat_number: string | null
  country: string | null
  balance: string
  not_due: string
  days_30: string
  days_60: string
  days_90: string
  older: string
  credit: string
}

/** A paper or payment that was open on a day. */
export type OpenPaper = {
  side: string
  account: number | null
  party: string
  kind: string
  number: string | null
  on_date: string
  due_date: string | null
  days_late: number | null
  amount: string
  open: string
}

type Sheet<Row> = readonly {
  head: string
  kind: 'text' | 'amount' | 'day'
  width: number
  of: (row: Row) => string | null
}[]

/** `Client` or `Supplier`. */
export const sideWord = (side: string): string => (side === 'clients' ? 'Client' : 'Supplier')

const digits = (value: number | null) => (value === null ? null : String(value))
const balances: Sheet<PersonalBalance> = [
  { head: 'Account', kind: 'text', width: 12, of: (row) => digits(row.account) },
  { head: 'Name', kind: 'text', width: 32, of: (row) => row.party },
  { head: 'Side', kind: 'text', width: 10, of: (row) => sideWord(row.side) },
  { head: '{Tax} number', kind: 'text', width: 18, of: (row) => row.vat_number },
  { head: 'Country', kind: 'text', width: 9, of: (row) => row.country },
  { head: 'Balance', kind: 'amount', width: 14, of: (row) => row.balance },
  { head: 'Not due', kind: 'amount', width: 14, of: (row) => row.not_due },
  { head: '1–30 days', kind: 'amount', width: 14, of: (row) => row.days_30 },
  { head: '31–60 days', kind: 'amount', width: 14, of: (row) => row.days_60 },
  { head: '61–90 days', kind: 'amount', width: 14, of: (row) => row.days_90 },
  { head: 'Older', kind: 'amount', width: 14, of: (row) => row.older },
  { head: 'Credit', kind: 'amount', width: 14, of: (row) => row.credit },
]
const papers: Sheet<OpenPaper> = [
  { head: 'Account', kind: 'text', width: 12, of: (row) => digits(row.account) },
  { head: 'Name', kind: 'text', width: 32, of: (row) => row.party },
  { head: 'Side', kind: 'text', width: 10, of: (row) => sideWord(row.side) },
  { head: 'Kind', kind: 'text', width: 16, of: (row) => row.kind.replace('_', ' ') },
  { head: 'Paper', kind: 'text', width: 18, of: (row) => row.number },
  { head: 'Day', kind: 'day', width: 12, of: (row) => row.on_date },
  { head: 'Due', kind: 'day', width: 12, of: (row) => row.due_date },
  { head: 'Days late', kind: 'text', width: 10, of: (row) => digits(row.days_late) },
  { head: 'Amount', kind: 'amount', width: 14, of: (row) => row.amount },
  { head: 'Open', kind: 'amount', width: 14, of: (row) => row.open },
]

const csvOf = <Row>(sheet: Sheet<Row>, rows: readonly Row[]): Blob =>
  new Blob(
    [
      toCsv(
        sheet.map(({ head }) => withTax(head)),
        rows.map((row) => sheet.map(({ of }) => of(row))),
      ),
    ],
    { type: 'text/csv;charset=utf-8' },
  )

const xlsxOf = <Row>(name: string, sheet: Sheet<Row>, rows: readonly Row[]): Promise<Blob> =>
  writeXlsxFile(
    [sheet.map(({ head }) => headOf(head)), ...rows.map((row) => sheet.map(({ kind, of }) => cellOf(kind, of(row))))],
    { sheet: name, stickyRowsCount: 1, columns: sheet.map(({ width }) => ({ width })) },
  ).toBlob()

/** The accounts of clients and suppliers with what each had on the day, as CSV or as an Excel sheet. */
export const writeBalances = (rows: readonly PersonalBalance[], isSheet: boolean): Promise<Blob> =>
  isSheet ? xlsxOf('Clients and suppliers', balances, rows) : Promise.resolve(csvOf(balances, rows))

/** The papers that were open on the day, as CSV or as an Excel sheet. */
export const writeOpenPapers = (rows: readonly OpenPaper[], isSheet: boolean): Promise<Blob> =>
  isSheet ? xlsxOf('Open papers', papers, rows) : Promise.resolve(csvOf(papers, rows))

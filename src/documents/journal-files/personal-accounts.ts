import { type PlainSheet, writePlainSheet } from './plain-sheet.ts'

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

/** `Client` or `Supplier`. */
export const sideWord = (side: string): string => (side === 'clients' ? 'Client' : 'Supplier')

const digits = (value: number | null) => (value === null ? null : String(value))
const balances: PlainSheet<PersonalBalance> = [
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
const papers: PlainSheet<OpenPaper> = [
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

/** The accounts of clients and suppliers with what each had on the day, as CSV or as an Excel sheet. */
export const writeBalances = (rows: readonly PersonalBalance[], isSheet: boolean): Promise<Blob> =>
  writePlainSheet('Clients and suppliers', balances, rows, isSheet)

/** The papers that were open on the day, as CSV or as an Excel sheet. */
export const writeOpenPapers = (rows: readonly OpenPaper[], isSheet: boolean): Promise<Blob> =>
  writePlainSheet('Open papers', papers, rows, isSheet)

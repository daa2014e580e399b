/** A line as it was handed over. `amount` is decimal text: above zero is a debit, below a credit. */
export type GivenLine = {
  code: string
  account: string
  part: string
  personal: number | null
  vat_rate: string | null
  vat_treatment: string | null
  words: string | null
  amount: string
}

/** An entry as it was handed over. `takesBack`: the entry was given before, and its sides are changed here. */
export type GivenEntry = {
  entry_id: string
  on_date: string
  kind: string
  number: string | null
  party: string | null
  words: string | null
  takesBack: boolean
  lines: readonly GivenLine[]
}

/** What a format says of the company, as it was when the hand-over was made. */
export type Facts = {
  company: string
  currency: string
  consultant_number?: number | undefined
  client_number?: number | undefined
  account_length?: number | undefined
  /** The first day of the financial year, `2026-04-01`; not said before it could be chosen. */
  year_from?: string | undefined
  automatic_accounts?: readonly string[] | undefined
  xero_tax_rate?: string | undefined
  saft?: SaftFacts | undefined
}

/** What an audit file says beside its entries. Amounts are decimal text: above zero is a debit. */
export type SaftFacts = {
  country?: string | undefined
  vat_number?: string | undefined
  registration_number?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  address?: string | undefined
  city?: string | undefined
  postcode?: string | undefined
  /** The VAT of sales arises with their money. */
  is_cash_basis: boolean
  /** The accounts with what each had before the first day. */
  accounts: readonly { code: string; name: string; kind: string; opening: string }[]
  /** The clients and suppliers with what each had before the first day, under their number at the accountant. */
  parties: readonly {
    side: string
    number: number
    account: string
    name: string
    opening: string
    vat_number?: string | undefined
    address?: string | undefined
    city?: string | undefined
    postcode?: string | undefined
    country?: string | undefined
  }[]
}

/** A hand-over: `place` is its number, `entries` come in pages, in the order of their days. */
export type HandOver = {
  place: number
  from: string
  to: string
  madeAt: string
  isClosed: boolean
  facts: Facts
  entries: AsyncIterable<readonly GivenEntry[]>
}

/** Writes a hand-over in one format. Each format is a file of this folder. A year passes page by page. */
export type HandOverWriter = (of: HandOver) => Promise<Blob>

/** A format: its writer is loaded when it is first needed. */
export type HandOverFormat = {
  name: string
  label: string
  fileName: (of: Pick<HandOver, 'from' | 'to' | 'place'>) => string
  load: () => Promise<HandOverWriter>
  /** A file stands alone: it holds everything of its days, also what was given before. */
  isWhole?: boolean
}

/** One column of the plain journal, in every format that has columns. */
export type JournalColumn = {
  head: string
  kind: 'day' | 'text' | 'amount' | 'rate'
  of: (entry: GivenEntry, line: GivenLine) => string | null
}

const isCredit = (line: GivenLine) => line.amount.startsWith('-')
const withoutSign = (line: GivenLine) => line.amount.replace('-', '')

/** The debit of a line as decimal text, null where it is a credit. */
export const debitOf = (line: GivenLine): string | null => (isCredit(line) ? null : line.amount)
/** The credit of a line as decimal text, null where it is a debit. */
export const creditOf = (line: GivenLine): string | null => (isCredit(line) ? withoutSign(line) : null)

/** The entry is what a client kept for paying early. */
export const isCashDiscount = ({ lines }: GivenEntry): boolean => lines.some(({ part }) => part === 'cash_discounts')

/** What an entry, or one of its lines, is about; of one that takes back, it says so. */
export const wordsOf = (entry: GivenEntry, line?: GivenLine): string =>
  [entry.takesBack ? 'Taken back' : null, line?.words ?? entry.words].filter(Boolean).join(': ')

export const journalColumns: readonly JournalColumn[] = [
  { head: 'Day', kind: 'day', of: (entry) => entry.on_date },
  { head: 'Paper', kind: 'text', of: (entry) => entry.number },
  {
    head: 'Kind',
    kind: 'text',
    of: (entry) => (isCashDiscount(entry) ? 'cash discount' : entry.kind.replace('_', ' ')),
  },
  { head: 'Client or supplier', kind: 'text', of: (entry) => entry.party },
  { head: 'Text', kind: 'text', of: (entry, line) => wordsOf(entry, line) || null },
  { head: 'Account', kind: 'text', of: (_, line) => line.code },
  { head: 'Account name', kind: 'text', of: (_, line) => line.account },
  { head: 'Debit', kind: 'amount', of: (_, line) => debitOf(line) },
  { head: 'Credit', kind: 'amount', of: (_, line) => creditOf(line) },
  { head: '{Tax} rate', kind: 'rate', of: (_, line) => line.vat_rate },
  { head: '{Tax} treatment', kind: 'text', of: (_, line) => line.vat_treatment },
  { head: 'Entry', kind: 'text', of: (entry) => entry.entry_id },
]

/** The rows of the plain journal of a page. */
export const plainRows = (page: readonly GivenEntry[]): (string | null)[][] =>
  page.flatMap((entry) => entry.lines.map((line) => journalColumns.map(({ of }) => of(entry, line))))

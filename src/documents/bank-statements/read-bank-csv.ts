import { type CsvSeparator, guessSeparator, readCsv } from '../../shared/domain/text/csv.ts'
import { compared, exact, negative, sum, written, zero } from '../../shared/domain/money/decimal.ts'
import { plainIban } from '../../shared/domain/money/iban.ts'
import { readAmount } from '../../shared/domain/money/money.ts'
import {
  type BankEntry,
  type BankFile,
  mostStatementBytes,
  pendingWords,
  plainAmount,
  plainDay,
  UnreadableStatement,
} from './bank-file.ts'

/** The possible meanings of a column in a bank's CSV. */
export const bankColumns = {
  day: 'Day of booking',
  value_day: 'Value day',
  amount: 'Amount with its sign',
  credit: 'Money in',
  debit: 'Money out',
  side: 'Money in or out',
  party_name: 'Payer or payee',
  payer: 'Payer of money in',
  payee: 'Payee of money out',
  party_iban: 'Their IBAN or account',
  payer_iban: "Payer's IBAN, of money in",
  payee_iban: "Payee's IBAN, of money out",
  account_iban: 'Our own IBAN or account',
  remittance: 'Text',
  check: 'Number of a check',
  end_to_end: 'Reference of the order (end to end)',
  bank_reference: 'Reference of the bank',
  currency: 'Currency',
  balance: 'Balance after the entry',
  status: 'Booked or not',
} as const
export type BankColumn = keyof typeof bankColumns
export const isBankColumn = (name: string): name is BankColumn => Object.hasOwn(bankColumns, name)

export type DayOrder = 'dmy' | 'mdy' | 'ymd'

/** The settings for reading a CSV file. Everything is guessed first and can be corrected. */
export type CsvReading = {
  text: string
  separator: CsvSeparator
  columns: (BankColumn | null)[]
  dayOrder: DayOrder
}

/**
 * The headings of banks, folded as `folded` does, the surest first: English, German, French, Dutch, Italian, Spanish, Portuguese
 * and Polish.
 */
const headings: Record<BankColumn, string> = {
  day:
    'booking date|posting date|posted date|post date|booked|booking day|buchungstag|buchungsdatum|buchung|date comptable|date de comptabilisation' +
    '|date d operation|date operation|dateop|boekingsdatum|boekdatum|data contabile|data registrazione|fecha contable|fecha operacion|f operacion' +
    '|fecha de operacion|data mov|data movimento|data do movimento|data ksiegowania|data operacji|data operazione|data transakcji' +
    '|date|transaction date|transactiedatum|datum|data|fecha',
  value_day:
    'value date|valutadatum|wertstellung|wertstellungstag|date de valeur|date valeur|dateval|rentedatum|valuta|data valuta|fecha valor|f valor' +
    '|data valor|data waluty',
  amount:
    'amount|betrag|umsatz|importo|montant|importe|bedrag|transactiebedrag|kwota|kwota operacji|kwota transakcji|kwota transakcji waluta rachunku' +
    '|montante|value|transaction amount',
  credit:
    'credit|money in|paid in|in|haben|avere|entrate|accrediti|credit amount|deposits|bij|abono|abonos|credito|uznania|gutschrift',
  debit:
    'debit|money out|paid out|out|soll|dare|uscite|addebiti|debit amount|withdrawals|debet|af|cargo|cargos|debito|obciazenia|lastschrift',
  side: 'af bij|debit credit|debet credit|credit debit|soll haben|s h|sens|dc|d c|cd|c d|credit debit indicator',
  party_name:
    'counterparty name|counterparty|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|beguenstigter auftraggeber' +
    '|auftraggeber beguenstigter|auftraggeber empfanger|auftraggeber empfaenger|name zahlungsbeteiligter|zahlungsbeteiligter|gegenpartei' +
    '|naam tegenpartij|naam omschrijving|tegenpartij|naam|controparte|ordinante beneficiario|contraparte|contrepartie|tiers|nom de la contrepartie' +
    '|nadawca odbiorca|odbiorca nadawca|dane kontrahenta|kontrahent|nazwa kontrahenta|payer or payee|name|nom|nome|nombre|from',
  payer:
    'payer|zahlungspflichtige r|zahlungspflichtiger|auftraggeber|ordinante|ordenante|donneur d ordre|emetteur|nazwa nadawcy|nadawca|debtor|debtor name',
  payee:
    'payee|beneficiary|beneficiary name|zahlungsempfanger in|zahlungsempfanger|zahlungsempfaenger|empfanger|empfaenger|beguenstigter|begunstigter' +
    '|beneficiario|beneficiaire|begunstigde|nazwa odbiorcy|odbiorca|creditor|creditor name',
  party_iban:
    'counterparty iban|counterparty account|their iban|kontonummer iban|iban zahlungsbeteiligter|gegenkonto|iban gegenkonto|tegenrekening' +
    '|tegenrekening iban bban|rekeningnummer tegenpartij|iban tegenpartij|iban controparte|conto controparte|iban contraparte|cuenta contraparte' +
    '|compte contrepartie|iban contrepartie|compte de la contrepartie|nr rachunku kontrahenta|rachunek kontrahenta|numer rachunku kontrahenta',
  payer_iban:
    'payer iban|debtor iban|debtor account|iban ordinante|iban ordenante|cuenta ordenante|rachunek nadawcy|iban auftraggeber',
  payee_iban:
    'payee iban|beneficiary iban|creditor iban|creditor account|iban beneficiario|cuenta beneficiario|iban beneficiaire|rachunek odbiorcy|iban empfanger',
  account_iban:
    'auftragskonto|iban auftragskonto|own account|own iban|our account|our iban|accountnum|eigenes konto|ordering account',
  remittance:
    'text|description|details|remittance|remittance information|reference text|verwendungszweck|narrative|purpose|causale|descrizione' +
    '|descrizione operazione|libelle|libelle operation|libelle de l operation|libelle simplifie|label|communication|mededelingen|mededeling' +
    '|vrije mededeling|omschrijving|omschrijving 1|concepto|descripcion|descricao|tytul|tytulem|tytul operacji|opis transakcji|opis operacji|opis' +
    '|szczegoly|memo|particulars',
  check: 'check|check or slip|check number|check no|slip',
  end_to_end: 'end to end|end to end id|end to end reference|kundenreferenz end to end|kundenreferenz',
  bank_reference:
    'bank reference|transaction id|transactiereferentie|volgnr|nr transakcji|id|transaction reference|reference|ref',
  currency: 'currency|ccy|wahrung|waehrung|devise|munt|muntsoort|divisa|moeda|waluta|valuta',
  balance:
    'balance|running balance|running bal|closing balance|account balance|accountbalance|balance after|saldo|kontostand|solde|saldo nach buchung' +
    '|saldo na mutatie|saldo na trn|saldo contabile|saldo contabilistico|saldo po operacji|saldo po transakcji',
  status:
    'status|state|umsatzstatus|buchungsstatus|info|booking status|statut|etat|stato|stato operazione|estado|stan|status operacji',
}
/** Headings for an account that banks give to ours and to that of the other side alike: the rows say which. */
const eitherAccount = new Set(
  'account|iban|account number|account no|kontonummer|konto|compte|numero de compte|rekening|rekeningnummer|iban bban|conto|numero conto|cuenta|numero de cuenta|conta|nr rachunku|numer rachunku|numer konta|rachunek'.split(
    '|',
  ),
)
/** Headings of the bank's reference under which some banks give what the payer wrote. */
const ambiguous = new Set([
  'reference',
  'ref',
  'transaction reference',
  'payment reference',
  'referenz',
  'referencia',
  'riferimento',
])
const namesOf = Object.entries(headings).flatMap(([column, names]) =>
  isBankColumn(column) ? [{ column, names: names.split('|') }] : [],
)
/** A heading without accents and signs, and without the currency that some banks write behind: `Betrag (€)`, `Bedrag (EUR)`. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ł', 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ (eur|usd|gbp|pln|chf)$/, '')
const isNamed = (heading: string, column: BankColumn): boolean =>
  namesOf.some((one) => one.column === column && one.names.includes(heading))

type Row = { line: number; cells: string[] }

const isDay = (cell: string): boolean => /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/.test(cell.trim())
const isSum = (cell: string): boolean => /^[-+]?[$€£]?\d[\d.,' ]*$/.test(cell.trim())

/**
 * The headings of a file and the rows below them. Some banks write a summary above the headings, and some write no headings:
 * then each is empty.
 */
function tableOf(text: string, separator: CsvSeparator): { header: string[] | null; rows: Row[] } {
  const { rows } = readCsv(text, separator)
  const at = rows.slice(0, 12).findIndex(({ cells }) => {
    const has = (...columns: BankColumn[]) =>
      cells.some((cell) => columns.some((column) => isNamed(folded(cell), column)))
    return has('day') && has('amount', 'credit', 'debit')
  })
  const [first] = rows
  if (at < 0 && first?.cells.some(isDay) && first.cells.some((cell) => !isDay(cell) && isSum(cell)))
    return { header: first.cells.map(() => ''), rows }
  const place = Math.max(at, 0)
  return { header: rows[place]?.cells ?? null, rows: rows.slice(place + 1) }
}

/** The columns of a file without headings: the first of days, the first of sums, and the longest texts. */
function withoutHeadings(rows: readonly Row[], usual: DayOrder): Pick<CsvReading, 'columns' | 'dayOrder'> {
  const [first] = rows
  const day = first?.cells.findIndex(isDay) ?? -1
  const amount = first?.cells.findIndex((cell, place) => place !== day && isSum(cell)) ?? -1
  const lengthAt = (place: number) => rows.reduce((sum, { cells }) => sum + (cells[place] ?? '').trim().length, 0)
  const texts = (first?.cells ?? []).map((_, place) => place).filter((place) => place !== day && place !== amount)
  const text = texts.toSorted((one, other) => lengthAt(other) - lengthAt(one))[0]
  return {
    columns: (first?.cells ?? []).map((_, place) =>
      place === day ? 'day' : place === amount ? 'amount' : place === text && lengthAt(place) > 0 ? 'remittance' : null,
    ),
    dayOrder: guessDayOrder(
      rows.map(({ cells }) => cells[day] ?? ''),
      usual,
    ),
  }
}

/** Reads a text as CSV and guesses the meaning of headings and days. Throws an UnreadableStatement without a table. */
export function csvReading(
  text: string,
  separator: CsvSeparator = guessSeparator(text),
  usual: DayOrder = 'dmy',
): CsvReading {
  if (text.length > mostStatementBytes)
    throw new UnreadableStatement('This file is larger than 10 MB. Please export a shorter time.')
  const { header, rows } = tableOf(text, separator)
  if (!header || rows.length === 0) throw new UnreadableStatement('This file has no rows below its headings.')
  if (header.every((cell) => cell === '')) return { text, separator, ...withoutHeadings(rows, usual) }
  const columns = columnsByHeadings(header.map(folded), rows)
  if (!columns.includes('remittance')) {
    const facts = (['day', 'amount', 'credit', 'debit'] as const).map((column) => columns.indexOf(column))
    // A row that repeats another one repeats its id as well: that is asked about before anything is imported.
    const values = (place: number) =>
      [...new Map(rows.map(({ cells }) => [[...facts, place].map((at) => cells[at]).join('\n'), cells])).values()].map(
        (cells) => (cells[place] ?? '').trim(),
      )
    const place = header.findIndex(
      (cell, at) =>
        (columns[at] === null || columns[at] === 'bank_reference') &&
        ambiguous.has(folded(cell)) &&
        !areIds(values(at)),
    )
    if (place >= 0) columns[place] = 'remittance'
  }
  const day = columns.indexOf('day')
  return withOwnAccount({
    text,
    separator,
    columns: eitherAccounts(columns, header.map(folded), rows),
    dayOrder: guessDayOrder(
      rows.map(({ cells }) => cells[day] ?? ''),
      usual,
    ),
  })
}

const valuesAt = (rows: readonly Row[], place: number): string[] =>
  rows.map(({ cells }) => (cells[place] ?? '').trim()).filter(Boolean)

/** Each meaning of a column is that of the heading that says it most surely, and each heading has one meaning. */
function columnsByHeadings(header: readonly string[], rows: readonly Row[]): (BankColumn | null)[] {
  const columns = header.map((): BankColumn | null => null)
  const usable = (column: BankColumn, place: number): boolean => {
    if (columns[place] !== null) return false
    // The states of entries are a few words; a column of texts is none.
    if (column === 'status' && new Set(valuesAt(rows, place).map(folded)).size > 6) return false
    // Beside a description, details are the kind of the entry: CREDIT, DEBIT, CHECK.
    if (header[place] === 'details' && header.includes('description')) return false
    // A bank calls the value day or the currency so.
    if (header[place] !== 'valuta') return true
    return (column === 'value_day') === valuesAt(rows, place).every(isDay)
  }
  for (const { column, names } of namesOf) {
    const found = names
      .map((name) => header.findIndex((cell, place) => cell === name && usable(column, place)))
      .find((place) => place >= 0)
    if (found !== undefined) columns[found] = column
  }
  return sidesAlone(columns)
}

/** A payer without a payee beside is whoever is on the other side, and so is their account. */
function sidesAlone(columns: readonly (BankColumn | null)[]): (BankColumn | null)[] {
  const isAlone = (one: BankColumn, other: BankColumn, both: BankColumn) =>
    columns.includes(one) && !columns.includes(other) && !columns.includes(both)
  return columns.map((column) =>
    (column === 'payer' && isAlone('payer', 'payee', 'party_name')) ||
    (column === 'payee' && isAlone('payee', 'payer', 'party_name'))
      ? 'party_name'
      : (column === 'payer_iban' && isAlone('payer_iban', 'payee_iban', 'party_iban')) ||
          (column === 'payee_iban' && isAlone('payee_iban', 'payer_iban', 'party_iban'))
        ? 'party_iban'
        : column,
  )
}

/** Whether a column holds one same account beside several parties: it is ours. */
function isOneAccount(columns: readonly (BankColumn | null)[], rows: readonly Row[], place: number): boolean {
  const who = (['party_name', 'payer', 'payee', 'remittance'] as const)
    .map((column) => columns.indexOf(column))
    .find((at) => at >= 0)
  const accounts = valuesAt(rows, place).map(plainIban)
  return (
    accounts.length === rows.length &&
    new Set(accounts).size === 1 &&
    who !== undefined &&
    new Set(valuesAt(rows, who).map(folded)).size > 1
  )
}

/** Gives a column under a heading that banks use for both accounts its meaning: beside a column of theirs it is ours. */
function eitherAccounts(
  guessed: readonly (BankColumn | null)[],
  header: readonly string[],
  rows: readonly Row[],
): (BankColumn | null)[] {
  const columns = [...guessed]
  const isTheirs = (column: BankColumn | null) =>
    column === 'party_iban' || column === 'payer_iban' || column === 'payee_iban'
  for (const [place, name] of header.entries()) {
    if (columns[place] !== null || !eitherAccount.has(name)) continue
    const isOurs = columns.some(isTheirs) || isOneAccount(columns, rows, place)
    if (!isOurs) columns[place] = 'party_iban'
    else if (!columns.includes('account_iban')) columns[place] = 'account_iban'
  }
  return columns
}

/** The reading, where a column of one same account beside several parties is ours, whatever it was taken for. */
export function withOwnAccount(reading: CsvReading): CsvReading {
  const { rows } = tableOf(reading.text, reading.separator)
  const own = reading.columns.indexOf('account_iban')
  const accountsAt = (place: number) => [...new Set(valuesAt(rows, place).map(plainIban))].join(' ')
  return {
    ...reading,
    columns: reading.columns.map((column, place) => {
      if (column !== 'party_iban' || !isOneAccount(reading.columns, rows, place)) return column
      if (own < 0) return 'account_iban'
      return accountsAt(own) === accountsAt(place) ? null : column
    }),
  }
}

const documentNumber = /(?<![A-Z])(?:INV|SO|ST|Q)[^A-Z0-9]{0,3}20\d{2}[^A-Z0-9]{0,3}\d{4,7}(?!\d)/i

/** Whether the values of a column are a bank's ids: each is one word with a digit, none comes twice, and none is a number of our papers. */
function areIds(values: readonly string[]): boolean {
  const given = values.filter((value) => value !== '')
  return (
    new Set(given).size === given.length &&
    given.every((value) => /^\S*\d\S*$/.test(value) && !documentNumber.test(value))
  )
}

/** `usual`: that of the company, where the days do not tell. */
function guessDayOrder(days: readonly string[], usual: DayOrder): DayOrder {
  const parts = days.map((day) => day.trim().split(/\D+/))
  if (parts.some(([first = '']) => first.length === 4)) return 'ymd'
  if (parts.some(([first = '']) => Number(first) > 12)) return 'dmy'
  return parts.some(([, second = '']) => Number(second) > 12) ? 'mdy' : usual
}

/** The headings and the first rows, to look at. */
export function csvSample({ text, separator }: CsvReading): { header: string[]; rows: string[][] } {
  const { header, rows } = tableOf(text, separator)
  return {
    header: (header ?? []).map((cell, place) => cell.trim() || `Column ${place + 1}`),
    rows: rows.slice(0, 40).map(({ cells }) => cells),
  }
}

/** The problem with the chosen columns, as a sentence; null when entries can be read with them. */
export function columnsProblem(columns: readonly (BankColumn | null)[]): string | null {
  const used = columns.filter((column) => column !== null)
  if (new Set(used).size < used.length) return 'Two columns are given the same meaning'
  if (!used.includes('day')) return 'Please say which column holds the day'
  if (used.includes('amount') && (used.includes('credit') || used.includes('debit')))
    return 'Choose one column of amounts with their sign, or money in and money out apart'
  if (used.includes('side') && !used.includes('amount'))
    return 'Please say which column holds the amount that comes in or goes out'
  return used.includes('amount') || used.includes('credit') ? null : 'Please say which column holds the amount'
}

/** The entries of a bank's CSV. A row without a day or an amount, such as a total, is left out and named. */
export function readBankCsv({ text, separator, columns, dayOrder }: CsvReading, currency = 'EUR'): BankFile {
  const problem = columnsProblem(columns)
  if (problem) throw new UnreadableStatement(problem)
  const { rows } = tableOf(text, separator)
  const leftOut: string[] = []
  let pending = 0
  const balances: (string | null)[] = []
  const entries = rows.flatMap(({ line, cells }): BankEntry[] => {
    const cell = (column: BankColumn) => {
      const place = columns.indexOf(column)
      return (place < 0 ? '' : (cells[place] ?? '')).trim() || null
    }
    if (notBooked.test(folded(cell('status') ?? ''))) {
      pending += 1
      return []
    }
    const booked_on = dayOf(cell('day'), dayOrder)
    const signed = signedAmount(cell('amount'), cell('credit'), cell('debit'), cell('side'))
    if (!booked_on || !signed) {
      leftOut.push(`Line ${line} has no ${booked_on ? 'amount' : 'day'} that can be read.`)
      return []
    }
    balances.push(signedBalance(cell('balance')))
    const isOut = signed.startsWith('-')
    const own = cell('currency')?.toUpperCase()
    return [
      {
        booked_on,
        value_on: dayOf(cell('value_day'), dayOrder),
        direction: isOut ? 'out' : 'in',
        amount: signed.replace('-', ''),
        currency: own && /^[A-Z]{3}$/.test(own) ? own : currency,
        party_name: cell('party_name') ?? cell(isOut ? 'payee' : 'payer'),
        party_iban: accountIn(cell('party_iban') ?? cell(isOut ? 'payee_iban' : 'payer_iban')),
        remittance: withCheck(cell('remittance'), cell('check')),
        row: cells
          .map((one) => one.trim())
          .join('|')
          .slice(0, 4000),
        end_to_end: cell('end_to_end'),
        bank_reference: cell('bank_reference'),
        return_info: null,
        account_iban: accountIn(cell('account_iban')),
      },
    ]
  })
  if (pending > 0) leftOut.push(pendingWords(pending))
  if (entries.length === 0)
    throw new UnreadableStatement(
      pending > 0 ? 'No row of this file is booked yet.' : 'No row of this file has a day and an amount.',
    )
  const last = lastOf(entries, balances)
  const accounts = new Set(entries.map(({ account_iban }) => account_iban))
  const closing =
    last !== null && accounts.size === 1 && entries[last]?.currency === currency ? (balances[last] ?? null) : null
  return {
    format: 'csv',
    account_iban: accounts.size === 1 ? (entries[0]?.account_iban ?? null) : null,
    currency,
    opening: last === null || closing === null ? null : openingOf(entries, balances, last, closing),
    closing,
    entries,
    leftOut,
  }
}

/** An account in its stored form; null for text that is none, such as a name. */
function accountIn(text: string | null): string | null {
  const account = plainIban(text ?? '')
  return /^[A-Z0-9/]{4,34}$/.test(account) && /\d/.test(account) ? account : null
}

/** What was written on the entry, and the number of its check where the text does not say it. */
const withCheck = (text: string | null, check: string | null): string | null =>
  check === null || text?.includes(check) ? text : [text, `check ${check}`].filter(Boolean).join(', ')

const moved = ({ direction, amount }: BankEntry) => (direction === 'in' ? exact(amount) : negative(exact(amount)))

/** The balance before the first entry, by the running balances; null where the entries do not lead from it to the closing one. */
function openingOf(
  entries: readonly BankEntry[],
  balances: readonly (string | null)[],
  last: number,
  closing: string,
): string | null {
  const place = last === entries.length - 1 ? 0 : entries.length - 1
  const [entry, balance] = [entries[place], balances[place]]
  if (!entry || !balance || entries.some(({ currency }) => currency !== entry.currency)) return null
  const opening = sum([exact(balance), negative(moved(entry))])
  return compared(sum([opening, ...entries.map(moved)]), exact(closing)) === 0 ? written(opening) : null
}

/** The place of the last entry in the order of the account: banks write the oldest or the newest first. Null where the file does not tell. */
function lastOf(entries: readonly BankEntry[], balances: readonly (string | null)[]): number | null {
  const end = entries.length - 1
  const [first, final] = [entries[0]?.booked_on ?? '', entries[end]?.booked_on ?? '']
  const newest = entries.reduce((day, { booked_on }) => (booked_on > day ? booked_on : day), '')
  if (end === 0 || first < final) return entries.findLastIndex(({ booked_on }) => booked_on === newest)
  if (first > final) return entries.findIndex(({ booked_on }) => booked_on === newest)
  // All of one day: each balance is the one before it and its own amount.
  const leads = (before: number, after: number) => {
    const [from, to, entry] = [balances[before], balances[after], entries[after]]
    if (!from || !to || !entry) return false
    return compared(sum([exact(from), moved(entry)]), exact(to)) === 0
  }
  return leads(0, 1) ? end : leads(1, 0) ? 0 : null
}

/** An amount as banks write it: below zero also in brackets, `(1,200.00)`, and with its sign behind, `1.200,00-`. */
function bankAmount(text: string) {
  const below = /^[^\d(]*\(([^()]+)\)[^\d]*$/.exec(text)?.[1] ?? /^([^-−]*\d)\s*[-−]\s*$/.exec(text)?.[1]
  return readAmount(below === undefined ? text : `-${below}`)
}

/** `-12.50`; null where no amount can be read. */
function signedBalance(text: string | null): string | null {
  const found = text === null ? null : bankAmount(text)
  if (found === null || !('amount' in found)) return null
  const value = written(found.amount)
  const plain = plainAmount(value.replace('-', ''))
  return plain && (value.startsWith('-') ? `-${plain}` : plain)
}

/** What banks write, folded, beside an entry that is not booked, or never will be. */
const notBooked =
  /\b(vorgemerkt|pending|not booked|unbooked|reserved|declined|reverted|failed|cancelled|canceled|en attente|a venir|in attesa|non contabilizzat\w*|pendiente|pendente|oczekuj\w*|blokada|in behandeling|gereserveerd)\b/

/** Words of banks for money out, in a column beside amounts without a sign. */
const outWords = new Set('af|debit|debet|dbit|d|s|soll|out|dare|debito|cargo|wn|obciazenie'.split('|'))

/**
 * `-12.50` of one column with a sign, of one with the side beside it, or of two without; null where no amount above zero can be
 * read.
 */
function signedAmount(
  amount: string | null,
  credit: string | null,
  debit: string | null,
  side: string | null,
): string | null {
  const read = (text: string | null) => {
    if (text === null) return null
    const found = bankAmount(text)
    return 'amount' in found && compared(found.amount, zero) !== 0 ? written(found.amount) : null
  }
  const absolute = (text: string) => text.replace('-', '')
  const inward = read(credit)
  const outward = read(debit)
  const told = read(amount)
  const isOut = side !== null && outWords.has(folded(side))
  const value =
    (told !== null && isOut ? written(negative(exact(absolute(told)))) : told) ??
    (inward ? absolute(inward) : outward ? written(negative(exact(absolute(outward)))) : null)
  if (value === null) return null
  const plain = plainAmount(absolute(value))
  return plain && (value.startsWith('-') ? `-${plain}` : plain)
}

function dayOf(text: string | null, order: DayOrder): string | null {
  const [one = '', two = '', three = ''] = (text ?? '').split(/\D+/).filter(Boolean)
  const [year, month, day] =
    order === 'ymd' ? [one, two, three] : order === 'dmy' ? [three, two, one] : [three, one, two]
  const whole = year.length === 2 ? `20${year}` : year
  return plainDay(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

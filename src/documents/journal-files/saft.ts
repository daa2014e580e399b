import { branch, type Element, elementText, leaf } from '../electronic/xml.ts'
import type { GivenEntry, GivenLine, HandOver, HandOverWriter, SaftFacts } from './format.ts'
import { wordsOf } from './format.ts'
import { centsOf } from './pairs.ts'

/**
 * SAF-T, the audit file of the OECD: schema version 2.00, with the accounts, clients, suppliers and tax codes of the days, and their journal
 * by kind of paper. Elements stand in the order of the schema; their texts are cut to its lengths.
 */

const namespace = 'urn:OECD:StandardAuditFile-Taxation/2.00'
const [code, short, middle, long] = [9, 18, 35, 256] as const

/** A text in one line, of so many letters at most. */
const text = (name: string, words: string | null | undefined, most: number = long): Element | null =>
  leaf(name, [...(words ?? '').replace(/\s+/gu, ' ').trim()].slice(0, most).join(''))

const amountText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
const without = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

/** `OpeningDebitBalance` or `OpeningCreditBalance`, as the amount wants it. */
const balance = (name: 'Opening' | 'Closing', cents: bigint): Element | null =>
  leaf(`${name}${cents < 0n ? 'Credit' : 'Debit'}Balance`, amountText(without(cents)))

type Place = Pick<SaftFacts, 'address' | 'city' | 'postcode' | 'country'>
const addressOf = ({ address, city, postcode, country }: Place): Element | null =>
  branch(
    'Address',
    text('StreetName', address, 70),
    text('City', city, middle),
    text('PostalCode', postcode, short),
    text('Country', country, 2),
  ) ?? { name: 'Address', attributes: {}, content: '' }

const taxNumber = (number: string | null | undefined): Element | null =>
  branch('TaxRegistration', text('TaxRegistrationNumber', number, middle))

function header({ from, to, madeAt, facts }: HandOver): Element | null {
  const saft = facts.saft
  return branch(
    'Header',
    leaf('AuditFileVersion', '2.00'),
    text('AuditFileCountry', saft?.country, 2),
    leaf('AuditFileDateCreated', new Date(madeAt).toISOString().slice(0, 10)),
    leaf('SoftwareCompanyName', 'Signwright'),
    leaf('SoftwareID', 'Signwright'),
    leaf('SoftwareVersion', '1.0'),
    branch(
      'Company',
      text('RegistrationNumber', saft?.registration_number ?? saft?.vat_number, middle),
      text('Name', facts.company),
      addressOf(saft ?? {}),
      branch(
        'Contact',
        branch('ContactPerson', leaf('FirstName', 'NotUsed'), text('LastName', facts.company, 70)),
        text('Telephone', saft?.phone, short),
        text('Email', saft?.email, 70),
      ),
      taxNumber(saft?.vat_number),
    ),
    leaf('DefaultCurrencyCode', facts.currency),
    branch('SelectionCriteria', leaf('SelectionStartDate', from), leaf('SelectionEndDate', to)),
    leaf('TaxAccountingBasis', saft?.is_cash_basis ? 'Cash Accounting' : 'Invoice Accounting'),
  )
}

const typeOfAccount: Readonly<Record<string, string>> = {
  asset: 'Asset',
  liability: 'Liability',
  equity: 'Liability',
  income: 'Sale',
  cost: 'Expense',
}

const ofTax: Readonly<Record<string, string>> = {
  vat_sales: 'S',
  vat_waiting: 'W',
  vat_purchases: 'P',
  vat_purchases_waiting: 'N',
  vat_due: 'D',
}
const ofTreatment: Readonly<Record<string, string>> = {
  reverse_charge: 'R',
  intra_community: 'C',
  import: 'I',
  import_postponed: 'Q',
}

/** The code of the tax of a line: the side, the treatment where it is not the usual one, and the rate; null where it is no tax. */
function taxCode({ part, vat_rate: rate, vat_treatment: treatment }: GivenLine): string | null {
  const side = ofTax[part]
  return side === undefined || rate === null
    ? null
    : `${side}${ofTreatment[treatment ?? ''] ?? ''}${rate}`.slice(0, code)
}

const sideNames = { clients: 'Customer', suppliers: 'Supplier' } as const
type Side = keyof typeof sideNames
const sideOf = (part: string): Side | null => (part === 'clients' || part === 'suppliers' ? part : null)

/** What is learnt from the entries while they pass: of accounts and parties what moved, the codes of taxes, and the sums. */
class Found {
  readonly moved = new Map<string, bigint>()
  readonly accounts = new Map<string, string>()
  readonly taxes = new Map<string, string>()
  readonly journals = new Map<string, string[]>()
  count = 0
  debit = 0n

  add(line: GivenLine): void {
    const cents = centsOf(line.amount)
    if (cents > 0n) this.debit += cents
    this.accounts.set(line.code, line.account)
    this.#move(`account ${line.code}`, cents)
    if (sideOf(line.part) && line.personal !== null) this.#move(`${line.part} ${line.personal}`, cents)
    const tax = taxCode(line)
    if (tax !== null) this.taxes.set(tax, line.vat_rate ?? '0')
  }

  #move(of: string, cents: bigint): void {
    this.moved.set(of, (this.moved.get(of) ?? 0n) + cents)
  }
}

function lineElement(entry: GivenEntry, line: GivenLine, record: number): Element | null {
  const side = sideOf(line.part)
  const cents = centsOf(line.amount)
  const tax = taxCode(line)
  const amount = leaf('Amount', amountText(without(cents)))
  return branch(
    'Line',
    leaf('RecordID', String(record)),
    text('AccountID', line.code, 70),
    leaf('ValueDate', entry.on_date),
    text('SourceDocumentID', entry.number, middle),
    side && line.personal !== null ? leaf(`${sideNames[side]}ID`, String(line.personal)) : null,
    text('Description', wordsOf(entry, line) || line.account),
    branch(cents < 0n ? 'CreditAmount' : 'DebitAmount', amount),
    tax === null
      ? null
      : branch(
          'TaxInformation',
          leaf('TaxType', 'VAT'),
          leaf('TaxCode', tax),
          leaf('TaxPercentage', line.vat_rate),
          branch('TaxAmount', amount),
        ),
  )
}

function transaction(entry: GivenEntry, { place, madeAt }: HandOver, at: number): Element | null {
  const party = entry.lines.find(({ part, personal }) => sideOf(part) !== null && personal !== null)
  const side = party ? sideOf(party.part) : null
  return branch(
    'Transaction',
    leaf('TransactionID', `${place}-${at}`),
    leaf('Period', entry.on_date.slice(5, 7)),
    leaf('PeriodYear', entry.on_date.slice(0, 4)),
    leaf('TransactionDate', entry.on_date),
    text('TransactionType', entry.kind, code),
    text('Description', [entry.number, entry.party, wordsOf(entry)].filter(Boolean).join(' · ') || entry.kind),
    leaf('SystemEntryDate', new Date(madeAt).toISOString().slice(0, 10)),
    leaf('GLPostingDate', entry.on_date),
    side ? leaf(`${sideNames[side]}ID`, String(party?.personal)) : null,
    entry.lines.map((line, record) => lineElement(entry, line, record + 1)),
  )
}

function accountElements({ facts }: HandOver, found: Found): (Element | null)[] {
  const known = new Map((facts.saft?.accounts ?? []).map((account) => [account.code, account]))
  for (const [of, name] of found.accounts)
    if (!known.has(of)) known.set(of, { code: of, name, kind: 'asset', opening: '0.00' })
  return [...known.values()].map(({ code: of, name, kind, opening }) => {
    const cents = centsOf(opening)
    return branch(
      'Account',
      text('AccountID', of, 70),
      text('AccountDescription', name),
      leaf('AccountType', typeOfAccount[kind] ?? 'Asset'),
      balance('Opening', cents),
      balance('Closing', cents + (found.moved.get(`account ${of}`) ?? 0n)),
    )
  })
}

const partyElements = ({ facts }: HandOver, found: Found, side: Side): (Element | null)[] =>
  (facts.saft?.parties ?? [])
    .filter((party) => party.side === side)
    .map((party) => {
      const cents = centsOf(party.opening)
      return branch(
        sideNames[side],
        text('Name', party.name),
        addressOf(party),
        taxNumber(party.vat_number),
        leaf(`${sideNames[side]}ID`, String(party.number)),
        text('AccountID', party.account, 70),
        balance('Opening', cents),
        balance('Closing', cents + (found.moved.get(`${side} ${party.number}`) ?? 0n)),
      )
    })

const taxTable = ({ facts }: HandOver, { taxes }: Found): Element | null =>
  branch(
    'TaxTable',
    taxes.size === 0
      ? null
      : branch(
          'TaxTableEntry',
          leaf('TaxType', 'VAT'),
          leaf('Description', 'Value added tax'),
          [...taxes]
            .sort()
            .map(([of, rate]) =>
              branch(
                'TaxCodeDetails',
                leaf('TaxCode', of),
                leaf('TaxPercentage', rate),
                text('Country', facts.saft?.country, 2),
              ),
            ),
        ),
  )

const masterFiles = (of: HandOver, found: Found): Element | null =>
  branch(
    'MasterFiles',
    branch('GeneralLedgerAccounts', accountElements(of, found)),
    branch('Customers', partyElements(of, found, 'clients')),
    branch('Suppliers', partyElements(of, found, 'suppliers')),
    taxTable(of, found),
  )

const journalNames: Readonly<Record<string, readonly [name: string, type: string]>> = {
  invoice: ['Invoices', 'sale'],
  credit_note: ['Credit notes', 'sale'],
  payment: ['Payments', 'bank'],
  supplier_invoice: ['Invoices of suppliers', 'purchase'],
  bank_entry: ['Entries of the bank', 'bank'],
  cash_entry: ['Entries of the cash book', 'cash'],
}

const partOf = (element: Element | null): string => (element ? elementText(element) : '')

function* journalParts({ journals }: Found): Generator<string> {
  for (const [kind, parts] of journals) {
    const [name, type] = journalNames[kind] ?? [kind, 'general']
    yield `<Journal>\n${[text('JournalID', kind, short), text('Description', name), text('Type', type, code)].map(partOf).join('')}`
    yield* parts
    yield '</Journal>\n'
  }
}

/** An audit file of the days. It holds everything of them, so that it stands alone. */
export const writeSaft: HandOverWriter = async (of) => {
  const found = new Found()
  for await (const page of of.entries)
    for (const entry of page) {
      found.count += 1
      for (const line of entry.lines) found.add(line)
      const parts = found.journals.get(entry.kind) ?? []
      found.journals.set(entry.kind, parts)
      parts.push(partOf(transaction(entry, of, found.count)))
    }
  const total = amountText(found.debit)
  return new Blob(
    [
      `<?xml version="1.0" encoding="UTF-8"?>\n<AuditFile xmlns="${namespace}">\n`,
      partOf(header(of)),
      partOf(masterFiles(of, found)),
      '<GeneralLedgerEntries>\n',
      `<NumberOfEntries>${found.count}</NumberOfEntries>\n<TotalDebit>${total}</TotalDebit>\n<TotalCredit>${total}</TotalCredit>\n`,
      ...journalParts(found),
      '</GeneralLedgerEntries>\n</AuditFile>\n',
    ],
    { type: 'application/xml;charset=utf-8' },
  )
}

import { compared, exact, sum, written } from '../../shared/domain/money/decimal.ts'
import { at, listOf, textAt, xmlTree } from '../xml-tree.ts'
import {
  type BankEntry,
  type BankFile,
  mostStatementBytes,
  pendingWords,
  plainAmount,
  plainDay,
  UnreadableStatement,
} from './bank-file.ts'

const problems = {
  'too large': 'This file is larger than 10 MB. Please export a shorter time.',
  doctype: 'This file declares a document type, which bank statements do not. It was not read.',
  'no xml': 'This file is no XML that can be read.',
}

/**
 * Reads a camt.053 bank statement (version .02 to .08 and later): its booked entries, those of a batch one by one. Throws an
 * UnreadableStatement.
 */
export function readCamt(xml: string): BankFile {
  const read = xmlTree(xml, mostStatementBytes)
  if ('problem' in read) throw new UnreadableStatement(problems[read.problem])
  const all = listOf(at(read.tree, 'Document.BkToCstmrStmt.Stmt')).map(readStatement)
  const [first] = all
  if (!first) throw new UnreadableStatement(whatItIs(read.tree))
  const entries = all.flatMap((one) => one.entries)
  const pending = all.reduce((count, one) => count + one.pending, 0)
  if (entries.length === 0) throw new UnreadableStatement('This bank statement has no booked entries.')
  return {
    format: 'camt',
    account_iban: first.account_iban,
    currency: first.currency,
    opening: all.length === 1 ? first.opening : null,
    closing: all.length === 1 ? first.closing : null,
    entries,
    leftOut: pending === 0 ? [] : [pendingWords(pending)],
  }
}

/** The other files of a bank, by the element that holds them. Their bookings come with the statement, some of them in one sum. */
const otherFiles: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt:
    'This is a camt.052 report of the running day: it can still change. Please export the statement of the day, camt.053.',
  BkToCstmrDbtCdtNtfctn:
    'This is a camt.054 notice of single bookings: the statement has them as well, some in one sum, so both would count twice. Please export the statement, camt.053, with the details of its batches.',
  CstmrPmtStsRpt:
    'This is a pain.002 report on a payment file. It is read on the page of the payment run: “Read the report of the bank”.',
  CstmrCdtTrfInitn: 'This is a pain.001 payment file, which goes to the bank. Please export the statement, camt.053.',
  CstmrDrctDbtInitn:
    'This is a pain.008 file of direct debits, which goes to the bank. Please export the statement, camt.053.',
}

/** What a file is that is no bank statement, and which one is wanted. */
function whatItIs(tree: unknown): string {
  const found = Object.keys(otherFiles).find((name) => at(tree, `Document.${name}`) !== undefined)
  return otherFiles[found ?? ''] ?? 'This file is no camt.053 bank statement.'
}

type Account = { account_iban: string | null; currency: string }

function readStatement(statement: unknown) {
  const account_iban = textAt(statement, 'Acct.Id.IBAN') ?? textAt(statement, 'Acct.Id.Othr.Id')
  const balances = listOf(at(statement, 'Bal'))
  const entries = listOf(at(statement, 'Ntry'))
  const currency =
    textAt(statement, 'Acct.Ccy') ?? currencyOf(at(balances[0], 'Amt')) ?? currencyOf(at(entries[0], 'Amt'))
  const account: Account = { account_iban, currency: currency ?? 'EUR' }
  const booked = entries.filter(isBooked)
  return {
    ...account,
    opening: balanceOf(balances, ['OPBD', 'PRCD']),
    closing: balanceOf(balances, ['CLBD']),
    entries: booked.flatMap((entry, place) => readEntry(entry, place, account)),
    pending: entries.length - booked.length,
  }
}

/** Older versions write the status as text, newer ones as a code below it. */
const isBooked = (entry: unknown): boolean => (textAt(entry, 'Sts.Cd') ?? textAt(entry, 'Sts') ?? 'BOOK') === 'BOOK'

function readEntry(entry: unknown, place: number, account: Account): BankEntry[] {
  const problem = (what: string) => new UnreadableStatement(`Entry ${place + 1} of this file has no ${what}.`)
  const amount = plainAmount(textAt(entry, 'Amt'))
  if (amount === null) throw problem('amount that can be read')
  const booked_on = plainDay(textAt(entry, 'BookgDt.Dt') ?? textAt(entry, 'BookgDt.DtTm'))
  if (booked_on === null) throw problem('day of booking')
  const direction = directionOf(entry)
  if (direction === null) throw problem('sign: it is neither money in nor money out')
  if (/^0+\.00$/.test(amount)) return []
  const reference = textAt(entry, 'AcctSvcrRef')
  const shared = {
    booked_on,
    value_on: plainDay(textAt(entry, 'ValDt.Dt') ?? textAt(entry, 'ValDt.DtTm')),
    currency: currencyOf(at(entry, 'Amt')) ?? account.currency,
    account_iban: account.account_iban,
  }
  const details = listOf(at(entry, 'NtryDtls')).flatMap((one) => listOf(at(one, 'TxDtls')))
  const parts = details.map((part) => plainAmount(textAt(part, 'Amt') ?? textAt(part, 'AmtDtls.TxAmt.Amt')))
  const known = parts.filter((part) => part !== null)
  const isBatch =
    details.length > 1 &&
    known.length === details.length &&
    compared(exact(written(sum(known.map(exact)))), exact(amount)) === 0 &&
    details.every((part) => (directionOf(part) ?? direction) === direction)
  if (isBatch)
    return details.map((part, index) => ({
      ...shared,
      direction,
      amount: parts[index] ?? amount,
      ...factsOf(part, direction, account),
      ...otherAmount(shared.currency, part),
      return_info: returnInfo(entry, part),
      bank_reference: textAt(part, 'Refs.AcctSvcrRef') ?? (reference ? `${reference}/${index + 1}` : null),
      remittance: remittanceOf(part) ?? textAt(entry, 'AddtlNtryInf'),
    }))
  const [only] = details
  return [
    {
      ...shared,
      direction,
      amount,
      ...factsOf(only, direction, account),
      ...otherAmount(shared.currency, only, entry),
      return_info: returnInfo(entry, only),
      ...(only === undefined ? { end_to_end: fileOfBatch(entry) } : {}),
      bank_reference: reference ?? textAt(only, 'Refs.AcctSvcrRef'),
      remittance: remittanceOf(only) ?? textAt(entry, 'AddtlNtryInf'),
    },
  ]
}

/**
 * The amount in another currency: the counter value, else the ordered amount. Of several the first in another currency
 * than the account's.
 */
function otherAmount(
  currency: string,
  ...places: readonly unknown[]
): Pick<BankEntry, 'other_amount' | 'other_currency'> {
  const all = places.flatMap((place) =>
    ['CntrValAmt', 'TxAmt', 'InstdAmt'].map((name) => ({ place, path: `AmtDtls.${name}.Amt` })),
  )
  for (const { place, path } of all) {
    const other_currency = currencyOf(at(place, path))
    const other_amount = plainAmount(textAt(place, path))
    if (other_currency && other_currency !== currency && other_amount && /[1-9]/.test(other_amount))
      return { other_amount, other_currency }
  }
  return {}
}

/** The meaning of the most frequent return reasons, by ISO 20022 code. */
const returnReasons: Readonly<Record<string, string>> = {
  AC01: 'the account number is wrong',
  AC04: 'the account is closed',
  AC06: 'the account is blocked',
  AG01: 'the account takes no transfers',
  AM04: 'the account has not enough money',
  AM05: 'it was sent twice',
  BE04: 'the address of the payee is missing',
  FOCR: 'it was asked back',
  MD01: 'there is no mandate',
  MD06: 'the payer asked it back',
  MS02: 'the payee gives no reason',
  MS03: 'the bank gives no reason',
  RC01: 'the BIC is wrong',
}
/** Kinds of bookings that are returns: of a transfer, of a direct debit, after a cancellation. */
const returnKinds = new Set(['RRTN', 'UPDD', 'RPCR'])

/** The bank's reason for a returned payment; null for an ordinary entry. */
function returnInfo(entry: unknown, details: unknown): string | null {
  const told = at(details, 'RtrInf')
  const kind = textAt(details, 'BkTxCd.Domn.Fmly.SubFmlyCd') ?? textAt(entry, 'BkTxCd.Domn.Fmly.SubFmlyCd')
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '')
  if (told === undefined && !isReversal && !returnKinds.has(kind ?? '')) return null
  const code = textAt(told, 'Rsn.Cd') ?? textAt(told, 'Rsn.Prtry')
  const words = listOf(at(told, 'AddtlInf')).map((line) => (typeof line === 'string' ? line : textAt(line, '#text')))
  const said = [code, returnReasons[code ?? ''] ?? words.filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (said || 'no reason is given').slice(0, 200)
}

/**
 * The other party: the debtor of money in, the creditor of money out. A return names both as its payment did, so there
 * the other party is the one that is not our account.
 */
function factsOf(details: unknown, direction: 'in' | 'out', { account_iban }: Account) {
  const parties = at(details, 'RltdPties')
  const usual = direction === 'in' ? 'Dbtr' : 'Cdtr'
  const isOurs = account_iban !== null && textAt(parties, `${usual}Acct.Id.IBAN`) === account_iban
  const side = isOurs ? (direction === 'in' ? 'Cdtr' : 'Dbtr') : usual
  const endToEnd = textAt(details, 'Refs.EndToEndId')
  return {
    party_name:
      textAt(parties, `${side}.Pty.Nm`) ?? textAt(parties, `${side}.Nm`) ?? textAt(parties, `Ultmt${side}.Nm`),
    party_iban: textAt(parties, `${side}Acct.Id.IBAN`),
    end_to_end: endToEnd === 'NOTPROVIDED' ? null : endToEnd,
  }
}

/** One booking for a whole file of payments, without its parts: the bank names the file instead. */
const fileOfBatch = (entry: unknown): string | null => {
  const [batch] = listOf(at(entry, 'NtryDtls')).map((one) => at(one, 'Btch'))
  return textAt(batch, 'MsgId') ?? textAt(batch, 'PmtInfId')
}

const remittanceOf = (details: unknown): string | null =>
  [
    ...listOf(at(details, 'RmtInf.Ustrd')).map(
      (line) => textAt(line, '#text') ?? (typeof line === 'string' ? line : null),
    ),
    ...listOf(at(details, 'RmtInf.Strd')).map(
      (line) => textAt(line, 'CdtrRefInf.Ref') ?? textAt(line, 'RfrdDocInf.Nb'),
    ),
  ]
    .map((line) => line?.trim())
    .filter(Boolean)
    .join(' ')
    .slice(0, 1000) || null

function directionOf(entry: unknown): 'in' | 'out' | null {
  const sign = textAt(entry, 'CdtDbtInd')
  return sign === 'CRDT' ? 'in' : sign === 'DBIT' ? 'out' : null
}

function currencyOf(amount: unknown): string | null {
  const currency = textAt(amount, '@Ccy')
  return currency && /^[A-Z]{3}$/.test(currency) ? currency : null
}

function balanceOf(balances: readonly unknown[], codes: readonly string[]): string | null {
  const found = balances.find((one) => codes.includes(textAt(one, 'Tp.CdOrPrtry.Cd') ?? ''))
  const amount = plainAmount(textAt(found, 'Amt'))
  return amount === null ? null : directionOf(found) === 'out' ? `-${amount}` : amount
}

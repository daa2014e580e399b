import { at, listOf, textAt, xmlTree } from '../xml-tree.ts'

/** What the bank says of one payment of a file. A rejected one has its reason in words. */
export type ReportedPayment = { end_to_end_id: string; answer: 'accepted' | 'rejected'; reason: string | null }

/** A report of the bank on a payment file, pain.002. */
export type StatusReport = {
  /** The id of the file that was sent to the bank. */
  message_id: string
  payments: ReportedPayment[]
  /** The answer to each payment that the report does not name; null where it says nothing of them. */
  rest: 'accepted' | 'rejected' | null
  restReason: string | null
}

/** Why a file is no report that can be read, in words. */
export class UnreadableReport extends Error {}

const mostBytes = 10 * 1024 * 1024
const problems = {
  'too large': 'This file is larger than 10 MB.',
  doctype: 'This file declares a document type, which reports of a bank do not. It was not read.',
  'no xml': 'This file is no XML that can be read.',
}

const rejecting = new Set(['RJCT', 'CANC'])
/** Accepted: technically, for the customer, for settlement, settled, with a change. PART: all but those that are named. */
const accepting = new Set(['ACCP', 'ACTC', 'ACSP', 'ACSC', 'ACWC', 'ACCC', 'PART'])

const answerOf = (status: string | null): 'accepted' | 'rejected' | null =>
  status === null ? null : rejecting.has(status) ? 'rejected' : accepting.has(status) ? 'accepted' : null

/** The meaning of the most frequent reasons, by ISO 20022 code. */
const reasons: Readonly<Record<string, string>> = {
  AC01: 'the account number is wrong',
  AC04: 'the account is closed',
  AC06: 'the account is blocked',
  AG01: 'the account takes no transfers',
  AG02: 'the kind of payment is wrong',
  AM02: 'the amount is too high',
  AM04: 'our account has not enough money',
  AM05: 'it was sent twice',
  BE04: 'the address of the payee is missing',
  DT01: 'the day is wrong',
  DUPL: 'the file was sent twice',
  FF01: 'the file is not as it should be',
  MS02: 'no reason is given',
  MS03: 'the bank gives no reason',
  RC01: 'the BIC is wrong',
  RR04: 'the law forbids it',
}

/** The reason of a status: `AC04, the account is closed`. */
function reasonOf(...places: readonly unknown[]): string {
  const told = places.flatMap((place) => listOf(at(place, 'StsRsnInf')))[0]
  const code = textAt(told, 'Rsn.Cd') ?? textAt(told, 'Rsn.Prtry')
  const words = listOf(at(told, 'AddtlInf')).map((line) => (typeof line === 'string' ? line : textAt(line, '#text')))
  const said = [code, reasons[code ?? ''] ?? words.filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (said || 'the bank gives no reason').slice(0, 300)
}

/**
 * Reads a pain.002 report (version .03 to .10 and later). A status of the whole file or of its group counts for each payment that has none
 * of its own. Throws an UnreadableReport.
 */
export function readStatusReport(xml: string): StatusReport {
  const read = xmlTree(xml.replace(/^\uFEFF/, ''), mostBytes)
  if ('problem' in read) throw new UnreadableReport(problems[read.problem])
  const report = at(read.tree, 'Document.CstmrPmtStsRpt')
  if (report === undefined)
    throw new UnreadableReport('This file is no pain.002 report. Bank statements are read under Bank.')
  const file = at(report, 'OrgnlGrpInfAndSts')
  const message_id = textAt(file, 'OrgnlMsgId')
  if (message_id === null) throw new UnreadableReport('This report does not say which file it is of.')
  const groups = listOf(at(report, 'OrgnlPmtInfAndSts'))
  const payments = groups.flatMap((group) =>
    listOf(at(group, 'TxInfAndSts')).flatMap((payment): ReportedPayment[] => {
      const end_to_end_id = textAt(payment, 'OrgnlEndToEndId')
      const answer = answerOf(textAt(payment, 'TxSts') ?? textAt(group, 'PmtInfSts') ?? textAt(file, 'GrpSts'))
      if (end_to_end_id === null || answer === null) return []
      return [{ end_to_end_id, answer, reason: answer === 'rejected' ? reasonOf(payment, group, file) : null }]
    }),
  )
  // Our files have one group: its status, else that of the file, is the answer to what is not named.
  const [group] = groups
  const rest = answerOf(textAt(group, 'PmtInfSts') ?? textAt(file, 'GrpSts'))
  if (payments.length === 0 && rest === null)
    throw new UnreadableReport('This report says nothing yet: the bank received the file and has not decided.')
  return { message_id, payments, rest, restReason: rest === 'rejected' ? reasonOf(group, file) : null }
}

/** The answers to these payments of a run, by name or as the rest; payments that the report says nothing of are left out. */
export function answersFor(report: StatusReport, ids: readonly string[]): ReportedPayment[] {
  const named = new Set(report.payments.map(({ end_to_end_id }) => end_to_end_id))
  const { rest, restReason } = report
  return [
    ...report.payments,
    ...(rest === null
      ? []
      : ids
          .filter((id) => !named.has(id))
          .map((end_to_end_id) => ({ end_to_end_id, answer: rest, reason: restReason }))),
  ]
}

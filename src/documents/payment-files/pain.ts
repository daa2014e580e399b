import { compared, exact, sum } from '../../shared/domain/money/decimal.ts'
import { bicProblem, ibanProblem, plainIban } from '../../shared/domain/money/iban.ts'
import { countryCode } from '../../shared/domain/places/country-code.ts'
import { branch, type Element, leaf, xmlText } from '../electronic/xml.ts'
import { painProblems } from './pain-schema.ts'
import { sepaText } from './sepa-text.ts'

type Party = { name: string; iban: string; bic: string | null; city: string | null; country: string | null }

/** A payment run as `export_payment_run` answers it. Amounts are decimal text in euro, days ISO 8601. */
export type RunDocument = {
  number: string
  message_id: string
  created_at: string
  pay_on: string
  total: string
  count: number
  debtor: Party
  payments: {
    end_to_end_id: string
    amount: string
    creditor: string
    iban: string
    bic: string | null
    reference: string
    city: string | null
    country: string | null
  }[]
}

/** The reasons why a run cannot become a bank file, as sentences; empty when it can. */
export function obstaclesOfRun(run: RunDocument): string[] {
  const { debtor, payments } = run
  const accountProblems = [
    { who: 'Our account', iban: debtor.iban, bic: debtor.bic },
    ...payments.map(({ creditor, iban, bic }) => ({ who: creditor, iban, bic })),
  ].flatMap(({ who, iban, bic }) => {
    const problem = ibanProblem(iban) ?? (bic === null ? null : bicProblem(bic))
    return problem === null ? [] : [`${who}: ${problem}.`]
  })
  const ids = new Set(payments.map(({ end_to_end_id }) => end_to_end_id))
  const amounts = payments.map(({ amount }) => exact(amount))
  return [
    ...accountProblems,
    ...(payments.length === 0 ? ['There is no payment in this run.'] : []),
    ...(ids.size < payments.length ? ['Two payments have the same id.'] : []),
    ...(amounts.some((amount) => compared(amount, exact('0.01')) < 0 || compared(amount, exact('999999999.99')) > 0)
      ? ['A payment is between 0.01 and 999,999,999.99 euro.']
      : []),
    ...(payments.length !== run.count || compared(sum(amounts), exact(run.total)) !== 0
      ? ['The payments do not add up to the total of the run.']
      : []),
    ...payments.filter(({ creditor }) => sepaText(creditor, 70) === '').map(() => 'A payee has no name.'),
  ]
}

/**
 * The credit transfer initiation of ISO 20022, pain.001.001.09, for SEPA. Addresses are town and country only: since
 * November 2026 banks refuse lines without structure. @throws Error in words where the run cannot be such a file
 */
export function painText(run: RunDocument): string {
  const obstacles = obstaclesOfRun(run)
  if (obstacles.length > 0) throw new Error(obstacles.join(' '))
  const document = painDocument(run)
  const problems = painProblems(document)
  if (problems.length > 0) throw new Error(`The bank would refuse this file: ${problems.join(' ')}`)
  return xmlText(document)
}

/** The elements of the file, as they come. */
export function painDocument(run: RunDocument): Element {
  const { debtor } = run
  const name = leaf('Nm', sepaText(debtor.name, 70))
  const sums = [leaf('NbOfTxs', String(run.count)), leaf('CtrlSum', run.total)]
  const file = branch(
    'CstmrCdtTrfInitn',
    branch(
      'GrpHdr',
      leaf('MsgId', sepaText(run.message_id, 35)),
      leaf('CreDtTm', run.created_at.replace(/\.\d+/, '')),
      sums,
      branch('InitgPty', name),
    ),
    branch(
      'PmtInf',
      leaf('PmtInfId', sepaText(run.number, 35)),
      leaf('PmtMtd', 'TRF'),
      leaf('BtchBookg', 'false'),
      sums,
      branch('PmtTpInf', branch('SvcLvl', leaf('Cd', 'SEPA'))),
      branch('ReqdExctnDt', leaf('Dt', run.pay_on)),
      branch('Dbtr', name, place(debtor)),
      branch('DbtrAcct', branch('Id', leaf('IBAN', plainIban(debtor.iban))), leaf('Ccy', 'EUR')),
      agent('DbtrAgt', debtor.bic) ??
        branch('DbtrAgt', branch('FinInstnId', branch('Othr', leaf('Id', 'NOTPROVIDED')))),
      leaf('ChrgBr', 'SLEV'),
      run.payments.map((payment) =>
        branch(
          'CdtTrfTxInf',
          branch(
            'PmtId',
            leaf('InstrId', sepaText(payment.end_to_end_id, 35)),
            leaf('EndToEndId', sepaText(payment.end_to_end_id, 35)),
          ),
          branch('Amt', leaf('InstdAmt', payment.amount, { Ccy: 'EUR' })),
          agent('CdtrAgt', payment.bic),
          branch('Cdtr', leaf('Nm', sepaText(payment.creditor, 70)), place(payment)),
          branch('CdtrAcct', branch('Id', leaf('IBAN', plainIban(payment.iban)))),
          branch('RmtInf', remittance(payment.reference)),
        ),
      ),
    ),
  )
  return {
    name: 'Document',
    attributes: { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' },
    content: file ? [file] : [],
  }
}

const agent = (name: string, bic: string | null) =>
  branch(name, branch('FinInstnId', leaf('BICFI', bic === null ? null : plainIban(bic))))

/** Both or nothing: a country without its town is no address that banks take. */
function place({ city, country }: { city: string | null; country: string | null }) {
  const code = countryCode(country)
  const town = sepaText(city ?? '', 35)
  return code && town ? branch('PstlAdr', leaf('TwnNm', town), leaf('Ctry', code)) : null
}

/** A creditor reference of ISO 11649 goes where banks check it; any other text is unstructured. */
const remittance = (reference: string) =>
  isCreditorReference(reference)
    ? branch(
        'Strd',
        branch(
          'CdtrRefInf',
          branch('Tp', branch('CdOrPrtry', leaf('Cd', 'SCOR')), leaf('Issr', 'ISO')),
          leaf('Ref', plainIban(reference)),
        ),
      )
    : leaf('Ustrd', sepaText(reference, 140))

/** `RF18 5390 0754 7034`: RF, two check digits, up to 21 characters; the check is that of an IBAN (mod 97). */
export function isCreditorReference(text: string): boolean {
  const plain = plainIban(text)
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(plain)) return false
  const digits = [...(plain.slice(4) + plain.slice(0, 4))].map((sign) => parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

import { compared, exact } from '../../shared/domain/money/decimal.ts'
import { moneyFloor } from '../../shared/domain/money/money.ts'
import { ibanProblem, plainIban } from '../../shared/domain/money/iban.ts'

/** A credit transfer in euro, for the QR code that bank apps read (EPC069-12, version 002). */
export type Transfer = {
  /** At most 70 characters are kept. */
  name: string
  iban: string
  bic: string | null
  /** Decimal text, 0.01 to 999999999.99. */
  amount: string
  currency: string
  /** The text on the payer's statement, cut at 140 characters. */
  text: string
}

/** A code of version 13 at level M holds this many bytes. */
const mostBytes = 331

/** The text of the QR code. Null for another currency, no amount, a wrong IBAN, or too many bytes. */
export function epcText({ name, iban, bic, amount, currency, text }: Transfer): string | null {
  const whole = exact(moneyFloor(amount) ?? '0')
  if (currency !== 'EUR' || ibanProblem(iban) !== null || oneLine(name) === '') return null
  if (compared(whole, exact('0.01')) < 0 || compared(whole, exact('999999999.99')) > 0) return null
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    cut(oneLine(name), 70),
    plainIban(iban),
    `EUR${moneyFloor(amount)}`,
    '',
    '',
    cut(oneLine(text), 140),
  ]
  const code = lines.join('\n')
  return new TextEncoder().encode(code).length <= mostBytes ? code : null
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const cut = (text: string, most: number): string => [...text].slice(0, most).join('').trim()

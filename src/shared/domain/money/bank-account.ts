/** What an account is named by: IBAN and BIC, routing number and account number, sort code and account number. */
export const bankFields = ['iban', 'routing', 'sort_code'] as const
export type BankFields = (typeof bankFields)[number]

/** What the code of a bank is called. */
export const bankCodeNames: Record<Exclude<BankFields, 'iban'>, string> = {
  routing: 'Routing number',
  sort_code: 'Sort code',
}

/** A code or an account number in its stored form: digits alone. */
export const plainDigits = (typed: string): string => typed.replaceAll(/[\s-]/g, '')

/**
 * The problem with a routing number (ABA) as a sentence; null for a valid one. `private.is_routing_number` in the database
 * applies the same rule: the digits, weighted 3, 7, 1, add up to a multiple of ten.
 */
export function routingNumberProblem(typed: string): string | null {
  const digits = plainDigits(typed)
  if (!/^\d{9}$/.test(digits)) return 'A routing number has 9 digits'
  const sum = [...digits].reduce((total, digit, place) => total + ([3, 7, 1][place % 3] ?? 0) * Number(digit), 0)
  return sum % 10 === 0 ? null : 'The check digit does not match: please look again'
}

/** The problem with the code of a bank as a sentence; null for a valid one. */
export const bankCodeProblem = (fields: Exclude<BankFields, 'iban'>, typed: string): string | null =>
  fields === 'routing'
    ? routingNumberProblem(typed)
    : /^\d{6}$/.test(plainDigits(typed))
      ? null
      : 'A sort code has 6 digits'

/** The problem with an account number as a sentence; null for a valid one. */
export const accountNumberProblem = (typed: string): string | null =>
  /^\d{4,17}$/.test(plainDigits(typed)) ? null : 'An account number has 4 to 17 digits'

/** The code of a bank as people write it: `20-00-00`, `021000021`. */
export const readableBankCode = (fields: Exclude<BankFields, 'iban'>, code: string): string =>
  fields === 'sort_code' ? code.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3') : code

/** Lengths by country of the accounts that are common here (ISO 13616 registry). Others are checked by their digits. */
const lengths: Record<string, number> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IT: 27,
  LT: 20,
  LU: 20,
  LV: 21,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
}

/** An IBAN in its stored form: capitals, no blanks. */
export const plainIban = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** The IBAN in groups of four. */
export const readableIban = (iban: string): string => plainIban(iban).replace(/(.{4})(?=.)/g, '$1 ')

/**
 * The problem with an IBAN as a sentence; null for a valid one. Blanks and small letters are allowed. `private.is_iban` in the
 * database applies the same rules to the stored form.
 */
export function ibanProblem(typed: string): string | null {
  const iban = plainIban(typed)
  if (iban === '') return 'Please enter the IBAN'
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]*$/.test(iban)) return 'An IBAN starts with two letters and two digits, such as GB29'
  const length = lengths[iban.slice(0, 2)]
  if (length !== undefined && iban.length !== length) {
    return `An IBAN of ${iban.slice(0, 2)} has ${length} characters, this one has ${iban.length}`
  }
  if (iban.length < 15 || iban.length > 34) return 'An IBAN has 15 to 34 characters'
  return remainder97(iban.slice(4) + iban.slice(0, 4)) === 1 ? null : 'The check digits do not match: please look again'
}

/**
 * The problem with a BIC (ISO 9362) as a sentence; null for a valid one. `private.is_bic` in the database applies the same
 * rule.
 */
export const bicProblem = (typed: string): string | null =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(plainIban(typed))
    ? null
    : 'A BIC has 8 or 11 letters and digits'

/** The remainder modulo 97 of the number that the characters encode (A is 10, Z is 35). */
export const remainder97 = (signs: string): number =>
  [...signs].reduce((rest, sign) => {
    const value = parseInt(sign, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)

import { plainVatNumber } from '../people/contact'

type Country = { name: string; shape: RegExp; check?: (digits: number[], text: string) => boolean }

const sum = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((total, weight, place) => total + weight * (digits[place] ?? 0), 0)
const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, place) => from - place)
const zeroPastNine = (check: number): number => (check > 9 ? 0 : check)
const digitSum = (number: number): number => Math.floor(number / 10) + (number % 10)

/** Every second digit counts twice, the last one makes the sum a multiple of ten. */
const luhn = (digits: readonly number[]): boolean =>
  digits.toReversed().reduce((total, digit, place) => total + (place % 2 ? digitSum(digit * 2) : digit), 0) % 10 === 0

const germany = (digits: readonly number[]): boolean => {
  const product = digits.slice(0, 8).reduce((carried, digit) => (2 * ((digit + carried) % 10 || 10)) % 11, 10)
  return (11 - product) % 10 === digits[8]
}
const greece = (digits: readonly number[]): boolean =>
  zeroPastNine(sum(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) === digits[8]
const unitedKingdom = (digits: readonly number[], text: string): boolean => {
  const total = sum(digits, down(8, 2)) + Number(text.slice(7, 9))
  return !/^\d{9}/.test(text) || total % 97 === 0 || (total + 55) % 97 === 0
}

/**
 * Patterns and check digits of VAT numbers, as the tax offices publish them. Countries without a check are tested by pattern
 * only.
 */
const countries: Record<string, Country> = {
  AT: {
    name: 'Austria',
    shape: /^U\d{8}$/,
    check: (digits) =>
      (10 -
        ((sum(
          digits.map((d, i) => (i % 2 ? digitSum(d * 2) : d)),
          Array(7).fill(1),
        ) +
          4) %
          10)) %
        10 ===
      digits[7],
  },
  BE: {
    name: 'Belgium',
    shape: /^[01]\d{9}$/,
    check: (_, text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)),
  },
  BG: { name: 'Bulgaria', shape: /^\d{9,10}$/ },
  CH: {
    name: 'Switzerland',
    shape: /^E\d{9}(MWST|TVA|IVA)?$/,
    check: (digits) => (11 - (sum(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === digits[8],
  },
  CY: { name: 'Cyprus', shape: /^\d{8}[A-Z]$/ },
  CZ: { name: 'Czechia', shape: /^\d{8,10}$/ },
  DE: { name: 'Germany', shape: /^[1-9]\d{8}$/, check: germany },
  DK: { name: 'Denmark', shape: /^\d{8}$/, check: (digits) => sum(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { name: 'Estonia', shape: /^10\d{7}$/ },
  EL: { name: 'Greece', shape: /^\d{9}$/, check: greece },
  ES: { name: 'Spain', shape: /^[A-Z0-9]\d{7}[A-Z0-9]$/ },
  FI: {
    name: 'Finland',
    shape: /^\d{8}$/,
    check: (digits) => zeroPastNine(11 - (sum(digits, [7, 9, 10, 5, 8, 4, 2]) % 11)) === digits[7],
  },
  FR: {
    name: 'France',
    shape: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
    check: (_, text) =>
      !/^\d{11}$/.test(text) || (12 + 3 * (Number(text.slice(2)) % 97)) % 97 === Number(text.slice(0, 2)),
  },
  GB: { name: 'the United Kingdom', shape: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/, check: unitedKingdom },
  HR: { name: 'Croatia', shape: /^\d{11}$/ },
  HU: { name: 'Hungary', shape: /^\d{8}$/ },
  IE: { name: 'Ireland', shape: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/ },
  IT: { name: 'Italy', shape: /^\d{11}$/, check: luhn },
  LT: { name: 'Lithuania', shape: /^(\d{9}|\d{12})$/ },
  LU: {
    name: 'Luxembourg',
    shape: /^\d{8}$/,
    check: (_, text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)),
  },
  LV: { name: 'Latvia', shape: /^\d{11}$/ },
  MT: {
    name: 'Malta',
    shape: /^[1-9]\d{7}$/,
    check: (digits, text) => 37 - (sum(digits, [3, 4, 6, 7, 8, 9]) % 37) === Number(text.slice(6)),
  },
  NO: {
    name: 'Norway',
    shape: /^\d{9}(MVA)?$/,
    check: (digits) => (11 - (sum(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === digits[8],
  },
  NL: { name: 'the Netherlands', shape: /^\d{9}B\d{2}$/ },
  PL: {
    name: 'Poland',
    shape: /^\d{10}$/,
    check: (digits) => sum(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digits[9],
  },
  PT: {
    name: 'Portugal',
    shape: /^\d{9}$/,
    check: (digits) => zeroPastNine(11 - (sum(digits, down(9, 2)) % 11)) === digits[8],
  },
  RO: { name: 'Romania', shape: /^[1-9]\d{1,9}$/ },
  SE: { name: 'Sweden', shape: /^\d{10}01$/, check: (digits) => luhn(digits.slice(0, 10)) },
  SI: { name: 'Slovenia', shape: /^[1-9]\d{7}$/ },
  SK: { name: 'Slovakia', shape: /^[1-9]\d{9}$/ },
  XI: { name: 'Northern Ireland', shape: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/, check: unitedKingdom },
}

/** The result of checking a VAT number. `unknown`: a country outside the list, which is not checked. */
export type VatCheck = { kind: 'none' } | { kind: 'right' | 'wrong' | 'unknown'; words: string }

/**
 * Why the VAT number of a client is doubtful; null for a right, an empty or an unchecked one. `own` and `client` are the ISO codes
 * of the company's country and of the client's; null: not known. Between two countries the number needs the letters of its own.
 */
export function vatNumberDoubt(typed: string, own: string | null, client: string | null): string | null {
  const home = client ?? own
  const check = checkVatNumber(typed, home)
  if (check.kind === 'wrong') return check.words
  const isPlain = /^\d/.test(plainVatNumber(typed))
  if (check.kind === 'right' && isPlain && home !== null && home !== own)
    return `A client abroad has the letters of the country in it: ${lettersOf(home)}${plainVatNumber(typed)}`
  return null
}

const lettersOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/**
 * Checks a VAT number as typed, with blanks or without: its country, its shape and its check digits. A number without the
 * letters of a country is one of `home`, the ISO code of the company's country.
 */
export function checkVatNumber(typed: string, home: string | null = null): VatCheck {
  const written = plainVatNumber(typed)
  const own = home !== null && countries[lettersOf(home)]
  const plain = own && /^[A-Z0-9]{4,20}$/.test(written) && own.shape.test(written) ? home + written : written
  if (plain === '') return { kind: 'none' }
  if (!/^[A-Z0-9]{4,20}$/.test(plain)) return { kind: 'wrong', words: 'A tax number has 4 to 20 letters and digits' }
  const country = countries[plain.slice(0, 2) === 'GR' ? 'EL' : plain.slice(0, 2)]
  if (!country)
    return { kind: 'unknown', words: 'Not checked: it does not begin with a country of the EU, CH, GB, NO or XI' }
  const number = plain.slice(2)
  if (!country.shape.test(number))
    return { kind: 'wrong', words: `This is not how a tax number of ${country.name} looks` }
  const digits = [...number].filter((sign) => /\d/.test(sign)).map(Number)
  if (!country.check) return { kind: 'right', words: `Looks like a tax number of ${country.name}` }
  return country.check(digits, number)
    ? { kind: 'right', words: `${country.name.replace(/^the /, 'The ')}: the check digits are right` }
    : { kind: 'wrong', words: `The check digits are wrong: a digit of this number of ${country.name} is mistyped` }
}

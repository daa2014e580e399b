import type { VatTreatment } from '../lines.ts'

/** Code lists that EN 16931 and Peppol ask for, as far as this product uses them. */

/** VAT categories of UNCL 5305. */
export const vatCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type VatCategory = (typeof vatCategories)[number]

/** A standard line of 0 % is zero rated: category S needs a rate above zero. */
export function categoryOf(treatment: VatTreatment | null, isZero: boolean): VatCategory {
  if (treatment === 'reverse_charge') return 'AE'
  if (treatment === 'exempt') return 'E'
  if (treatment === 'export') return 'G'
  if (treatment === 'intra_community') return 'K'
  if (treatment === 'outside') return 'O'
  return treatment === 'zero' || isZero ? 'Z' : 'S'
}

/** Why no VAT is charged, in words and as a code of the list VATEX. */
export const exemptionOf: Readonly<Partial<Record<VatCategory, { reason: string; code: string | null }>>> = {
  AE: { reason: 'Reverse charge', code: 'VATEX-EU-AE' },
  K: { reason: 'Intra-Community supply', code: 'VATEX-EU-IC' },
  G: { reason: 'Export outside the EU', code: 'VATEX-EU-G' },
  O: { reason: 'Not subject to VAT', code: 'VATEX-EU-O' },
  E: { reason: 'Exempt from VAT', code: null },
}

/** Units of our lines in UN/ECE Recommendation 20. A unit that is not here counts as "one". */
const unitCodes: Readonly<Record<string, string>> = {
  piece: 'H87',
  pieces: 'H87',
  pc: 'H87',
  m: 'MTR',
  metre: 'MTR',
  m_height: 'MTR',
  m_edge: 'MTR',
  mm: 'MMT',
  cm: 'CMT',
  m2: 'MTK',
  'm²': 'MTK',
  sqm: 'MTK',
  ft2: 'FTK',
  ft: 'FOT',
  ft_height: 'FOT',
  ft_edge: 'FOT',
  yd: 'YRD',
  hour: 'HUR',
  hours: 'HUR',
  h: 'HUR',
  minute: 'MIN',
  day: 'DAY',
  days: 'DAY',
  km: 'KMT',
  kg: 'KGM',
  l: 'LTR',
  litre: 'LTR',
  set: 'SET',
  sheet: 'ST',
  pair: 'PR',
}
export const unitCode = (unit: string | null): string => unitCodes[unit?.trim().toLowerCase() ?? ''] ?? 'C62'

/** A VAT number in its exchanged form: capitals and digits, with the prefix of its country (EL for Greece). */
export function exchangedVatNumber(vatNumber: string | null, country: string | null): string | null {
  const plain = vatNumber?.toUpperCase().replace(/[^A-Z0-9]/g, '') ?? ''
  if (plain === '') return null
  const prefix = country === 'GR' ? 'EL' : country
  return /^[A-Z]{2}/.test(plain) || !prefix ? plain : prefix + plain
}

/** The lists of Peppol's electronic addresses that take a VAT number, by its prefix. */
const vatSchemes: Readonly<Record<string, string>> = {
  AT: '9914',
  BE: '9925',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  GB: '9932',
  EL: '9933',
  HR: '9934',
  IE: '9935',
  LI: '9936',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  RS: '9948',
  SI: '9949',
  SK: '9950',
  FR: '9957',
  ES: '9920',
  HU: '9910',
  IT: '0211',
}

/** The Peppol endpoint of a business: its VAT number and the list of that number; null for a country without a list. */
export function endpointOf(vatNumber: string | null): Endpoint | null {
  const scheme = vatSchemes[vatNumber?.slice(0, 2) ?? '']
  return vatNumber && scheme ? { scheme, id: vatNumber } : null
}

/** A party's address in the network: the list that its number is of, and the number. */
export type Endpoint = { scheme: string; id: string }

/** `9930:DE123456789` as an endpoint; null for anything else. */
export function endpointFrom(address: string | null | undefined): Endpoint | null {
  const [, scheme, id] = /^(\d{4}):(.+)$/.exec(address ?? '') ?? []
  return scheme && id ? { scheme, id } : null
}

/** The lists of electronic addresses (EAS) that Peppol takes, beside those of VAT numbers. */
const otherSchemes = new Set(
  (
    '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0193 0195 0196 0198 0199 ' +
    '0200 0201 0202 0204 0208 0209 0210 0211 0212 0213 0215 0216 0218 0221 0230 9901 9913 9915 9918 9919 9922 9923 9924 9940 ' +
    '9941 9942 9951 9952 9953 9959'
  ).split(' '),
)
const schemes = new Set([...otherSchemes, ...Object.values(vatSchemes)])

/** Whether there is such a list of electronic addresses. */
export const isAddressScheme = (scheme: string): boolean => schemes.has(scheme)

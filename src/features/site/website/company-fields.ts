import { isColour, plainColour } from '@/shared/domain/web/brand-colour'
import { bicProblem, ibanProblem } from '@/shared/domain/money/iban'
import { readPlace } from '@/shared/domain/places/map-link'
import { storableLine } from '@/shared/domain/text/storable'
import { checkVatNumber } from '@/shared/domain/money/vat-number'

export const companyFields = [
  'name',
  'brand_color',
  'registration_number',
  'vat_number',
  'email',
  'phone',
  'address',
  'postcode',
  'city',
  'country',
  'map_point',
  'domain',
  'account_holder',
  'iban',
  'bic',
  'bank_name',
  'payment_terms_days',
  'currency',
  'time_zone',
  'number_style',
  'date_style',
  'hour_style',
] as const
export type CompanyField = (typeof companyFields)[number]
export type CompanyValues = Record<CompanyField, string>

export const emptyCompany: CompanyValues = {
  name: '',
  brand_color: '',
  registration_number: '',
  vat_number: '',
  email: '',
  phone: '',
  address: '',
  postcode: '',
  city: '',
  country: '',
  map_point: '',
  domain: '',
  account_holder: '',
  iban: '',
  bic: '',
  bank_name: '',
  payment_terms_days: '',
  currency: '',
  time_zone: '',
  number_style: '',
  date_style: '',
  hour_style: '',
}

export const companyLabels: Record<CompanyField, string> = {
  name: 'Company name',
  brand_color: 'Brand colour',
  registration_number: 'Registration number',
  vat_number: 'VAT number',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  postcode: 'Postcode',
  city: 'Town',
  country: 'Country',
  map_point: 'Place on the map',
  domain: 'Domain',
  account_holder: 'Account holder',
  iban: 'IBAN',
  bic: 'BIC',
  bank_name: 'Bank',
  payment_terms_days: 'Payment terms',
  currency: 'Currency',
  time_zone: 'Time zone',
  number_style: 'Numbers',
  date_style: 'Dates',
  hour_style: 'Times',
}

/** Longest texts, as the database has them. */
const longest: Partial<Record<CompanyField, number>> = {
  name: 200,
  registration_number: 50,
  email: 320,
  phone: 50,
  address: 500,
  postcode: 20,
  city: 200,
  country: 200,
  account_holder: 70,
  bank_name: 200,
}

/** `https://www.Example.com/` as typed becomes `www.example.com`: the domain alone. */
export const bareDomain = (typed: string): string =>
  storableLine(typed)
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')

/** The point of pasted coordinates or a map link, as stored: `35.895412, 14.463127`. Other text is returned unchanged. */
export function plainPoint(typed: string): string {
  const place = readPlace(typed)
  return place.kind === 'point' ? `${place.at.lat}, ${place.at.lng}` : storableLine(typed)
}

/** The problems of the company's settings by field, as sentences. */
export function companyProblems(values: CompanyValues): Partial<Record<CompanyField, string>> {
  const problems: Partial<Record<CompanyField, string>> = {}
  for (const field of companyFields) {
    const most = longest[field]
    if (most !== undefined && storableLine(values[field]).length > most) problems[field] = `At most ${most} characters`
  }
  if (storableLine(values.name) === '') problems.name = 'Please enter the name of the company'
  const email = storableLine(values.email)
  if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) problems.email = 'This is not a whole email address'
  const domain = bareDomain(values.domain)
  if (domain !== '' && !/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(domain)) {
    problems.domain = 'A domain looks like example.com'
  }
  const place = storableLine(values.map_point) === '' ? null : readPlace(values.map_point)
  if (place?.kind === 'problem') problems.map_point = place.words
  const iban = storableLine(values.iban) === '' ? null : ibanProblem(values.iban)
  if (iban) problems.iban = iban
  const bic = storableLine(values.bic) === '' ? null : bicProblem(values.bic)
  if (bic) problems.bic = bic
  else if (storableLine(values.bic) !== '' && storableLine(values.iban) === '')
    problems.bic = 'A BIC belongs to an IBAN'
  const terms = storableLine(values.payment_terms_days)
  if (!/^\d{1,3}$/.test(terms) || Number(terms) > 365) problems.payment_terms_days = 'Whole days, from 0 to 365'
  const colour = plainColour(values.brand_color)
  if (colour !== '' && !isColour(colour)) problems.brand_color = 'A colour looks like #0b5c73'
  const vat = checkVatNumber(values.vat_number)
  if (vat.kind === 'wrong') problems.vat_number = vat.words
  return problems
}

import { cashDiscountProblems } from '@/kit/fields/cash-discount-fields'
import { isColour, plainColour } from '@/shared/domain/web/brand-colour'
import { accountNumberProblem, bankCodeNames, bankCodeProblem, bankFields } from '@/shared/domain/money/bank-account'
import { plainVatNumber } from '@/shared/domain/people/contact'
import { cityName, postcodeName, postcodeProblem, stateName } from '@/shared/domain/places/address-words'
import { countryCode } from '@/shared/domain/places/country-code'
import { bicProblem, ibanProblem } from '@/shared/domain/money/iban'
import { readPlace } from '@/shared/domain/places/map-link'
import { storableLine } from '@/shared/domain/text/storable'
import { checkVatNumber } from '@/shared/domain/money/vat-number'

export const companyFields = [
  'name',
  'brand_color',
  'legal_form',
  'represented_by',
  'register_court',
  'registration_number',
  'legal_notice',
  'exemption_note',
  'vat_number',
  'email',
  'phone',
  'address',
  'postcode',
  'city',
  'state',
  'country',
  'map_point',
  'domain',
  'account_holder',
  'iban',
  'bic',
  'bank_name',
  'payment_terms_days',
  'cash_discount_pct',
  'cash_discount_days',
  'small_rest',
  'currency',
  'time_zone',
  'number_style',
  'date_style',
  'hour_style',
  'tax_kind',
  'tax_name',
  'tax_id_name',
  'bank_fields',
  'bank_code',
  'account_number',
  'first_weekday',
  'paper_size',
  'length_unit',
  'electronic_invoices',
  'language',
  'rounding',
] as const
export type CompanyField = (typeof companyFields)[number]
export type CompanyValues = Record<CompanyField, string>

export const emptyCompany: CompanyValues = {
  name: '',
  brand_color: '',
  legal_form: '',
  represented_by: '',
  register_court: '',
  registration_number: '',
  legal_notice: '',
  exemption_note: '',
  vat_number: '',
  email: '',
  phone: '',
  address: '',
  postcode: '',
  city: '',
  state: '',
  country: '',
  map_point: '',
  domain: '',
  account_holder: '',
  iban: '',
  bic: '',
  bank_name: '',
  payment_terms_days: '',
  cash_discount_pct: '',
  cash_discount_days: '',
  small_rest: '',
  currency: '',
  time_zone: '',
  number_style: '',
  date_style: '',
  hour_style: '',
  tax_kind: '',
  tax_name: '',
  tax_id_name: '',
  bank_fields: '',
  bank_code: '',
  account_number: '',
  first_weekday: '',
  paper_size: '',
  length_unit: '',
  electronic_invoices: '',
  rounding: '',
  language: '',
}

export const companyLabels: Record<CompanyField, string> = {
  name: 'Company name',
  brand_color: 'Brand colour',
  legal_form: 'Legal form',
  represented_by: 'Represented by',
  register_court: 'Register',
  registration_number: 'Registration number',
  legal_notice: 'Legal notice',
  exemption_note: 'Words of exempt lines',
  vat_number: 'VAT number',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  postcode: 'Postcode',
  city: 'Town',
  state: 'State',
  country: 'Country',
  map_point: 'Place on the map',
  domain: 'Domain',
  account_holder: 'Account holder',
  iban: 'IBAN',
  bic: 'BIC',
  bank_name: 'Bank',
  payment_terms_days: 'Payment terms',
  cash_discount_pct: 'Cash discount',
  cash_discount_days: 'Cash discount within',
  small_rest: 'Small rests',
  currency: 'Currency',
  time_zone: 'Time zone',
  number_style: 'Numbers',
  date_style: 'Dates',
  hour_style: 'Times',
  tax_kind: 'Kind of tax',
  tax_name: 'The tax is called',
  tax_id_name: 'Your tax number is called',
  bank_fields: 'Account named by',
  bank_code: 'Bank code',
  account_number: 'Account number',
  first_weekday: 'Weeks begin on',
  paper_size: 'Paper',
  length_unit: 'Lengths',
  electronic_invoices: 'Electronic invoices',
  rounding: 'Amounts to cents',
  language: 'Language of clients',
}

/** The label of a field, where it follows from the others. */
export function companyLabel(
  field: CompanyField,
  values: Pick<CompanyValues, 'tax_name' | 'tax_id_name' | 'bank_fields' | 'country'>,
) {
  if (field === 'vat_number') {
    const name = storableLine(values.tax_id_name) || 'VAT'
    return name === storableLine(values.tax_name) ? `${name} number` : name
  }
  if (field === 'state') return stateName(values.country) ?? 'Region'
  if (field === 'postcode') return postcodeName(values.country)
  if (field === 'city') return cityName(values.country)
  if (field === 'bank_code' && values.bank_fields === 'routing') return bankCodeNames.routing
  if (field === 'bank_code' && values.bank_fields === 'sort_code') return bankCodeNames.sort_code
  return companyLabels[field]
}

/** Longest texts, as the database has them. */
const longest: Partial<Record<CompanyField, number>> = {
  name: 200,
  legal_form: 100,
  represented_by: 300,
  register_court: 200,
  registration_number: 50,
  legal_notice: 300,
  exemption_note: 300,
  email: 320,
  phone: 50,
  address: 500,
  postcode: 20,
  city: 200,
  state: 100,
  country: 200,
  account_holder: 70,
  bank_name: 200,
  tax_name: 30,
  tax_id_name: 40,
}

/** `https://www.Example.com/` as typed becomes `www.example.com`: the domain alone. */
export const bareDomain = (typed: string): string =>
  storableLine(typed)
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')

/** The point of pasted coordinates or a map link, as stored: `51.477900, -0.001500`. Other text is returned unchanged. */
export function plainPoint(typed: string): string {
  const place = readPlace(typed)
  return place.kind === 'point' ? `${place.at.lat}, ${place.at.lng}` : storableLine(typed)
}

function cashDiscountProblemsOf(values: CompanyValues): Partial<Record<CompanyField, string>> {
  const [percent, days] = [storableLine(values.cash_discount_pct), storableLine(values.cash_discount_days)]
  if (percent !== '' && (!/^\d{1,2}(\.\d{1,2})?$/.test(percent) || Number(percent) > 50))
    return { cash_discount_pct: 'A percentage from 0 to 50, such as 2 or 2.5' }
  if (days !== '' && (!/^\d{1,3}$/.test(days) || Number(days) > 365))
    return { cash_discount_days: 'Whole days, from 0 to 365' }
  return cashDiscountProblems({ cash_discount_pct: percent, cash_discount_days: days })
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
  const rest = storableLine(values.small_rest)
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(rest) || Number(rest) > 1000)
    problems.small_rest = 'An amount from 0 to 1000, such as 5 or 2.50'
  Object.assign(problems, cashDiscountProblemsOf(values))
  const colour = plainColour(values.brand_color)
  if (colour !== '' && !isColour(colour)) problems.brand_color = 'A colour looks like #0b5c73'
  for (const field of ['tax_name', 'tax_id_name'] as const)
    if (storableLine(values[field]) === '') problems[field] = 'Please enter what it is called'
  const fields = bankFields.find((one) => one === values.bank_fields) ?? 'iban'
  const [code, account] = [storableLine(values.bank_code), storableLine(values.account_number)]
  if (fields !== 'iban') {
    const wrongCode = code === '' ? null : bankCodeProblem(fields, code)
    const wrongAccount = account === '' ? null : accountNumberProblem(account)
    if (wrongCode) problems.bank_code = wrongCode
    if (wrongAccount) problems.account_number = wrongAccount
  } else if (code !== '' || account !== '') {
    problems.bank_fields = 'Please empty the bank code and the account number first, and save'
  }
  const postcode = postcodeProblem(values.country, storableLine(values.postcode))
  if (postcode) problems.postcode ??= postcode
  if (values.tax_kind === 'vat') {
    const vat = checkVatNumber(values.vat_number, countryCode(values.country))
    if (vat.kind === 'wrong') problems.vat_number = vat.words
  } else if (storableLine(values.vat_number) !== '' && !/^[A-Z0-9]{4,20}$/.test(plainVatNumber(values.vat_number))) {
    problems.vat_number = 'A tax number has 4 to 20 letters and digits'
  }
  return problems
}

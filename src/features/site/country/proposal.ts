import { roundingWords } from '@/shared/domain/money/tax-on'
import { type bankFields } from '@/shared/domain/money/bank-account'
import { type Chart, chartOf, charts } from '@/shared/domain/money/charts-of-accounts'
import { addressLinesOf } from '@/shared/domain/places/address-lines'
import { cityName, postcodeName, stateName } from '@/shared/domain/places/address-words'
import { unionCountries } from '@/shared/domain/places/european-union'
import { dateStyles, hourStyles, numberStyles, lengthUnits } from '@/shared/domain/text/formats'
import { languages } from '@/shared/domain/texts/languages'
import { holidaysOf } from './facts/holidays'
import { countryCode } from '@/shared/domain/places/country-code'
import { bankFieldsOf, electronicInvoicesOf, type State, states, taxOf, type TaxRate } from './facts/taxes'
import { languageOf } from './facts/languages'
import { countryName, world } from './facts/world'

/** The settings that follow from the country, in the order of the list. */
export const settings = [
  'country',
  'state',
  'language',
  'currency',
  'time_zone',
  'number_style',
  'date_style',
  'hour_style',
  'first_weekday',
  'paper_size',
  'length_unit',
  'tax_kind',
  'tax_name',
  'tax_id_name',
  'bank_fields',
  'electronic_invoices',
  'payment_terms_days',
  'rounding',
] as const
export type Setting = (typeof settings)[number]
export type Settings = Record<Setting, string>

export const settingLabels: Record<Setting, string> = {
  country: 'Country',
  state: 'State',
  language: 'Language of clients',
  currency: 'Currency',
  time_zone: 'Time zone',
  number_style: 'Numbers',
  date_style: 'Dates',
  hour_style: 'Times',
  first_weekday: 'Weeks begin on',
  paper_size: 'Paper',
  length_unit: 'Lengths',
  tax_kind: 'Kind of tax',
  tax_name: 'The tax is called',
  tax_id_name: 'Your tax number is called',
  bank_fields: 'Bank account',
  electronic_invoices: 'Electronic invoices',
  payment_terms_days: 'Payment terms, in days',
  rounding: 'Amounts to cents',
}

type Choices = Readonly<Record<string, string>>
export const bankFieldWords: Choices = {
  iban: 'IBAN and BIC',
  routing: 'Routing number and account number',
  sort_code: 'Sort code and account number',
} satisfies Record<(typeof bankFields)[number], string>

/** What may be chosen, with its words. A setting without choices is text. */
export const settingChoices: Partial<Record<Setting, Choices>> = {
  language: Object.fromEntries(languages.map(({ value, label }) => [value, label])),
  number_style: numberStyles,
  date_style: dateStyles,
  hour_style: hourStyles,
  first_weekday: { 1: 'Monday', 6: 'Saturday', 7: 'Sunday' },
  paper_size: { a4: 'A4', letter: 'Letter' },
  length_unit: lengthUnits,
  tax_kind: { vat: 'VAT', gst: 'GST', sales_tax: 'Sales tax', none: 'None' },
  bank_fields: bankFieldWords,
  electronic_invoices: { en16931: 'UBL and Factur-X beside the PDF', none: 'The PDF alone' },
  rounding: roundingWords,
}

/** What a company has before anybody chose. A setting that is still so may be proposed anew. */
export const untouched: Settings = {
  country: '',
  state: '',
  language: 'en',
  currency: 'EUR',
  time_zone: 'UTC',
  number_style: 'point',
  date_style: 'words',
  hour_style: '24h',
  first_weekday: '1',
  paper_size: 'a4',
  length_unit: 'mm',
  tax_kind: 'vat',
  tax_name: 'VAT',
  tax_id_name: 'VAT',
  bank_fields: 'iban',
  electronic_invoices: 'en16931',
  payment_terms_days: '30',
  rounding: 'cut',
}

/** What the company has now. */
export type Known = {
  settings: Settings
  /** Its tax rates. */
  rates: readonly KnownRate[]
  hasDefaultRate: boolean
  /** An account is entered, in the form that is set now. */
  hasAccount: boolean
  /** The chart of accounts in use; null where its accounts are the company's own. */
  chart: Chart | null
  /** Papers or payments are booked: the chart is no longer a question of the start. */
  isBooked: boolean
  /** There are papers with amounts: the currency stays. */
  hasPapers: boolean
}

type KnownRate = { code: string; label: string; isOffered: boolean }

export type SettingProposal = {
  setting: Setting
  now: string
  proposed: string
  /** False where somebody chose another value than the country of before proposes: it stays unless the owner ticks it. */
  isTaken: boolean
  /** Why it cannot be changed, as a sentence. */
  why: string | null
}
/** The chart of accounts to begin with. `isOpen`: it can be chosen here, because nothing is booked. */
export type ChartProposal = { now: Chart | null; proposed: Chart; isTaken: boolean; isOpen: boolean; words: string }
export type Proposal = {
  settings: SettingProposal[]
  rates: (TaxRate & { isThere: boolean })[]
  /** Rates that another country has left: no longer offered, when the owner agrees. */
  ended: { code: string; label: string }[]
  days: { day: string; name: string }[]
  chart: ChartProposal
  /** An address as papers write it. */
  address: string[]
  /** Sentences about what is not known, or not yet done. */
  remarks: string[]
}

/** The values that a country proposes. What is not known of it is left out. */
export function valuesOf(country: string, state: State | null): Partial<Settings> {
  const facts = world.get(country)
  const tax = taxOf(country, state)
  return {
    country: countryName(country),
    ...(country === 'US' && state ? { state: state.code } : {}),
    language: languageOf(country),
    ...(facts
      ? {
          currency: facts.currency,
          time_zone: country === 'US' && state ? state.zone : facts.time_zone,
          number_style: facts.number_style,
          date_style: facts.date_style,
          hour_style: facts.hour_style,
          first_weekday: String(facts.first_weekday),
          paper_size: facts.paper_size,
          length_unit: country === 'US' ? 'in' : 'mm',
        }
      : {}),
    ...(tax ? { tax_kind: tax.kind, tax_name: tax.name, tax_id_name: tax.idName } : {}),
    bank_fields: bankFieldsOf(country),
    electronic_invoices: electronicInvoicesOf(country),
    // A tax office computes with the nearest cent. The first house cuts, as it was specified.
    rounding: country === 'MT' ? 'cut' : 'nearest',
    ...(unionCountries.includes(country) || country === 'GB' ? { payment_terms_days: '30' } : {}),
  }
}

const isPlace = (setting: Setting) => setting === 'country' || setting === 'state'

/** What a country proposes to this company, from a day on. Nothing that somebody chose is taken over by itself. */
export function proposalOf(country: string, state: State | null, known: Known, today: string): Proposal {
  const values = valuesOf(country, state)
  const tax = taxOf(country, state)
  const before = countryCode(known.settings.country)
  const isMoving = before !== null && (before !== country || (values.state ?? '') !== known.settings.state)
  const former = isMoving ? valuesOf(before, states.find(({ code }) => code === known.settings.state) ?? null) : {}
  const own = new Set((tax?.rates ?? []).map(({ code }) => code))
  const year = Number(today.slice(0, 4))
  return {
    settings: settings.flatMap((setting) => {
      const [now, proposed] = [known.settings[setting], values[setting]]
      if (proposed === undefined) return []
      const why =
        setting === 'currency' && known.hasPapers && now !== proposed
          ? `There are papers with amounts in ${now}: the currency stays.`
          : null
      // Whoever answers the question of this page has chosen the country, and what followed from the last one goes with that.
      const isFollowing = now === untouched[setting] || now === former[setting] || isPlace(setting)
      const isKept = why !== null || (setting === 'bank_fields' && known.hasAccount)
      return [{ setting, now, proposed, isTaken: now !== proposed && isFollowing && !isKept, why }]
    }),
    rates: (tax?.rates ?? []).map((rate) => ({
      ...rate,
      isDefault: rate.isDefault && (!known.hasDefaultRate || isMoving),
      isThere: known.rates.some(({ code, isOffered }) => isOffered && code === rate.code),
    })),
    ended: isMoving && tax ? known.rates.filter(({ code, isOffered }) => isOffered && !own.has(code)) : [],
    days: [...holidaysOf(country, year), ...holidaysOf(country, year + 1)].filter(({ day }) => day >= today),
    address: addressLinesOf({
      ...(country === 'US'
        ? { address: '1 Main Street', city: 'Springfield', state: state?.code ?? 'IL', postcode: '12345' }
        : {
            address: 'Street and number',
            city: cityName(country),
            state: stateName(country),
            postcode: postcodeName(country),
          }),
      country: countryName(country),
    }),
    chart: chartProposalOf(country, known),
    remarks: remarksOf(country, state, tax !== null),
  }
}

function chartProposalOf(country: string, { chart: now, isBooked }: Known): ChartProposal {
  const own = chartOf(country)
  const label = charts.find(({ value }) => value === own)?.label ?? ''
  // A chart that somebody chose stays; the general one is that of every company before.
  const isTaken = !isBooked && now === 'general' && own !== now
  return {
    ...{ now, isTaken, isOpen: !isBooked, proposed: isTaken || now === null ? own : now },
    words: isBooked
      ? 'Papers are booked already. Another chart is chosen on the page of the accounts, which says what stays.'
      : own === 'general'
        ? 'No chart of this country is kept here, so the books begin with a general one. Your accountant can change its numbers.'
        : `${label} is the chart of this country. It can be changed while nothing is booked.`,
  }
}

function remarksOf(country: string, state: State | null, isTaxKnown: boolean): string[] {
  if (!isTaxKnown) return ['The tax of this country is not listed here. Please enter its name and its rates yourself.']
  if (country !== 'US') return ['Tax rates change: please compare them with your tax office.']
  return [
    state?.rate
      ? `${state.rate} % is the rate of ${state.name} alone. Change it to the rate that you charge, with county and city.`
      : 'No rate is listed for this state. Please add the rate that you charge.',
    'Where goods go decides the rate: enter the places that you deliver to in Settings, Company, Sales tax by place. No rates of places are kept here for you.',
  ]
}

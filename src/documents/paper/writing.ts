import { filledShade, isColour, processShades, shadesOf } from '../../shared/domain/web/brand-colour.ts'
import { numberLocale } from '../../shared/domain/text/formats.ts'
import {
  decimalText,
  formatMoney,
  moneyFloor,
  priceText,
  shortDecimalText,
  withMinus,
} from '../../shared/domain/money/money.ts'
import { qtyText } from '../../shared/domain/money/quantity-text.ts'
import { addressLinesOf, linesForReader, type Place } from '../../shared/domain/places/address-lines.ts'
import { countryCode } from '../../shared/domain/places/country-code.ts'
import { taxNumberText } from '../../shared/domain/places/tax-number.ts'
import { dayIn, dayOfMomentIn } from '../../shared/domain/texts/days.ts'
import { numberStyleIn } from '../../shared/domain/texts/number-style.ts'
import type { Language } from '../../shared/domain/texts/languages.ts'
import type { english } from '../../shared/domain/texts/papers/en.ts'
import type { PaperTexts } from '../../shared/domain/texts/papers/load.ts'
import { taxPlaces } from '../../shared/domain/texts/tax-names.ts'
import { textsWith } from '../../shared/domain/texts/texts.ts'
import type { PaperCompany } from './paper.ts'
import { type CompanyFacts, type ContactFacts, lengthsOf, type SiteFacts } from './source.ts'

/** The format of numbers, dates and places on one paper: of the company and of the paper's language, independent of the reader's settings. */
export type Format = ReturnType<typeof formatOf>

/** How a company writes amounts and days for a reader of that language. */
export function formatOf(
  company: CompanyFacts,
  currency: string,
  language: Language,
  client: Pick<ContactFacts, 'lengths'> | null = null,
) {
  const { time_zone } = company
  const locale = numberLocale(numberStyleIn(language, company))
  return {
    locale,
    currency,
    /** The unit of sizes: the client's, else the company's. A paper from before it was chosen says millimetres. */
    length_unit: lengthsOf(company, client),
    /** With the currency: `€1,453.45`. */
    money: (amount: string) => formatMoney(amount, currency, locale),
    /** Without, for columns whose head names it: `1,453.45`. */
    amount: (amount: string) => withMinus(decimalText(moneyFloor(amount) ?? '0.00', locale)),
    /** A unit price with two to four decimals. */
    price: (price: string) => priceText(price, locale),
    /** A quantity or a rate without zeros at its end. */
    number: (plain: string) => withMinus(shortDecimalText(plain, locale)),
    /** A day such as `2026-11-20`. */
    day: (day: string) => dayIn(language, day, company),
    /** The day of a moment where the company is, not where the paper is drawn. */
    dayOf: (moment: string) => dayOfMomentIn(language, moment, company, time_zone),
  }
}

/** The format and the words of one paper. */
export type Writing = ReturnType<typeof writingOf>

export function writingOf(
  company: CompanyFacts,
  currency: string,
  texts: PaperTexts,
  client: Pick<ContactFacts, 'lengths'> | null = null,
) {
  const format = formatOf(company, currency, texts.language, client)
  const tax = taxPlaces(texts.language, company.tax_name ?? 'VAT')
  return {
    ...format,
    language: texts.language,
    /** A text; places for the name of the company's tax are filled. */
    say: textsWith<typeof english, 'tax' | 'Tax'>(texts, () => tax),
    /** A quantity with its unit; pieces go without saying: `6`, `13.5 m²`, `2 hours`. */
    quantity: (qty: string, unit: string | null) =>
      unit === null || unit === '' || unit === 'piece' ? format.number(qty) : quantityText(qty, unit, format, texts),
  }
}

const unitTexts = {
  piece: 'unit_piece',
  m_edge: 'unit_m_edge',
  set: 'unit_set',
  hour: 'unit_hour',
  minute: 'unit_minute',
  sheet: 'unit_sheet',
  roll: 'unit_roll',
  box: 'unit_box',
  litre: 'unit_litre',
} as const

/** A unit without a text is a sign, or one that an import brought: it is written as it is. */
export function quantityText(qty: string, unit: string, format: Format, texts: PaperTexts): string {
  const code = unit.trim().toLowerCase()
  if (code === 'ft2') return texts('square_ft', { number: format.number(qty) })
  return Object.hasOwn(unitTexts, code)
    ? texts(unitTexts[code as keyof typeof unitTexts], { count: Math.abs(Number(qty)), quantity: format.number(qty) })
    : qtyText(qty, unit, format.locale)
}

const filled = (lines: (string | null | undefined)[]): string[] =>
  lines.map((line) => line?.trim() ?? '').filter((line) => line !== '')

type Home = { paper_size?: CompanyFacts['paper_size']; country: string | null }

/** An address on a paper of that company. A snapshot from before papers knew their size keeps it as it was written. */
const postalLinesOf = (place: Place, company: Home, language: Language, home = company.country): string[] =>
  company.paper_size === undefined ? addressLinesOf(place, true, home) : linesForReader(place, language, home)

export const companyOf = (facts: CompanyFacts, texts: PaperTexts): PaperCompany => ({
  name: facts.name,
  logoUrl: facts.logo_url,
  colour: (facts.brand_color && isColour(facts.brand_color) ? shadesOf(facts.brand_color) : processShades)[filledShade],
  addressLines: postalLinesOf(facts, facts, texts.language, null),
  facts: filled([
    facts.email,
    facts.phone,
    facts.vat_number && `${taxIdName(facts, texts)} ${taxNumberText(facts.vat_number, facts.country)}`,
    ...legalFacts(facts, texts),
  ]),
  paperSize: facts.paper_size ?? 'a4',
})

/**
 * What a company says of itself on its letters: legal form (where its name does not end with it) with register and number, who represents it, and its own
 * legal notice. Without what the settings do not say.
 */
export const legalFacts = (facts: CompanyFacts, texts: PaperTexts): string[] =>
  filled([
    filled([
      facts.name.endsWith(` ${facts.legal_form ?? ''}`) ? null : facts.legal_form,
      facts.register_court,
      facts.registration_number && !facts.register_court
        ? texts('registration', { number: facts.registration_number })
        : facts.registration_number,
    ]).join(', '),
    facts.represented_by && texts('represented_by', { names: facts.represented_by }),
    facts.legal_notice,
  ])

/** `VAT` is translated; any other name of the number was chosen, and stays. */
const taxIdName = ({ tax_id_name = 'VAT' }: CompanyFacts, texts: PaperTexts): string =>
  tax_id_name === 'VAT' ? texts('tax_id') : tax_id_name

/** A number of another country begins with its letters, and is a VAT number there. */
function clientTaxId(
  company: CompanyFacts,
  { vat_number: vatNumber, country }: ContactFacts,
  texts: PaperTexts,
): string | null {
  if (!vatNumber) return null
  const letters = /^[A-Z]{2}/.exec(vatNumber)?.[0]
  const own = countryCode(company.country)
  const isForeign = letters !== undefined && letters !== (own === 'GR' ? 'EL' : own)
  return `${isForeign ? texts('tax_id') : taxIdName(company, texts)} ${taxNumberText(vatNumber, country ?? company.country)}`
}

/** The client's name, the person there, the address and the tax number, without the parts that are missing. */
export function addresseeLines(
  company: CompanyFacts,
  client: ContactFacts,
  person: ContactFacts | null,
  texts: PaperTexts,
): string[] {
  const names = filled([client.company, client.name, person?.name])
  return [
    ...new Set(names),
    ...postalLinesOf(client, company, texts.language),
    ...filled([clientTaxId(company, client, texts)]),
  ]
}

/** A site on a paper of that company, or on a page for its client. */
export const siteLines = (site: SiteFacts, company: Home, language: Language): string[] => [
  ...filled([site.label]),
  ...postalLinesOf(site, company, language),
]

/** Paragraphs of a text; empty lines part them. */
export const paragraphsOf = (text: string | null): string[] => filled((text ?? '').split(/\n\s*\n/))

import { filledShade, isColour, processShades, shadesOf } from '../../shared/domain/web/brand-colour.ts'
import { exact, truncated, written } from '../../shared/domain/money/decimal.ts'
import { calendarDayText, dayText, numberLocale, withTax } from '../../shared/domain/text/formats.ts'
import { decimalText, formatMoney, moneyFloor, shortDecimalText, withMinus } from '../../shared/domain/money/money.ts'
import { countedText } from '../../shared/domain/money/quantity-text.ts'
import { addressLinesOf } from '../../shared/domain/places/address-lines.ts'
import { countryCode } from '../../shared/domain/places/country-code.ts'
import type { PaperCompany } from './paper.ts'
import type { CompanyFacts, ContactFacts, SiteFacts } from './source.ts'

/** The format of numbers, dates and places on one paper: the company's, independent of the reader's settings. */
export type Writing = ReturnType<typeof writingOf>

export function writingOf(
  { number_style, date_style, tax_name = 'VAT', lengths = 'mm' }: CompanyFacts,
  currency: string,
) {
  const locale = numberLocale(number_style)
  return {
    locale,
    currency,
    /** The unit of sizes. A paper from before it was chosen says millimetres. */
    length_unit: lengths,
    /** With the currency: `€1,453.45`. */
    money: (amount: string) => formatMoney(amount, currency, locale),
    /** Without, for columns whose head names it: `1,453.45`. */
    amount: (amount: string) => withMinus(decimalText(moneyFloor(amount) ?? '0.00', locale)),
    /** A unit price with two to four decimals. */
    price: (price: string) =>
      withMinus(decimalText(written(truncated(exact(price), 4)).replace(/(\.\d\d\d*?)0+$/, '$1'), locale)),
    /** A quantity or a rate without zeros at its end. */
    number: (plain: string) => withMinus(shortDecimalText(plain, locale)),
    /** A quantity with its unit; pieces go without saying: `6`, `13.5 m²`, `2 hours`. */
    quantity: (qty: string, unit: string | null) => countedText(qty, unit, locale),
    /** A text with the name of the company's tax at `{tax}`. */
    tax: (text: string) => withTax(text, tax_name),
    /** A day such as `2026-11-20`. */
    day: (day: string) => calendarDayText(day, date_style),
    /** The day of a moment. */
    dayOf: (moment: string) => dayText(moment, date_style),
  }
}

const filled = (lines: (string | null | undefined)[]): string[] =>
  lines.map((line) => line?.trim() ?? '').filter((line) => line !== '')

/** A snapshot from before papers knew their size keeps the order of its address. */
const isOlder = ({ paper_size }: CompanyFacts): boolean => paper_size === undefined

export const companyOf = (facts: CompanyFacts): PaperCompany => ({
  name: facts.name,
  logoUrl: facts.logo_url,
  colour: (facts.brand_color && isColour(facts.brand_color) ? shadesOf(facts.brand_color) : processShades)[filledShade],
  addressLines: addressLinesOf(facts, isOlder(facts)),
  facts: filled([
    facts.email,
    facts.phone,
    facts.vat_number && `${taxIdName(facts)} ${facts.vat_number}`,
    facts.registration_number && `Reg. ${facts.registration_number}`,
  ]),
  paperSize: facts.paper_size ?? 'a4',
})

const taxIdName = (company: CompanyFacts): string => company.tax_id_name ?? 'VAT'

/** A number of another country begins with its letters, and is a VAT number there. */
function clientTaxId(company: CompanyFacts, vatNumber: string | null): string | null {
  if (!vatNumber) return null
  const letters = /^[A-Z]{2}/.exec(vatNumber)?.[0]
  const own = countryCode(company.country)
  const isForeign = letters !== undefined && letters !== (own === 'GR' ? 'EL' : own)
  return `${isForeign ? 'VAT' : taxIdName(company)} ${vatNumber}`
}

/** The client's name, the person there, the address and the tax number, without the parts that are missing. */
export function addresseeLines(
  company: CompanyFacts,
  client: ContactFacts,
  person: ContactFacts | null = null,
): string[] {
  const names = filled([client.company, client.name, person?.name])
  return [
    ...new Set(names),
    ...addressLinesOf(client, isOlder(company)),
    ...filled([clientTaxId(company, client.vat_number)]),
  ]
}

/** A site on a paper of that company; without one, on a screen. */
export const siteLines = (site: SiteFacts, company: CompanyFacts | null = null): string[] => [
  ...filled([site.label]),
  ...addressLinesOf(site, company !== null && isOlder(company)),
]

/** Paragraphs of a text; empty lines part them. */
export const paragraphsOf = (text: string | null): string[] => filled((text ?? '').split(/\n\s*\n/))

import { filledShade, isColour, processShades, shadesOf } from '../../shared/domain/web/brand-colour.ts'
import { exact, truncated, written } from '../../shared/domain/money/decimal.ts'
import { calendarDayText, dayText, numberLocale } from '../../shared/domain/text/formats.ts'
import { decimalText, formatMoney, moneyFloor, shortDecimalText } from '../../shared/domain/money/money.ts'
import { countedText } from '../../shared/domain/money/quantity-text.ts'
import type { PaperCompany } from './paper.ts'
import type { CompanyFacts, ContactFacts, SiteFacts } from './source.ts'

/** The format of numbers, dates and places on one paper: the company's, independent of the reader's settings. */
export type Writing = ReturnType<typeof writingOf>

export function writingOf({ number_style, date_style }: CompanyFacts, currency: string) {
  const locale = numberLocale(number_style)
  return {
    locale,
    currency,
    /** With the currency: `€1,453.45`. */
    money: (amount: string) => formatMoney(amount, currency, locale),
    /** Without, for columns whose head names it: `1,453.45`. */
    amount: (amount: string) => decimalText(moneyFloor(amount) ?? '0.00', locale),
    /** A unit price with two to four decimals. */
    price: (price: string) => decimalText(written(truncated(exact(price), 4)).replace(/(\.\d\d\d*?)0+$/, '$1'), locale),
    /** A quantity or a rate without zeros at its end. */
    number: (plain: string) => shortDecimalText(plain, locale),
    /** A quantity with its unit; pieces go without saying: `6`, `13.5 m²`, `2 hours`. */
    quantity: (qty: string, unit: string | null) => countedText(qty, unit, locale),
    /** A day such as `2026-11-20`. */
    day: (day: string) => calendarDayText(day, date_style),
    /** The day of a moment. */
    dayOf: (moment: string) => dayText(moment, date_style),
  }
}

const filled = (lines: (string | null | undefined)[]): string[] =>
  lines.map((line) => line?.trim() ?? '').filter((line) => line !== '')

type Place = { address: string | null; city: string | null; postcode: string | null; country: string | null }

/** Street, town and country in the order of an envelope. */
const placeLines = ({ address, city, postcode, country }: Place): string[] =>
  filled([...(address ?? '').split('\n'), [postcode, city].filter(Boolean).join(' '), country])

export const companyOf = (facts: CompanyFacts): PaperCompany => ({
  name: facts.name,
  logoUrl: facts.logo_url,
  colour: (facts.brand_color && isColour(facts.brand_color) ? shadesOf(facts.brand_color) : processShades)[filledShade],
  addressLines: placeLines(facts),
  facts: filled([
    facts.email,
    facts.phone,
    facts.vat_number && `VAT ${facts.vat_number}`,
    facts.registration_number && `Reg. ${facts.registration_number}`,
  ]),
})

/** The client's name, the person there, the address and the VAT number, without the parts that are missing. */
export function addresseeLines(client: ContactFacts, person: ContactFacts | null = null): string[] {
  const names = filled([client.company, client.name, person?.name])
  return [...new Set(names), ...placeLines(client), ...filled([client.vat_number && `VAT ${client.vat_number}`])]
}

export const siteLines = (site: SiteFacts): string[] => [...filled([site.label]), ...placeLines(site)]

/** Paragraphs of a text; empty lines part them. */
export const paragraphsOf = (text: string | null): string[] => filled((text ?? '').split(/\n\s*\n/))

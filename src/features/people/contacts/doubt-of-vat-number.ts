import { vatNumberDoubt } from '@/shared/domain/money/vat-number'
import { countryCode } from '@/shared/domain/places/country-code'
import { currentFormats } from '@/shared/domain/text/formats'

/** Why the tax number of a contact in this country is doubtful; null for none. A company that charges no VAT knows no rule for them. */
export function doubtOfVatNumber(typed: string, country: string): string | null {
  const { country: own, tax_kind } = currentFormats()
  return tax_kind === 'vat' ? vatNumberDoubt(typed, countryCode(own), countryCode(country)) : null
}

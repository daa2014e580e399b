import type { VatRow } from '@/documents/totals'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { countryCode } from '@/shared/domain/places/country-code'
import { unionCountries } from '@/shared/domain/places/european-union'

type Party = { country: string | null; vat_number: string | null }

/**
 * True where a business of another state of the European Union, with a VAT number, is charged VAT: there the client mostly
 * owes it (reverse charge). A client without a number, of the own country or from outside the Union is not meant.
 */
export function chargesVatAbroad(
  company: { country: string | null },
  client: Party,
  taxes: readonly Pick<VatRow, 'vat' | 'vat_treatment'>[],
): boolean {
  const [own, other] = [countryCode(company.country), countryCode(client.country)]
  if (own === null || other === null || own === other || (client.vat_number ?? '').trim() === '') return false
  if (!unionCountries.includes(own) || !unionCountries.includes(other)) return false
  return taxes.some(({ vat, vat_treatment }) => vat_treatment === 'standard' && isAboveZero(vat))
}

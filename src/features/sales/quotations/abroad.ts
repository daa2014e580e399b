import type { VatRow } from '@/documents/totals'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { countryCode } from '@/shared/domain/places/country-code'
import { unionCountries } from '@/shared/domain/places/european-union'

type Party = { country: string | null; vat_number: string | null }

/**
 * Where a client abroad is charged VAT by a company of the European Union although it mostly is not: `union`, a business of another
 * state with a VAT number, which owes it itself (reverse charge); `beyond`, a client outside the Union, for whom goods are an export.
 * Null for everybody else.
 */
export function chargesVatAbroad(
  company: { country: string | null },
  client: Party,
  taxes: readonly Pick<VatRow, 'vat' | 'vat_treatment'>[],
): 'union' | 'beyond' | null {
  const [own, other] = [countryCode(company.country), countryCode(client.country)]
  if (own === null || other === null || own === other || !unionCountries.includes(own)) return null
  if (!taxes.some(({ vat, vat_treatment }) => vat_treatment === 'standard' && isAboveZero(vat))) return null
  if (!unionCountries.includes(other)) return 'beyond'
  return (client.vat_number ?? '').trim() === '' ? null : 'union'
}

import { taxNumberText } from '@/shared/domain/places/tax-number'
import { isColour } from '@/shared/domain/web/brand-colour'
import { type Coordinates, isPoint } from '@/shared/domain/places/coordinates'
import { readFormats } from '@/shared/domain/text/formats'
import { safeImageUrl } from './safe-image-url'

/** What `get_company` tells everybody, each as stored or missing. */
export type CompanyRow = Partial<
  Record<
    | 'name'
    | 'email'
    | 'phone'
    | 'address'
    | 'postcode'
    | 'city'
    | 'state'
    | 'country'
    | 'map_point'
    | 'vat_number'
    | 'registration_number'
    | 'legal_form'
    | 'represented_by'
    | 'register_court'
    | 'legal_notice'
    | 'logo_url'
    | 'brand_color'
    | 'currency'
    | 'number_style'
    | 'date_style'
    | 'hour_style'
    | 'time_zone'
    | 'tax_kind'
    | 'tax_name'
    | 'tax_id_name'
    | 'length_unit'
    | 'language'
    | 'rounding',
    string | null
  >
> & { first_weekday?: number | null }

const text = (value: string | null | undefined): string | null => value?.trim() || null

function pointOf(stored: string | null): Coordinates | null {
  const [lat = NaN, lng = NaN] = stored?.split(', ').map(Number) ?? []
  return isPoint({ lat, lng }) ? { lat, lng } : null
}

const numberOf = (stored: string | null, country: string | null) => stored && taxNumberText(stored, country)

/** The company's data for the site and its papers. */
export function companyOf(row: CompanyRow) {
  const country = text(row.country)
  const colour = text(row.brand_color)
  return {
    name: text(row.name) ?? 'Signwright',
    email: text(row.email),
    phone: text(row.phone),
    /** Its lines in the order of an envelope: `useAddressLines`. */
    place: {
      address: text(row.address),
      postcode: text(row.postcode),
      city: text(row.city),
      state: text(row.state),
      country,
    },
    country,
    /** The company's place; null when not set. */
    at: pointOf(text(row.map_point)),
    vatNumber: numberOf(text(row.vat_number), country),
    /** What that number is called: `VAT`, `NIF`. */
    taxIdName: text(row.tax_id_name) ?? 'VAT',
    registrationNumber: text(row.registration_number),
    legalForm: text(row.legal_form),
    representedBy: text(row.represented_by),
    registerCourt: text(row.register_court),
    legalNotice: text(row.legal_notice),
    logoUrl: safeImageUrl(text(row.logo_url)),
    /** `#0b5c73`; null while ours is good enough. */
    brandColour: colour && isColour(colour) ? colour : null,
    /** The language that the company writes; null while unknown. */
    language: text(row.language),
    /** The company's formats of money, numbers and times. */
    formats: readFormats(row),
  }
}

export type Company = ReturnType<typeof companyOf>

/** Until the settings arrive, and when nobody filled them in. */
export const unnamedCompany: Company = companyOf({})

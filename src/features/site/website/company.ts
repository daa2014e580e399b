import { z } from 'zod'
import { isColour } from '@/shared/domain/brand-colour'
import { formatsSchema } from '@/shared/domain/formats'
import { safeImageUrl } from './safe-image-url'

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null)

export const companySchema = z
  .object({
    name: text,
    email: text,
    phone: text,
    address: text,
    postcode: text,
    city: text,
    country: text,
    vat_number: text,
    registration_number: text,
    logo_url: text,
    brand_color: text,
  })
  .and(formatsSchema)
  .transform((row) => ({
    name: row.name ?? 'Signwright',
    email: row.email,
    phone: row.phone,
    /** Street, town and country in the order of an envelope, without the parts that nobody filled in. */
    addressLines: [row.address, [row.postcode, row.city].filter(Boolean).join(' ') || null, row.country].filter(
      (line) => line !== null,
    ),
    country: row.country,
    vatNumber: row.vat_number,
    registrationNumber: row.registration_number,
    logoUrl: safeImageUrl(row.logo_url),
    /** `#0b5c73`; null while ours is good enough. */
    brandColour: row.brand_color && isColour(row.brand_color) ? row.brand_color : null,
    /** How the company writes money, numbers and times. */
    formats: {
      currency: row.currency,
      number_style: row.number_style,
      date_style: row.date_style,
      hour_style: row.hour_style,
    },
  }))

export type Company = z.infer<typeof companySchema>

/** Until the settings arrive, and when nobody filled them in. */
export const unnamedCompany: Company = companySchema.parse({})

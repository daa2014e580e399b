import type { z } from 'zod'
import { foldAccents } from '../text/fold-accents'
import type { aboutSchema, clientSchema, relatedQuotationSchema, siteSchema } from './related-schemas.ts'

export type Client = z.infer<typeof clientSchema>
export type RelatedQuotation = z.infer<typeof relatedQuotationSchema>
export type AboutRecord = z.infer<typeof aboutSchema>
export type Site = z.infer<typeof siteSchema>

/** Both sources at once are searched from here on, one client's quotations from 1 character (spec 2 §5). */
export const unifiedSearchFrom = 2

/**
 * An `ilike` pattern for rows that contain the typed text: `%`, `_` and `\` are escaped. PostgREST reads `*` as `%` and has no
 * escape for it, so `*` matches any one character here; `containsText` removes the false matches.
 */
export const containsPattern = (typed: string): string =>
  `%${typed
    .trim()
    .replace(/[\\%_]/g, (sign) => `\\${sign}`)
    .replaceAll('*', '_')}%`

/** True when a row contains the typed text, in any case. */
export const containsText = (text: string | null, typed: string): boolean =>
  (text ?? '').toLowerCase().includes(typed.trim().toLowerCase())

/** True when a text contains the typed text; case and accents do not matter. */
export const containsFolded = (text: string | null, typed: string): boolean =>
  foldAccents(text ?? '').includes(foldAccents(typed.trim()))

export const clientText = ({ name, company }: Client): string =>
  company && company !== name ? `${name} · ${company}` : name

const placeOf = ({ address, city, state, country }: Site): string =>
  [address, city, state, country].filter(Boolean).join(', ')

/** A site in one line: its name, street and town, as far as they are known. */
export const siteText = ({ label, address, city }: Record<'label' | 'address' | 'city', string | null>): string =>
  [label, address, city].filter(Boolean).join(', ')

/** The search text for the street view: the coordinates, else the address; null without both. */
export function streetViewPlace(site: Site): string | null {
  if (site.lat !== null && site.lng !== null) return `${site.lat},${site.lng}`
  return placeOf(site) || null
}

/** The address of a street-view picture of 600x300 (spec 2 §7). The service answers 404 when it has none. */
export const streetViewUrl = (place: string, key: string): string =>
  `https://maps.googleapis.com/maps/api/streetview?${new URLSearchParams({
    size: '600x300',
    location: place,
    return_error_code: 'true',
    key,
  })}`

import { addressLinesOf } from '@/shared/domain/places/address-lines'
import { currentFormats } from '@/shared/domain/text/formats'
import { siteText } from '@/shared/domain/records/related'

type Goes = {
  method: string
  location: { label: string | null; address: string | null; city: string | null } | null
  contact: { address_line: string | null; city: string | null; postcode?: string | null; state?: string | null } | null
}

/** A place in words: `address` leads there, `words` say also whose address it is. */
export type Place = { address: string; words: string }

/** Where a delivery goes: its site, else the address on the client's card; null for what is fetched or sent as a file. */
export function placeOf({ method, location, contact }: Goes): Place | null {
  if (location) {
    const address = siteText(location)
    return { address, words: address }
  }
  if (method === 'pickup' || method === 'electronic') return null
  const address = contact
    ? addressLinesOf(
        { ...contact, address: contact.address_line, postcode: contact.postcode ?? null, country: null },
        false,
        currentFormats().country,
      ).join(', ')
    : ''
  return address === '' ? null : { address, words: `${address} (from the client’s card)` }
}

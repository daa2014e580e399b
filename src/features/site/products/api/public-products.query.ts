import { queryOptions } from '@tanstack/react-query'
import type { ProductOption, QuantityBreak } from '@/documents/calculation/product'
import type { Asker } from '@/machines/product-request/product-request.machine'
import { db } from '@/shared/db/client'
import type { Language } from '@/shared/domain/texts/languages'
import { inLanguage } from '../../shared/api/in-language'
import type { Moved } from '../../shared/api/site.query'
import { withWork } from '../../shared/proof-of-work'

export type Picture = { image: string; alt: string }
export type PublicProductLine = {
  slug: string
  name: string
  summary: string | null
  base_price: string
  picture: Picture | null
}
export type PublicProduct = {
  id: string
  slug: string
  name: string
  summary: string | null
  description: string | null
  base_price: string
  breaks: QuantityBreak[]
  options: ProductOption[]
  pictures: Picture[]
}

// The answers are taken as the functions say them in their comments: visitors load no library to check shapes.

/** The products that everybody may see, each with its first picture. */
export const publicProductsQuery = (language: Language) =>
  queryOptions(
    inLanguage(
      ['public-products'],
      language,
      () => db.rpc('list_public_products'),
      (data) => data as unknown as PublicProductLine[],
    ),
  )

/** One product by its address, its new address, or null. */
export const publicProductQuery = (slug: string, language: Language) =>
  queryOptions(
    inLanguage(
      ['public-products', slug],
      language,
      () => db.rpc('get_public_product', { p_slug: slug }),
      (data) => data as unknown as PublicProduct | Moved | null,
    ),
  )

/** Asks for a product with chosen options; the number of the draft quotation. `request` makes a repeated call count once. */
export async function askForProduct(
  request: string,
  slug: string,
  options: string[],
  qty: number,
  { name, email, phone, message, trap }: Asker,
): Promise<string> {
  const { data } = await withWork('ask_for_product', (stamp) =>
    db
      .rpc('ask_for_product', {
        p_request: request,
        p_slug: slug,
        p_options: options,
        p_qty: qty,
        p_name: name,
        p_email: email,
        p_phone: phone,
        p_message: message,
        p_trap: trap,
      })
      .setHeader('x-work', stamp)
      .setHeader('accept-language', document.documentElement.lang)
      .throwOnError(),
  )
  return data
}

import type { SmallUse } from '@/kit/inline-table/inline-definition'
import { db } from '@/shared/db/client'
import { countText } from '@/shared/domain/text/formats'

/** Where each VAT rate is used. Papers copy the rate of a line, so only what refers to a rate keeps it from being removed. */
export async function vatRateUses(signal: AbortSignal): Promise<ReadonlyMap<string, SmallUse>> {
  const { data } = await db.rpc('vat_rate_uses').abortSignal(signal).throwOnError()
  return new Map(
    data.map(({ id, papers, services, materials, recurring_payments }) => {
      const said = [
        [papers, 'paper', 'papers'] as const,
        [services, 'service', 'services'] as const,
        [materials, 'material', 'materials'] as const,
        [recurring_payments, 'recurring payment', 'recurring payments'] as const,
      ].flatMap(([count, one, many]) => (count === 0 ? [] : [`${countText(count)} ${count === 1 ? one : many}`]))
      return [
        id,
        {
          used: services + materials + recurring_payments,
          usedWords: said.length === 0 ? 'Nowhere' : `In ${said.join(', ')}`,
        },
      ]
    }),
  )
}

import { z } from 'zod'
import { exact, plus, written } from './decimal.ts'
import { englishPageWords, type PageWords } from '../texts/pages/words.ts'
import { formatMoney } from './money.ts'

/** A transfer that a client announced and that is not recorded yet, as the database tells it. The amount is decimal text. */
export const announcedSchema = z
  .array(
    z.object({
      id: z.string(),
      amount: z.string(),
      currency: z.string(),
      told_at: z.string(),
      /** The invoices it is for; empty for a deposit. */
      invoice_ids: z.array(z.string()),
    }),
  )
  .nullish()
  .transform((announced) => announced ?? [])
export type Announced = z.infer<typeof announcedSchema>

/** “You announced a transfer of €449.26 on 24 Nov 2026. We tell you here when it has arrived.” Empty without one. */
export function announcedWords(announced: Announced, { say, dayOf }: PageWords = englishPageWords): string {
  const [first, ...others] = announced
  if (!first) return ''
  const each = [first, ...others].map(({ amount, currency, told_at }) =>
    say('transfer_on', { amount: formatMoney(amount, currency), day: dayOf(told_at) }),
  )
  return others.length === 0
    ? say('transfer_announced', { transfer: each.join('') })
    : say('transfers_announced', { transfers: each.slice(0, -1).join(', '), last: each.at(-1) ?? '' })
}

/** The sum of the announced transfers, as decimal text. */
export const announcedSum = (announced: Announced): string =>
  announced.reduce((sum, { amount }) => written(plus(exact(sum), exact(amount))), '0.00')

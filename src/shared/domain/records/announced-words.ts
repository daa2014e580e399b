import type { Announced } from '../money/announced-transfer'
import { formatMoney } from '../money/money'
import { englishPageWords } from '../texts/pages/words'

/** “You announced a transfer of €449.26 on 24 Nov 2026. We tell you here when it has arrived.” Empty without one. */
export function announcedWords(announced: Announced, { say, dayOf } = englishPageWords): string {
  const [first, ...others] = announced
  if (!first) return ''
  const each = [first, ...others].map(({ amount, currency, told_at }) =>
    say('transfer_on', { amount: formatMoney(amount, currency), day: dayOf(told_at) }),
  )
  return others.length === 0
    ? say('transfer_announced', { transfer: each.join('') })
    : say('transfers_announced', { transfers: each.slice(0, -1).join(', '), last: each.at(-1) ?? '' })
}

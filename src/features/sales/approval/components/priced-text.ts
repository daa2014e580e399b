import { type DocumentLine, printedPrice, printedQty } from '@/documents/lines'
import type { Writing } from '@/documents/paper/writing'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { formatPrice, shortDecimalText } from '@/shared/domain/money/money'
import type { PageWords } from '@/shared/domain/texts/pages/words'

/** The charged quantity of a line, its price before its discount, and the discount: `12 hours × €10.00, less 5 %`. */
export function pricedText(line: DocumentLine, currency: string, writing: Writing, say: PageWords['say']): string {
  const quantity = writing.quantity(printedQty(line), line.unit)
  const price = formatPrice(printedPrice(line), currency)
  const percent = line.discount_pct ?? '0'
  return isAboveZero(percent)
    ? say('price_less', { quantity, price, percent: shortDecimalText(percent) })
    : `${quantity} × ${price}`
}

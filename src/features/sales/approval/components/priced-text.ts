import { type DocumentLine, isChargedBySize, isChargedOtherwise, printedPrice, printedQty } from '@/documents/lines'
import { measuredText } from '@/documents/paper/priced'
import { sizeText } from '@/documents/sizes'
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

/** The size of a line with its pieces. Where another quantity is charged than it measures, it says both, as the paper does. Null without one. */
export function sizedText(line: DocumentLine, writing: Writing): string | null {
  if (isChargedOtherwise(line)) return measuredText(line, writing)
  const size = sizeText(line, { length_unit: writing.length_unit })
  return size && isChargedBySize(line) ? `${shortDecimalText(line.qty ?? '1')} × ${size}` : size
}

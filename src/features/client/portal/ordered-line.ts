import { extentText } from '@/documents/sizes'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { shortDecimalText } from '@/shared/domain/money/money'
import { countedText } from '@/shared/domain/money/quantity-text'
import type { OrderedLine } from './api/own-order.query'

type Line = Pick<OrderedLine, 'kind' | 'qty' | 'unit' | 'width_mm' | 'height_mm' | 'qty_delivered'>

/** The ordered and delivered quantity of a line: `2 × 1.2 m × 0.8 m · 1 of 2 delivered`. Empty for headings and texts. */
export function orderedText(line: Line): string {
  if (line.kind !== 'item' || line.qty === null) return ''
  const qty = shortDecimalText(line.qty)
  const extent = extentText(line)
  const ordered = extent ? `${qty} × ${extent}` : countedText(line.qty, line.unit)
  const brought = shortDecimalText(line.qty_delivered)
  if (!isAboveZero(line.qty_delivered)) return ordered
  return `${ordered} · ${brought === qty ? 'delivered' : `${brought} of ${qty} delivered`}`
}

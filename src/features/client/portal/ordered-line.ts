import { extentText } from '@/documents/sizes'
import { unitSign } from '@/documents/units'
import { isAboveZero } from '@/shared/domain/decimal'
import { shortDecimalText } from '@/shared/domain/money'
import type { OrderedLine } from './api/own-order.query'

type Line = Pick<OrderedLine, 'kind' | 'qty' | 'unit' | 'width_mm' | 'height_mm' | 'qty_delivered'>

/** How much of a line was ordered, and what of it was handed over: `2 × 1.2 m × 0.8 m · 1 of 2 delivered`. Empty for words. */
export function orderedText(line: Line): string {
  if (line.kind !== 'item' || line.qty === null) return ''
  const qty = shortDecimalText(line.qty)
  const extent = extentText(line)
  const ordered = extent ? `${qty} × ${extent}` : [qty, unitSign(line.unit)].filter(Boolean).join(' ')
  const brought = shortDecimalText(line.qty_delivered)
  if (!isAboveZero(line.qty_delivered)) return ordered
  return `${ordered} · ${brought === qty ? 'delivered' : `${brought} of ${qty} delivered`}`
}

import { isChargedOtherwise } from '@/documents/lines'
import { measuredText } from '@/documents/paper/priced'
import { sizeWords } from '@/documents/paper/product-words'
import { quantityText, type Writing } from '@/documents/paper/writing'
import { extentText } from '@/documents/sizes'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { shortDecimalText } from '@/shared/domain/money/money'
import type { PaperTexts } from '@/shared/domain/texts/papers/load'
import type { OrderedLine } from './api/own-order.query'
import type { PortalWords } from './use-portal-words'

type Words = { say: PortalWords['say']; texts: PaperTexts; writing: Writing }

/** The ordered and delivered quantity of a line: `2 × 1.2 m × 0.8 m · 1 of 2 delivered`. Empty for headings and texts. */
export function orderedText(line: OrderedLine, { say, texts, writing }: Words): string {
  if (line.kind !== 'item' || line.qty === null) return ''
  const whole = shortDecimalText(line.qty)
  const quantity = (qty: string, unit: string | null) => quantityText(qty, unit ?? 'piece', writing, texts)
  const extent = extentText(line, {}, { ...sizeWords(writing), quantity })
  const charged = isChargedOtherwise(line) ? measuredText(line, writing) : null
  const ordered = charged ?? (extent ? `${whole} × ${extent}` : quantity(line.qty, line.unit))
  const part = shortDecimalText(line.qty_delivered)
  if (!isAboveZero(line.qty_delivered)) return ordered
  return part === whole ? say('line_delivered', { ordered }) : say('line_part_delivered', { ordered, part, whole })
}

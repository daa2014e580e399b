import { type DocumentLine, printedNet, printedPrice, printedQty } from '@/documents/lines'
import { formatMoney, formatPrice, shortDecimalText } from '@/shared/domain/money/money'
import { countedText } from '@/shared/domain/money/quantity-text'

type Line = Pick<
  DocumentLine,
  'qty' | 'unit' | 'width_mm' | 'height_mm' | 'unit_price' | 'discount_pct' | 'charged_qty' | 'net'
> & { kind: string; order_item_id: string | null }

/**
 * The charge of a draft's line as on the paper: `5.04 m² × €58.00 = €292.32, of the order`. A discount has
 * only its net.
 */
export function draftLineText({ order_item_id, ...stored }: Line, currency: string): string {
  const line = { ...stored, kind: stored.kind === 'discount' ? ('discount' as const) : ('item' as const) }
  const net = formatMoney(printedNet(line), currency)
  const discount = shortDecimalText(line.discount_pct ?? '0')
  const quantity = countedText(printedQty(line), line.unit)
  const made = `${quantity} × ${formatPrice(printedPrice(line), currency)}${discount === '0' ? '' : ` less ${discount} %`}`
  return `${line.kind === 'discount' ? net : `${made} = ${net}`}${order_item_id === null ? '' : ', of the order'}`
}

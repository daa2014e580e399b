import type { Label } from '@/documents/pdf/labels-pdf'
import { sidesText } from '@/shared/domain/text/length'
import type { Item } from './api/inventory.query'

type Labelled = Pick<Item, 'id' | 'name' | 'sku' | 'bin' | 'supplier_sku' | 'width_mm' | 'length_mm' | 'thickness_mm'>

/** The label of a stock item. Its code opens the item; scanned at /deduct-item it takes from the item. */
export function labelOfItem(item: Labelled, origin: string): Label {
  const size = [item.width_mm, item.length_mm, item.thickness_mm].flatMap((side) => (side ? [side] : []))
  return {
    number: item.sku,
    title: item.name,
    facts: [
      size.length > 0 ? sidesText(size) : null,
      item.bin ? `Bin ${item.bin}` : null,
      item.supplier_sku ? `Their number ${item.supplier_sku}` : null,
    ].filter((fact) => fact !== null),
    address: `${origin}/inventory/${item.id}`,
  }
}

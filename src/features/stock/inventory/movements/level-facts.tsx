import { Badge, Group } from '@mantine/core'
import { Facts } from '@/kit/record/record-page'
import type { Level } from '../api/stock.query'
import { stockText } from '@/shared/domain/money/stock-text'

type Shown = Pick<
  Level,
  'on_hand' | 'reserved' | 'available' | 'on_order' | 'stock_unit' | 'min_qty' | 'is_low' | 'bin'
>

/** The stock level of an item, live. */
export const LevelFacts = ({ of }: { of: Shown }) => (
  <Facts
    of={{
      Available: (
        <Group component="span" gap="xs">
          <strong>{stockText(of.available, of.stock_unit)}</strong>
          {of.is_low ? (
            <Badge component="span" size="sm" color="magenta" variant="light">
              Low
            </Badge>
          ) : null}
        </Group>
      ),
      'In stock': stockText(of.on_hand, of.stock_unit),
      Reserved: Number(of.reserved) === 0 ? 'Nothing' : `${stockText(of.reserved, of.stock_unit)} for jobs`,
      'On order': Number(of.on_order) === 0 ? 'Nothing' : stockText(of.on_order, of.stock_unit),
      Least: of.min_qty === null ? 'Not watched' : stockText(of.min_qty, of.stock_unit),
      Bin: of.bin,
    }}
  />
)

import { ActionIcon, Anchor, Group, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { lineNet } from '@/documents/lines'
import list from '@/kit/list/list.module.css'
import { useIsPhone } from '@/kit/list/use-wide'
import { RecordPicker } from '@/kit/pickers/record-picker'
import { stockItems as items } from '@/kit/pickers/stock-items'
import { insertRow, removeRow, saveVersioned } from '@/kit/save/save-row'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { exact, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney, formatPrice } from '@/shared/domain/money/money'
import {
  feetFor,
  pricedDraft,
  readPrice,
  readStock,
  stockDraft,
  stockText,
  typedPrice,
  typedWord,
} from '@/shared/domain/money/stock-text'
import { hasPermission } from '@/shared/domain/people/permission'
import { withTax, roundingsNow } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { inventoryKey } from '../inventory'
import { saveLineCost } from './api/purchase.mutation'
import { type Purchase, purchaseCostsQuery, type PurchaseLine } from './api/purchase.query'
import { PurchaseCell } from './purchase-cell'

/** What the cards and the table of the lines show and do. Costs are null for whoever must not see them. */
type Shown = {
  row: Purchase
  /** Quantities and costs can be typed: the order is a draft. */
  isOpen: boolean
  costs: Readonly<Record<string, string>> | null
  save: (act: () => Promise<unknown>) => void
}

/** The lines of a purchase order; a draft's are edited in place. */
export function PurchaseLines({ row, isOpen }: { row: Purchase; isOpen: boolean }) {
  const rights = useRights()
  const isPhone = useIsPhone()
  const seesCosts = hasPermission(rights, 'view_financial_data')
  const queryClient = useQueryClient()
  const { data: costs = {} } = useQuery({
    ...purchaseCostsQuery(row.lines.map(({ id }) => id)),
    enabled: seesCosts && row.lines.length > 0,
  })
  const saving = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => notifications.show({ color: 'red', title: 'Not saved', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  const shown: Shown = { row, isOpen, costs: seesCosts ? costs : null, save: saving.mutate }
  return (
    <>
      {row.lines.length === 0 ? (
        <Text c="dimmed" mb="sm">
          Nothing is on this order yet.
        </Text>
      ) : isPhone ? (
        <LineCards {...shown} />
      ) : (
        <LineTable {...shown} />
      )}
      {isOpen ? <AddItem {...shown} /> : null}
    </>
  )
}

function LineCards({ row, isOpen, costs, save }: Shown) {
  return (
    <>
      <ul className={list.cards} aria-label="Lines">
        {row.lines.map((line) => {
          const of = { line, isOpen, save }
          const arrived = arrivedText(row, line)
          const cost = costs?.[line.id]
          return (
            <li key={line.id} className={list.card}>
              <div className={list.cardText}>
                <ItemName line={line} />
                <div className={list.cardBelow}>
                  <span>{[line.item.sku, line.supplier_sku].filter(Boolean).join(' · ')}</span>
                  {arrived ? <span>Arrived: {arrived}</span> : null}
                  {cost && !isOpen ? <span>{formatCost(cost, line.unit)} each</span> : null}
                </div>
              </div>
              <Group gap={4} wrap="nowrap" ta="end">
                <div>
                  {isOpen ? null : <Ordered {...of} />}
                  {costs ? <Text fw={600}>{formatMoney(netOf(line, costs))}</Text> : null}
                </div>
                {isOpen ? <Remover line={line} save={save} /> : null}
              </Group>
              {isOpen ? (
                <Group w="100%" justify="space-between" wrap="nowrap" gap="xs">
                  <Ordered {...of} />
                  {costs ? (
                    <Group gap={6} wrap="nowrap">
                      <Text span size="sm">
                        at
                      </Text>
                      <Cost {...of} cost={cost} />
                    </Group>
                  ) : null}
                </Group>
              ) : null}
            </li>
          )
        })}
      </ul>
      {costs ? (
        <Group justify="space-between" px="sm" py="xs" fw={600}>
          <span>{withTax('Total without {tax}')}</span>
          <span>{formatMoney(totalOf(row, costs))}</span>
        </Group>
      ) : null}
    </>
  )
}

function LineTable({ row, isOpen, costs, save }: Shown) {
  const isDraft = row.status === 'draft'
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            <Table.Th>Their number</Table.Th>
            <Table.Th ta="right">Ordered</Table.Th>
            {isDraft ? null : <Table.Th ta="right">Arrived</Table.Th>}
            {costs ? <Table.Th ta="right">Cost</Table.Th> : null}
            {costs ? <Table.Th ta="right">Net</Table.Th> : null}
            {isOpen ? <Table.Th aria-label="Actions" /> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row.lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                <ItemName line={line} />
                <Text size="xs" c="dimmed">
                  {line.item.sku}
                </Text>
              </Table.Td>
              <Table.Td>{line.supplier_sku}</Table.Td>
              <Table.Td ta="right">
                <Ordered {...{ line, isOpen, save }} />
              </Table.Td>
              {isDraft ? null : <Table.Td ta="right">{arrivedText(row, line)}</Table.Td>}
              {costs ? (
                <Table.Td ta="right">
                  <Group justify="flex-end">
                    <Cost {...{ line, isOpen, save }} cost={costs[line.id]} />
                  </Group>
                </Table.Td>
              ) : null}
              {costs ? <Table.Td ta="right">{formatMoney(netOf(line, costs))}</Table.Td> : null}
              {isOpen ? (
                <Table.Td ta="right">
                  <Remover line={line} save={save} />
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {costs ? (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th colSpan={isDraft ? 4 : 5} ta="right">
                {withTax('Total without {tax}')}
              </Table.Th>
              <Table.Th ta="right">{formatMoney(totalOf(row, costs))}</Table.Th>
              {isOpen ? <Table.Th /> : null}
            </Table.Tr>
          </Table.Tfoot>
        ) : null}
      </Table>
    </Table.ScrollContainer>
  )
}

type OfLine = { line: PurchaseLine } & Pick<Shown, 'isOpen' | 'save'>

function Ordered({ line, isOpen, save }: OfLine) {
  if (!isOpen) return stockText(line.qty, line.unit)
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <PurchaseCell
        label={`Ordered of ${line.item.name}`}
        draft={stockDraft(line.qty, line.unit)}
        read={(typed) => readStock(typed, line.unit, { aboveZero: true })}
        onSave={(qty) =>
          save(() => saveVersioned({ table: 'purchase_order_lines', what: 'this line', row: line, values: { qty } }))
        }
      />
      <Text span size="sm">
        {typedWord(line.unit, line.qty)}
      </Text>
    </Group>
  )
}

function Cost({ line, isOpen, save, cost }: OfLine & { cost: string | undefined }) {
  if (!isOpen) return cost === undefined ? '' : formatCost(cost, line.unit)
  return (
    <PurchaseCell
      label={`Cost of ${line.item.name}`}
      draft={cost === undefined ? '' : pricedDraft(cost, line.unit)}
      read={(typed) => readPrice(typed, line.unit)}
      onSave={(typed) => save(() => saveLineCost(line.id, typed))}
    />
  )
}

function ItemName({ line: { item } }: { line: PurchaseLine }) {
  return (
    <Anchor component={Link} to={linkTo('/inventory/:id', { id: item.id })}>
      {item.name}
    </Anchor>
  )
}

function Remover({ line, save }: Omit<OfLine, 'isOpen'>) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Remove ${line.item.name}`}
      onClick={() => save(() => removeRow({ table: 'purchase_order_lines', what: 'this line', id: line.id }))}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}

function AddItem({ row, save }: Shown) {
  return (
    <RecordPicker
      key={row.lines.length}
      label="Add an item"
      source={items}
      value={null}
      placeholder="Name, number or bin"
      onChange={(id) => {
        if (id && row.lines.some(({ item }) => item.id === id))
          notifications.show({ message: 'This item is on the order already.' })
        else if (id)
          save(() =>
            insertRow({
              table: 'purchase_order_lines',
              what: 'this line',
              values: { purchase_order_id: row.id, item_id: id, qty: '1' },
            }),
          )
      }}
    />
  )
}

/** The cost of one unit as it is typed: of a square foot in a company in feet. */
const formatCost = (cost: string, unit: string): string =>
  feetFor(unit) === null ? formatMoney(cost) : formatPrice(typedPrice(cost, unit))

/** Empty before anything arrived. */
const arrivedText = (row: Purchase, line: PurchaseLine): string =>
  row.status === 'draft' || Number(line.qty_received) === 0 ? '' : stockText(line.qty_received, line.unit)

const netOf = (line: PurchaseLine, costs: Readonly<Record<string, string>>): string =>
  lineNet({ kind: 'item', qty: line.qty, unit_price: costs[line.id] ?? '0', discount_pct: '0' }, roundingsNow().amounts)

const totalOf = (row: Purchase, costs: Readonly<Record<string, string>>): string =>
  written(sum([exact('0'), ...row.lines.map((line) => exact(netOf(line, costs)))]))

import { withTax } from '@/shared/domain/text/formats'
import { ActionIcon, Anchor, Group, Table, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { lineNet } from '@/documents/lines'
import list from '@/kit/list/list.module.css'
import { useIsPhone } from '@/kit/list/use-wide'
import { RecordPicker } from '@/kit/pickers/record-picker'
import { insertRow, removeRow, saveVersioned } from '@/kit/save/save-row'
import { exact, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney, readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import { hasPermission } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { stockItems as items } from '@/kit/pickers/stock-items'
import { inventoryKey } from '../inventory'
import { qtyText, unitWord } from '@/shared/domain/money/quantity-text'
import { saveLineCost } from './api/purchase.mutation'
import { type Purchase, purchaseCostsQuery, type PurchaseLine } from './api/purchase.query'

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
    mutationFn: (save: () => Promise<unknown>) => save(),
    onError: (error) => notifications.show({ color: 'red', title: 'Not saved', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  const netOf = (line: PurchaseLine) =>
    lineNet({ kind: 'item', qty: line.qty, unit_price: costs[line.id] ?? '0', discount_pct: '0' })
  const total = written(sum([exact('0'), ...row.lines.map((line) => exact(netOf(line)))]))
  const orderedOf = (line: PurchaseLine): ReactNode =>
    isOpen ? (
      <Group gap={6} justify="flex-end" wrap="nowrap">
        <Cell
          label={`Ordered of ${line.item.name}`}
          stored={line.qty}
          places={4}
          onSave={(qty) =>
            saving.mutate(() =>
              saveVersioned({ table: 'purchase_order_lines', what: 'this line', row: line, values: { qty } }),
            )
          }
        />
        <Text span size="sm">
          {unitWord(line.unit, 2)}
        </Text>
      </Group>
    ) : (
      qtyText(line.qty, line.unit)
    )
  const arrivedOf = (line: PurchaseLine) =>
    row.status === 'draft' || Number(line.qty_received) === 0 ? '' : qtyText(line.qty_received, line.unit)
  const costOf = (line: PurchaseLine): ReactNode => {
    const cost = costs[line.id]
    if (!isOpen) return cost === undefined ? '' : formatMoney(cost)
    return (
      <Cell
        label={`Cost of ${line.item.name}`}
        stored={cost ?? ''}
        places={4}
        onSave={(typed) => saving.mutate(() => saveLineCost(line.id, typed))}
      />
    )
  }
  const nameOf = ({ item }: PurchaseLine) => (
    <Anchor component={Link} to={linkTo('/inventory/:id', { id: item.id })}>
      {item.name}
    </Anchor>
  )
  const removerOf = (line: PurchaseLine) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Remove ${line.item.name}`}
      onClick={() => saving.mutate(() => removeRow({ table: 'purchase_order_lines', what: 'this line', id: line.id }))}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <>
      {row.lines.length === 0 ? (
        <Text c="dimmed" mb="sm">
          Nothing is on this order yet.
        </Text>
      ) : isPhone ? (
        <>
          <ul className={list.cards} aria-label="Lines">
            {row.lines.map((line) => {
              const [cost, arrived] = [seesCosts ? costOf(line) : '', arrivedOf(line)]
              return (
                <li key={line.id} className={list.card}>
                  <div className={list.cardText}>
                    {nameOf(line)}
                    <div className={list.cardBelow}>
                      <span>{[line.item.sku, line.supplier_sku].filter(Boolean).join(' · ')}</span>
                      {arrived ? <span>Arrived: {arrived}</span> : null}
                      {cost && !isOpen ? <span>{cost} each</span> : null}
                    </div>
                  </div>
                  <Group gap={4} wrap="nowrap" ta="end">
                    <div>
                      {isOpen ? null : orderedOf(line)}
                      {seesCosts ? <Text fw={600}>{formatMoney(netOf(line))}</Text> : null}
                    </div>
                    {isOpen ? removerOf(line) : null}
                  </Group>
                  {isOpen ? (
                    <Group w="100%" justify="space-between" wrap="nowrap" gap="xs">
                      {orderedOf(line)}
                      {seesCosts ? (
                        <Group gap={6} wrap="nowrap">
                          <Text span size="sm">
                            at
                          </Text>
                          {cost}
                        </Group>
                      ) : null}
                    </Group>
                  ) : null}
                </li>
              )
            })}
          </ul>
          {seesCosts ? (
            <Group justify="space-between" px="sm" py="xs" fw={600}>
              <span>{withTax('Total without {tax}')}</span>
              <span>{formatMoney(total)}</span>
            </Group>
          ) : null}
        </>
      ) : (
        <Table.ScrollContainer minWidth={520}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Item</Table.Th>
                <Table.Th>Their number</Table.Th>
                <Table.Th ta="right">Ordered</Table.Th>
                {row.status === 'draft' ? null : <Table.Th ta="right">Arrived</Table.Th>}
                {seesCosts ? <Table.Th ta="right">Cost</Table.Th> : null}
                {seesCosts ? <Table.Th ta="right">Net</Table.Th> : null}
                {isOpen ? <Table.Th aria-label="Actions" /> : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {row.lines.map((line) => (
                <Table.Tr key={line.id}>
                  <Table.Td>
                    {nameOf(line)}
                    <Text size="xs" c="dimmed">
                      {line.item.sku}
                    </Text>
                  </Table.Td>
                  <Table.Td>{line.supplier_sku}</Table.Td>
                  <Table.Td ta="right">{orderedOf(line)}</Table.Td>
                  {row.status === 'draft' ? null : <Table.Td ta="right">{arrivedOf(line)}</Table.Td>}
                  {seesCosts ? (
                    <Table.Td ta="right">
                      <Group justify="flex-end">{costOf(line)}</Group>
                    </Table.Td>
                  ) : null}
                  {seesCosts ? <Table.Td ta="right">{formatMoney(netOf(line))}</Table.Td> : null}
                  {isOpen ? <Table.Td ta="right">{removerOf(line)}</Table.Td> : null}
                </Table.Tr>
              ))}
            </Table.Tbody>
            {seesCosts ? (
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th colSpan={row.status === 'draft' ? 4 : 5} ta="right">
                    {withTax('Total without {tax}')}
                  </Table.Th>
                  <Table.Th ta="right">{formatMoney(total)}</Table.Th>
                  {isOpen ? <Table.Th /> : null}
                </Table.Tr>
              </Table.Tfoot>
            ) : null}
          </Table>
        </Table.ScrollContainer>
      )}
      {isOpen ? (
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
              saving.mutate(() =>
                insertRow({
                  table: 'purchase_order_lines',
                  what: 'this line',
                  values: { purchase_order_id: row.id, item_id: id, qty: '1' },
                }),
              )
          }}
        />
      ) : null}
    </>
  )
}

type CellProps = { label: string; stored: string; places: number; onSave: (value: string) => void }

/** A number that is saved on leaving the field; unreadable text stays, with the reason. */
function Cell({ label, stored, places, onSave }: CellProps) {
  const shown = stored === '' ? '' : shortDecimalText(stored)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const save = () => {
    if (typed === null || typed === shown) return setTyped(null)
    const read = readDecimal(typed, { places, aboveZero: true, most: '1000000' })
    if ('problem' in read) return setProblem(read.problem)
    setTyped(null)
    return onSave(read.value)
  }
  return (
    <TextInput
      size="xs"
      w={92}
      aria-label={label}
      inputMode="decimal"
      styles={{ input: { textAlign: 'right' } }}
      value={typed ?? shown}
      error={problem}
      onChange={(event) => {
        setProblem(null)
        setTyped(event.currentTarget.value)
      }}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
      }}
    />
  )
}

import { Anchor, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPackageImport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { useIsPhone } from '@/kit/list/use-wide'
import { useLive } from '@/kit/live/use-live'
import { contactName } from '@/shared/domain/people/contact'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { useRecordHref } from '@/shared/ui/page/record-links'
import phone from '@/shared/ui/page/phone-table.module.css'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { inventoryKey, inventoryLive } from '../inventory'
import { feetFor, readStock, stockDraft, stockText, typedWord } from '@/shared/domain/money/stock-text'
import { addToPurchase } from './api/purchase.mutation'
import { type LowItem, toOrderQuery } from './api/purchase.query'
import { bySupplier, wholeUnits } from './low-items'

/** The low items, the quantity to order, and the supplier. */
export function ToOrder() {
  const low = useQuery(toOrderQuery)
  useLive(inventoryKey, inventoryLive)
  if (low.isPending) return <LineSkeletons count={5} height={48} />
  if (low.isError) return <Problem onRetry={() => void low.refetch()}>What to order could not be read</Problem>
  if (low.data.length === 0)
    return (
      <EmptyScreen icon={<IconPackageImport stroke={1.5} />} title="Nothing is to be ordered">
        An item is ordered when jobs are short of it, or when less is available than its page says under “Least in
        stock”.
      </EmptyScreen>
    )
  return (
    <Stack gap="lg">
      {bySupplier(low.data).map(({ supplier, items }) => (
        <Supplier key={supplier?.id ?? 'none'} supplier={supplier} items={items} />
      ))}
    </Stack>
  )
}

/** Whole buy units, and square feet and feet with their parts; zero leaves an item out. */
const readOrdered = (typed: string, { buy_unit }: LowItem) =>
  readStock(typed, buy_unit, { places: feetFor(buy_unit) === null ? 0 : 4, least: '0' })

function Supplier({ supplier, items }: { supplier: LowItem['supplier']; items: readonly LowItem[] }) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const href = useRecordHref()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const draftOf = (item: LowItem) => typed[item.id] ?? stockDraft(wholeUnits(item), item.buy_unit)
  const problemOf = (item: LowItem) => {
    const read = readOrdered(draftOf(item), item)
    return draftOf(item).trim() !== '' && 'problem' in read ? read.problem : null
  }
  const qtyOf = (item: LowItem) => {
    const read = readOrdered(draftOf(item), item)
    return 'value' in read ? Number(read.value) : 0
  }
  const chosen = items.filter((item) => qtyOf(item) > 0)
  const wrong = items.find((item) => problemOf(item) !== null)
  const adding = useActMutation({
    mutationFn: (to: string) =>
      addToPurchase(
        to,
        chosen.map((item) => ({ item_id: item.id, qty: String(qtyOf(item) * Number(item.stock_per_buy)) })),
      ),
    onSuccess: (id) => {
      const address = href('purchase_order', id)
      if (address) void navigate(address)
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not prepared', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  const name = supplier ? contactName(supplier) : 'Without a supplier'
  return (
    <section className={page.panel} aria-label={name}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {name}
        </Title>
        {supplier && can(rights, 'inventory', 'edit') ? (
          <ActionButton
            size="sm"
            loading={adding.isPending}
            why={
              wrong ? `${wrong.name}: ${problemOf(wrong) ?? ''}.` : chosen.length === 0 ? 'Choose items first.' : null
            }
            onClick={() => adding.mutate(supplier.id)}
          >
            {chosen.length === 0
              ? 'Nothing to order'
              : chosen.length === 1
                ? 'Put 1 item on the order'
                : `Put ${chosen.length} items on the order`}
          </ActionButton>
        ) : null}
      </Group>
      {supplier ? null : (
        <Text size="sm" c="dimmed" mb="sm">
          Choose a supplier on the page of each item, then it can be ordered from here.
        </Text>
      )}
      <Table.ScrollContainer minWidth={0}>
        <Table verticalSpacing="xs" className={phone.table ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Item</Table.Th>
              <Table.Th>Their number</Table.Th>
              <Table.Th ta="right">Available</Table.Th>
              <Table.Th ta="right">Least</Table.Th>
              <Table.Th ta="right">Jobs are short of</Table.Th>
              <Table.Th ta="right">On order</Table.Th>
              <Table.Th ta="right">Order</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>
                  <Anchor component={Link} to={linkTo('/inventory/:id', { id: item.id })}>
                    {item.name}
                  </Anchor>
                </Table.Td>
                <Table.Td data-label="Their number">{item.supplier_sku}</Table.Td>
                <Table.Td ta="right" data-label="Available">
                  {stockText(item.available, item.stock_unit)}
                </Table.Td>
                <Table.Td ta="right" data-label="Least">
                  {item.min_qty === null ? '' : stockText(item.min_qty, item.stock_unit)}
                </Table.Td>
                <Table.Td ta="right" data-label="Jobs are short of" c="magenta">
                  {Number(item.short) === 0 ? '' : stockText(item.short, item.stock_unit)}
                </Table.Td>
                <Table.Td ta="right" data-label="On order">
                  {Number(item.on_order) === 0 ? '' : stockText(item.on_order, item.stock_unit)}
                </Table.Td>
                <Table.Td ta="right" data-label="Order" style={{ gridColumn: '1 / -1' }}>
                  {supplier ? (
                    <Group gap={6} justify={isPhone ? 'flex-start' : 'flex-end'} wrap="nowrap">
                      <TextInput
                        size="xs"
                        w={84}
                        inputMode="numeric"
                        maxLength={12}
                        aria-label={`Order ${item.name}`}
                        value={draftOf(item)}
                        error={problemOf(item) !== null}
                        onChange={(event) => {
                          const draft = event.currentTarget.value
                          setTyped((all) => ({ ...all, [item.id]: draft }))
                        }}
                      />
                      <Text span size="sm" w={52} ta="left">
                        {typedWord(item.buy_unit, draftOf(item))}
                      </Text>
                    </Group>
                  ) : (
                    stockText(wholeUnits(item), item.buy_unit)
                  )}
                  {problemOf(item) ? (
                    <Text size="xs" c="red">
                      {problemOf(item)}
                    </Text>
                  ) : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}

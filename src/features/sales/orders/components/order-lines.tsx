import { ScrollArea, Table, Text, VisuallyHidden } from '@mantine/core'
import { isChargedOtherwise } from '@/documents/lines'
import { extentText, piecesText } from '@/documents/sizes'
import { exact, isAboveZero, larger, minus, written } from '@/shared/domain/money/decimal'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { countedText } from '@/shared/domain/money/quantity-text'
import type { Order } from '../api/order.query'
import type { BilledDiscount } from '../money-of-order'
import phone from '@/shared/ui/page/phone-table.module.css'
import classes from './order-lines.module.css'

type Item = Order['items'][number]
const numeric = { textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const

type OrderLinesProps = {
  row: Order
  credited: ReadonlyMap<string, string>
  /** The invoiced and credited amounts of the discounts, by line id. */
  discounts: ReadonlyMap<string, BilledDiscount>
}

/** The ordered lines, each with its ready, delivered, invoiced and credited quantity; a discount with its amounts. */
export function OrderLines({ row, credited, discounts }: OrderLinesProps) {
  if (row.items.length === 0) return <Text c="dimmed">This order has no lines.</Text>
  return (
    <ScrollArea.Autosize type="auto" tabIndex={0} aria-label="Lines of the order">
      <Table verticalSpacing="xs" className={`${classes.table} ${phone.table}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Line</Table.Th>
            {['Ordered', 'Ready', 'Delivered', 'Invoiced', 'Net'].map((label) => (
              <Table.Th key={label} style={numeric}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row.items.map((item) =>
            item.kind === 'discount' ? (
              <Discount key={item.id} item={item} currency={row.currency} billed={discounts.get(item.id)} />
            ) : (
              <Line key={item.id} item={item} currency={row.currency} credited={credited.get(item.id)} />
            ),
          )}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

function Line({ item, currency, credited }: { item: Item; currency: string; credited: string | undefined }) {
  if (item.kind === 'heading' || item.kind === 'text')
    return (
      <Table.Tr>
        <Table.Td colSpan={6} fw={item.kind === 'heading' ? 600 : 400}>
          {item.description}
        </Table.Td>
      </Table.Tr>
    )
  const extent = extentText(item)
  return (
    <Table.Tr>
      <Table.Td className={classes.what ?? ''}>
        {item.description}
        {extent ? (
          <Text size="xs" c="dimmed">
            {extent}
            {chargedText(item)}
          </Text>
        ) : null}
        {item.details ? (
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
            {item.details}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td style={numeric} data-label="Ordered">
        {amountOf(item)}
      </Table.Td>
      {/* What was delivered was ready, with a job or without one. */}
      <Quantity label="Ready" of={larger(item.qty_ready, item.qty_delivered)} whole={item.qty} />
      <Quantity label="Delivered" of={item.qty_delivered} whole={item.qty} />
      <Quantity
        label="Invoiced"
        of={written(minus(exact(item.qty_invoiced), exact(item.qty_drafted)))}
        whole={item.qty}
        drafted={isAboveZero(item.qty_drafted) ? item.qty_drafted : undefined}
        credited={credited}
      />
      <Table.Td style={numeric} data-label="Net">
        {item.net === null ? '' : formatMoney(item.net, currency)}
      </Table.Td>
    </Table.Tr>
  )
}

type DiscountProps = { item: Item; currency: string; billed: BilledDiscount | undefined }

/** A discount is an amount: it has no pieces that are made, brought or billed. */
function Discount({ item, currency, billed }: DiscountProps) {
  const money = (amount: string) => formatMoney(amount, currency)
  const isAll = billed?.credited === null && billed.invoiced === item.net && exact(billed.invoiced).units !== 0n
  const isSome = billed !== undefined && exact(billed.invoiced).units !== 0n
  return (
    <Table.Tr>
      <Table.Td className={classes.what ?? ''}>{item.description}</Table.Td>
      <Table.Td style={numeric} data-label="Ordered">
        {item.net === null ? '' : money(item.net)}
      </Table.Td>
      <Table.Td />
      <Table.Td />
      <Table.Td style={numeric} data-label="Invoiced">
        <Text component="span" inherit c={isSome ? 'inherit' : 'dimmed'} fw={isAll ? 600 : 400}>
          {isSome ? money(billed.invoiced) : '–'}
        </Text>
        {isAll ? <VisuallyHidden>, all of it</VisuallyHidden> : null}
        {billed && billed.drafted !== null ? (
          <Text size="xs" c="dimmed">
            {money(billed.drafted)} in a draft
          </Text>
        ) : null}
        {billed && billed.credited !== null ? (
          <Text size="xs" c="dimmed">
            {money(billed.credited)} credited
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td style={numeric} data-label="Net">
        {item.net === null ? '' : money(item.net)}
      </Table.Td>
    </Table.Tr>
  )
}

/** The number of pieces when the price is by size (the size is under the line); else the quantity in its unit. */
const amountOf = (item: Item): string => (item.qty === null ? '' : piecesText(item))

/** The charged quantity, when it differs from the measured size. */
const chargedText = (item: Item): string =>
  item.charged_qty !== null && isChargedOtherwise(item)
    ? `, charged as ${countedText(item.charged_qty, item.unit)}`
    : ''

type QuantityProps = {
  label: string
  of: string
  whole: string | null
  drafted?: string | undefined
  credited?: string | undefined
}

function Quantity({ label, of, whole, drafted, credited }: QuantityProps) {
  const done = Number(of)
  const isAll = !credited && whole !== null && done > 0 && done >= Math.abs(Number(whole))
  return (
    <Table.Td style={numeric} data-label={label}>
      <Text component="span" inherit c={done === 0 ? 'dimmed' : 'inherit'} fw={isAll ? 600 : 400}>
        {done === 0 ? '–' : shortDecimalText(of)}
      </Text>
      {isAll ? <VisuallyHidden>, all of it</VisuallyHidden> : null}
      {drafted ? (
        <Text size="xs" c="dimmed">
          {shortDecimalText(drafted)} in a draft
        </Text>
      ) : null}
      {credited ? (
        <Text size="xs" c="dimmed">
          {shortDecimalText(credited)} credited, not charged
        </Text>
      ) : null}
    </Table.Td>
  )
}

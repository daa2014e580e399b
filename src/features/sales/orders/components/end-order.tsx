import { Modal, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReasonForm } from '@/kit/record/reason-dialog'
import { compared, exact, isAboveZero } from '@/shared/domain/money/decimal'
import { formatMoney, readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import { endOrder } from '../api/order.mutation'
import { type Order, orderEndQuery } from '../api/order.query'
import { ordersKey } from '../api/orders.query'
import type { OrderEnd, Stays } from '../order-end'
import classes from './end-order.module.css'

type EndOrderProps = { row: Order; onClose: () => void }

/** Ends the rest of a part-delivered order, after showing what becomes of its lines, jobs, deliveries and total. */
export const EndOrderDialog = ({ row, onClose }: EndOrderProps) => (
  <Modal opened onClose={onClose} title={`End the rest of ${row.order_number}`} size="lg">
    <EndOrder row={row} onClose={onClose} />
  </Modal>
)

function EndOrder({ row, onClose }: EndOrderProps) {
  const end = useQuery(orderEndQuery(row.id))
  if (end.isPending) return <Skeleton height={280} />
  if (end.isError) return <Problem onRetry={() => void end.refetch()}>{saveProblem(end.error)}</Problem>
  return <ChosenEnd row={row} proposed={end.data} onClose={onClose} />
}

type Choice = OrderEnd['choices'][number]
type TypedStays = Readonly<Record<string, string>>

/** What is typed as the quantity that stays of a line, or why it cannot be. */
function readStays({ delivered, ordered }: Choice, typed: string): { value: string } | { problem: string } {
  const read = readDecimal(typed, { places: 4, least: '0' })
  if ('problem' in read) return read
  const isBetween =
    compared(exact(read.value), exact(delivered)) >= 0 && compared(exact(read.value), exact(ordered)) <= 0
  return isBetween ? read : { problem: `Between ${shortDecimalText(delivered)} and ${shortDecimalText(ordered)}` }
}

function ChosenEnd({ row, proposed, onClose }: EndOrderProps & { proposed: OrderEnd }) {
  const [typed, setTyped] = useState<TypedStays>({})
  const read = proposed.choices.map((choice) => {
    const text = typed[choice.id] ?? choice.stays
    return { id: choice.id, text, of: readStays(choice, text) }
  })
  // The database refuses a text that is no quantity of the line, and a total that does not follow what stays yet.
  const stays: Stays = read.map(({ id, text, of }) => ({ id, qty: 'value' in of ? of.value : text }))
  const [asked] = useDebouncedValue(stays, 300)
  const shown = useQuery({
    ...orderEndQuery(row.id, Object.keys(typed).length > 0 ? asked : []),
    placeholderData: keepPreviousData,
    enabled: read.every(({ of }) => 'value' in of),
  })
  const end = shown.data ?? proposed
  return (
    <Stack>
      <EndedLines
        choices={proposed.choices}
        end={end}
        currency={row.currency}
        typed={typed}
        onType={(id, text) => setTyped((before) => ({ ...before, [id]: text }))}
      />
      {shown.isError ? <Problem>{saveProblem(shown.error)}</Problem> : null}
      {consequences(row, end).map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
      <ReasonForm
        title={`End the rest of ${row.order_number}`}
        submitLabel="End the rest"
        name={`order-end-${row.id}`}
        queryKey={ordersKey}
        save={(reason) => endOrder(row.id, { reason, shown: end.gross, stays })}
        onClose={onClose}
      />
    </Stack>
  )
}

type EndedLinesProps = {
  choices: readonly Choice[]
  end: OrderEnd
  currency: string
  typed: TypedStays
  onType: (id: string, text: string) => void
}

function EndedLines({ choices, end, currency, typed, onType }: EndedLinesProps) {
  const money = (amount: string) => formatMoney(amount, currency)
  const netOf = (choice: Choice) =>
    end.lines.find(({ position, kind }) => kind === 'item' && position === choice.position)?.net ?? choice.net
  return (
    <Table aria-label="What ends" className={classes.lines} tabularNums horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Line</Table.Th>
          <Table.Th ta="right">Ordered</Table.Th>
          <Table.Th ta="right">Stays</Table.Th>
          <Table.Th ta="right">Net then</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {choices.map((choice) => {
          const text = typed[choice.id]
          const read = text === undefined ? null : readStays(choice, text)
          return (
            <Table.Tr key={choice.id}>
              <Table.Td>
                {choice.description}
                {choice.is_uncounted ? (
                  <Text size="sm" c="dimmed">
                    No delivery note counts it. What stays is invoiced.
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td ta="right" data-label="Ordered">
                {shortDecimalText(choice.ordered)}
              </Table.Td>
              <Table.Td ta="right" w={110}>
                <TextInput
                  aria-label={`Stays of ${choice.description}`}
                  value={text ?? shortDecimalText(choice.stays)}
                  onChange={(event) => onType(choice.id, event.currentTarget.value)}
                  inputMode="decimal"
                  error={read && 'problem' in read ? read.problem : null}
                  styles={{ input: { textAlign: 'right' } }}
                />
              </Table.Td>
              <Table.Td ta="right">{money(netOf(choice))}</Table.Td>
            </Table.Tr>
          )
        })}
        {end.lines
          .filter(({ kind }) => kind === 'discount')
          .map(({ position, description, net_before, net }) => (
            <Table.Tr key={position}>
              <Table.Td>{description}</Table.Td>
              <Table.Td ta="right" data-label="Before">
                {money(net_before)}
              </Table.Td>
              <Table.Td />
              <Table.Td ta="right">{money(net)}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Td colSpan={2} fw={600}>
            Total of the order
          </Table.Td>
          <Table.Td ta="right" c="dimmed" td="line-through">
            {money(end.gross_before)}
          </Table.Td>
          <Table.Td ta="right" fw={600}>
            {money(end.gross)}
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}

/** What else follows, a sentence each. */
function consequences(row: Order, { jobs, deliveries, freed }: OrderEnd): string[] {
  const begun = jobs.filter(({ has_begun }) => has_begun).map(({ number }) => number)
  const others = jobs.filter(({ has_begun }) => !has_begun).map(({ number }) => number)
  const cancelled = deliveries.filter(({ is_cancelled }) => is_cancelled).map(({ number }) => number)
  return [
    begun.length > 0
      ? `${begun.join(', ')} has begun: it ends here, and its time and material stay on it. Running timers end.`
      : null,
    others.length > 0 ? `${others.join(', ')} is not made any more.` : null,
    cancelled.length > 0 ? `${cancelled.join(', ')} is cancelled.` : null,
    isAboveZero(freed)
      ? `${formatMoney(freed, row.currency)} that was paid ahead is credited: it settles what is open of this order, and the rest is credit of the client.`
      : null,
    'What stays counts as delivered and can be invoiced.',
    'The client gets one mail, that the order has changed, if its template “Order: changed” is active. Their page shows what stays.',
  ].filter((sentence) => sentence !== null)
}

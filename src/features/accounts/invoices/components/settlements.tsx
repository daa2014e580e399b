import { Button, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmChange } from '@/kit/confirm'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import classes from '../../shared/accounts.module.css'
import { accountsKey } from '../../shared/keys'
import { useAct } from '../../shared/use-act'
import { methodText } from '@/shared/domain/money/payment-methods'
import { undoCashDiscount } from '../api/cash-discount.mutation'
import { type CashDiscount, cashDiscountsQuery } from '../api/cash-discount.query'
import { draftCreditsQuery, settlementsQuery } from '../api/invoice.query'
import { undoWriteOff } from '../api/write-off.mutation'
import { writeOffsQuery } from '../api/write-off.query'

/** A part of a closed day is taken back by a record below zero, which raises the balance again. */
const isTakenBack = (amount: string): boolean => amount.startsWith('-')
const against = (amount: string): string => (isTakenBack(amount) ? amount.slice(1) : `-${amount}`)

type SettlementsProps = { id: string; currency: string; isSettled?: boolean }

/** What lowered the balance of an invoice, and credit notes that wait to be issued. `isSettled`: something did. */
export function Settlements({ id, currency, isSettled = false }: SettlementsProps) {
  const { data: settlements = [], isPending, isFetching, isError, refetch } = useQuery(settlementsQuery(id))
  const { data: drafts = [], isPending: waitsForDrafts } = useQuery(draftCreditsQuery(id))
  const { data: writtenOff = [], isPending: waitsForWriteOffs } = useQuery(writeOffsQuery(id))
  const { data: discounts = [], isPending: waitsForDiscounts } = useQuery(cashDiscountsQuery(id))
  const mayWriteOff = can(useRights(), 'invoices', 'delete')
  const [taking, setTaking] = useState<string | null>(null)
  if (isError) return <Problem onRetry={() => void refetch()}>Payments and credits could not be read</Problem>
  if (isPending || waitsForDrafts || waitsForWriteOffs || waitsForDiscounts)
    return <LineSkeletons count={2} height={20} />
  if (settlements.length === 0 && drafts.length === 0 && writtenOff.length === 0)
    // The head was read after the payment, and its parts are on their way.
    return isSettled && isFetching ? (
      <LineSkeletons count={2} height={20} />
    ) : (
      <Text c="dimmed">{isSettled ? 'Accounts sees its payments.' : 'Nothing is paid or credited yet.'}</Text>
    )
  return (
    <Table verticalSpacing={6} horizontalSpacing={0}>
      <Table.Tbody>
        {settlements.map((part) => (
          <Table.Tr key={part.id}>
            <Table.Td>
              <RecordLink kind={part.what} id={part.recordId}>
                {part.number}
              </RecordLink>
              <Text size="xs" c="dimmed" lineClamp={2}>
                {calendarDayText(part.on)} ·{' '}
                {isTakenBack(part.amount)
                  ? 'Taken back'
                  : part.what === 'payment'
                    ? methodText(part.detail)
                    : part.detail}
              </Text>
            </Table.Td>
            <Table.Td className={classes.figures}>{formatMoney(against(part.amount), currency)}</Table.Td>
          </Table.Tr>
        ))}
        {discounts.map((one) => (
          <Discount key={one.id} one={one} currency={currency} />
        ))}
        {writtenOff.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td>
              Written off
              <Text size="xs" c="dimmed">
                {calendarDayText(one.written_off_on)} · {one.reason}
              </Text>
              {mayWriteOff ? (
                <Button size="compact-xs" variant="subtle" onClick={() => setTaking(one.id)}>
                  Take back
                </Button>
              ) : null}
              {taking === one.id ? (
                <ReasonDialog
                  title="Take the write-off back"
                  text="The client owes it again."
                  submitLabel="Take back"
                  name={`undo-write-off-${one.id}`}
                  queryKey={accountsKey}
                  save={(reason) => undoWriteOff(one.id, reason)}
                  onClose={() => setTaking(null)}
                />
              ) : null}
            </Table.Td>
            <Table.Td className={classes.figures}>{formatMoney(`-${one.amount}`, currency)}</Table.Td>
          </Table.Tr>
        ))}
        {drafts.map((draft) => (
          <Table.Tr key={draft.id}>
            <Table.Td>
              <RecordLink kind="credit_note" id={draft.id}>
                Draft credit note
              </RecordLink>
              <Text size="xs" c="dimmed" lineClamp={2}>
                Lowers nothing until it is issued · {draft.reason}
              </Text>
            </Table.Td>
            <Table.Td className={classes.figures}>{formatMoney(draft.gross, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Discount({ one, currency }: { one: CashDiscount; currency: string }) {
  const { act, isBusy } = useAct()
  const mayTakeBack = can(useRights(), 'payments', 'edit')
  const takeBack = () =>
    confirmChange({
      title: 'Take the cash discount back?',
      text: 'The client owes it again, with its tax.',
      confirm: 'Take back',
      onConfirm: act(() => undoCashDiscount(one.id)),
    })
  return (
    <Table.Tr>
      <Table.Td>
        Cash discount
        <Text size="xs" c="dimmed">
          {calendarDayText(one.given_on)}
        </Text>
        {mayTakeBack ? (
          <Button size="compact-xs" variant="subtle" disabled={isBusy} onClick={takeBack}>
            Take back
          </Button>
        ) : null}
      </Table.Td>
      <Table.Td className={classes.figures}>{formatMoney(`-${one.amount}`, currency)}</Table.Td>
    </Table.Tr>
  )
}

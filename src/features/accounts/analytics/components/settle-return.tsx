import { Button, Group, Modal, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { rowChoice } from '@/kit/fields/row-choice'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { isZero } from '@/shared/domain/money/is-zero'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { calendarDayText, withTax } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { newId } from '@/shared/lib/new-id'
import { RecordLink } from '@/shared/ui/page/record-links'
import { accountsKey } from '../../shared/keys'
import { analyticsKey } from '../api/analytics.query'
import { settleTax, type TaxSettlement, taxSettlementQuery } from '../api/tax-settlement.query'
import classes from './analytics.module.css'

const fields = defineFields({
  account_id: rowChoice(
    'Account of the tax office',
    { table: 'ledger_accounts', label: 'label', key: accountsKey, where: { archived: 'false' } },
    {
      required: true,
      wide: true,
      help: 'What is paid to the tax office, or comes back from it, is booked there from the bank.',
    },
  ),
  on: date('Day', { required: true }),
})

/** Whether the tax accounts of a filed return are settled, and the form that does it. */
export function SettleReturn({ returnId, isChanged }: { returnId: string; isChanged: boolean }) {
  const rights = useRights()
  const dialog = useDialog('settlement')
  const { data } = useQuery({ ...taxSettlementQuery(returnId), enabled: can(rights, 'payments', 'view') })
  if (!data) return null
  const isSettled = data.lines.length === 0
  return (
    <>
      <Text size="sm" mt="xs">
        {data.entries.length > 0
          ? 'Booked off the tax accounts by '
          : isSettled
            ? 'Nothing is on the tax accounts.'
            : null}
        {data.entries.map(({ id, number, on_date }, place) => (
          <span key={id}>
            {place > 0 ? ', ' : ''}
            <RecordLink kind="book_entry" id={id}>
              {number}
            </RecordLink>
            {` of ${calendarDayText(on_date)}`}
          </span>
        ))}
        {data.entries.length > 0 ? '.' : ''}
      </Text>
      {isSettled || isChanged || !can(rights, 'payments', 'edit') ? null : (
        <Group mt="xs">
          <Button variant="default" onClick={() => dialog.open()}>
            {withTax('Book the {tax} off its accounts')}
          </Button>
        </Group>
      )}
      {dialog.isOpen && !isSettled ? (
        <Modal opened onClose={dialog.close} title={withTax('Settle the {tax} return')}>
          <Settlement returnId={returnId} of={data} onClose={dialog.close} />
        </Modal>
      ) : null}
    </>
  )
}

function Settlement({ returnId, of, onClose }: { returnId: string; of: TaxSettlement; onClose: () => void }) {
  const [id] = useState(newId)
  const form = useRecordForm({
    fields,
    name: `settle-return-${returnId}`,
    isNew: true,
    isOnlyBegun: true,
    stored: { account_id: of.account_id, on: of.on_day },
    queryKey: analyticsKey,
    save: ({ account_id, on }) => settleTax(id, { returnId, accountId: account_id, on }),
    onSaved: (number) => {
      notifications.show({ message: `${number} is booked` })
      onClose()
    },
  })
  const isBack = of.owed.startsWith('-')
  return (
    <>
      <Table aria-label="Tax accounts" mb="md">
        <Table.Tbody>
          {of.lines.map(({ account, amount }) => (
            <Table.Tr key={account}>
              <Table.Td>{account}</Table.Td>
              <Table.Td className={classes.figure ?? ''} ta="right">
                {formatMoney(amount)}
              </Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr fw={600}>
            <Table.Td>
              {isZero(of.owed) ? 'Nothing is owed' : isBack ? 'The tax office pays back' : 'You owe the tax office'}
            </Table.Td>
            <Table.Td ta="right">{formatMoney(of.owed.replace('-', ''))}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <RecordForm form={form} label="Settle the {tax} return" submitLabel="Book it" onCancel={onClose} isPlain />
    </>
  )
}

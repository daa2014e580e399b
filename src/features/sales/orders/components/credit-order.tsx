import { withTax } from '@/shared/domain/text/formats'
import { Modal, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { creditOrder } from '../api/order.mutation'
import { type Order, orderCreditQuery } from '../api/order.query'
import { ordersKey } from '../api/orders.query'
import { type OrderCredit, paperKinds } from '../credit'

/** Credits all invoices of an order, after showing what that is. */
export const CreditOrderDialog = ({ row, onClose }: { row: Order; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`Credit ${row.order_number}`} size="lg">
    <CreditOrder row={row} onClose={onClose} />
  </Modal>
)

function CreditOrder({ row, onClose }: { row: Order; onClose: () => void }) {
  const credit = useQuery(orderCreditQuery(row.id))
  if (credit.isPending) return <Skeleton height={280} />
  if (credit.isError) return <Problem onRetry={() => void credit.refetch()}>{saveProblem(credit.error)}</Problem>
  if (credit.data.papers.length === 0)
    return <Text>Everything that was invoiced of this order is credited already.</Text>
  return <CreditForm row={row} credit={credit.data} onClose={onClose} />
}

const fields = defineFields({
  reason: longText('Why', {
    required: true,
    max: 2000,
    empty: '',
    wide: true,
    missing: 'Please say why',
    help: 'It is printed on every credit note.',
  }),
  again: choice(
    'What becomes of it',
    [
      { value: 'not', label: 'It is not charged, and no deposit is asked for again' },
      { value: 'again', label: 'It is invoiced again, and its deposit asked for again' },
    ],
    { required: true, wide: true, missing: 'Please choose what becomes of it' },
  ),
})

type CreditFormProps = { row: Order; credit: OrderCredit; onClose: () => void }

function CreditForm({ row, credit, onClose }: CreditFormProps) {
  const money = (amount: string) => formatMoney(amount, row.currency)
  const form = useRecordForm({
    fields,
    name: `order-credit-${row.id}`,
    isNew: true,
    queryKey: ordersKey,
    save: ({ reason, again }) => creditOrder(row.id, { reason, shown: credit.gross, isAgain: again === 'again' }),
    onSaved: onClose,
  })
  return (
    <Stack>
      <Text>
        A credit note is issued over each of these, and never taken back.
        {credit.freed === '0.00'
          ? ''
          : ` ${money(credit.freed)} that was paid becomes credit of the client: refund it or use it for another invoice.`}
      </Text>
      <Table aria-label="What is credited" tabularNums>
        <Table.Tbody>
          {credit.papers.map(({ id, invoice_number, kind, gross }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{invoice_number}</Table.Td>
              <Table.Td c="dimmed">{paperKinds[kind] ?? 'Invoice'}</Table.Td>
              <Table.Td ta="right">{money(gross)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          {credit.rates.map(({ vat_rate, vat_treatment, base, vat }) => (
            <Table.Tr key={`${vat_rate} ${vat_treatment}`}>
              <Table.Td colSpan={2} c="dimmed">
                {withTax(`{Tax} ${shortDecimalText(vat_rate)} % on ${money(base)}`)}
              </Table.Td>
              <Table.Td ta="right" c="dimmed">
                {money(vat)}
              </Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td colSpan={2} fw={600}>
              Credited in all
            </Table.Td>
            <Table.Td ta="right" fw={600}>
              {money(credit.gross)}
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      <RecordForm
        form={form}
        label={`Credit ${row.order_number}`}
        submitLabel={`Credit ${money(credit.gross)}`}
        onCancel={onClose}
        isPlain
        autoFocus
      />
    </Stack>
  )
}

import { Alert, Button, Group, Modal, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmRemoval } from '@/kit/confirm'
import { ActionButton } from '@/kit/form/action-button'
import { Facts } from '@/kit/record/record-page'
import { TrailLink } from '@/kit/record/trail-link'
import { contactName, nameOrHidden } from '@/shared/domain/people/contact'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import classes from '../../shared/accounts.module.css'
import { refundableQuery } from '../../shared/api/refundable.query'
import { isAbove } from '../../shared/payment/allocation'
import { keptOf } from '../../shared/payment/kept-of'
import { methodText } from '@/shared/domain/money/payment-methods'
import { RefundForm } from '../../shared/payment/refund-form'
import { useAct } from '../../shared/use-act'
import { Announced } from './announced'
import { MovePayment } from './move-payment'
import { CorrectWorth, ExchangeDifferences } from './payment-exchange'
import { PaymentStatus } from './payment-status'
import { Returned } from './payment-refunds'
import { TakeBackPayment } from './take-back-payment'
import { decideRefund, removeAllocation, settleOldest } from '../api/payment.mutation'
import { type Payment, paymentQuery } from '../api/payment.query'
import { staysPaid } from '../stays-paid'

/** One payment: the invoices it settles, its refunds, and the actions on its open part. */
export const PaymentDialog = ({ id, onClose }: { id: string | null; onClose: () => void }) => (
  <Modal opened={id !== null} onClose={onClose} title="Payment" size="lg">
    {id ? <Read key={id} id={id} onClose={onClose} /> : null}
  </Modal>
)

function Read({ id, onClose }: { id: string; onClose: () => void }) {
  const payment = useQuery(paymentQuery(id))
  if (payment.isPending) return <Skeleton height={260} />
  if (payment.isError) return <Problem onRetry={() => void payment.refetch()}>The payment could not be read</Problem>
  if (!payment.data) return <Announced id={id} onClose={onClose} />
  return <Opened payment={payment.data} />
}

/** Refunds of which nobody knows whether they went out. */
function DoubtedRefunds({ payment, mayEdit }: { payment: Payment; mayEdit: boolean }) {
  const { act, isBusy } = useAct()
  return payment.asked
    .filter(({ status }) => doubted.has(status))
    .map((asked) => (
      <Alert
        key={asked.id}
        color="yellow"
        title={`Nobody knows whether ${formatMoney(asked.amount, payment.currency)} went back`}
      >
        <Stack gap="xs" align="flex-start">
          <Text size="sm">The bank did not answer. Please look there, and say what happened.</Text>
          {mayEdit ? (
            <Group gap="xs">
              <Button size="xs" loading={isBusy} onClick={act(() => decideRefund(asked.id, true))}>
                It went back
              </Button>
              <Button size="xs" variant="default" loading={isBusy} onClick={act(() => decideRefund(asked.id, false))}>
                It did not
              </Button>
            </Group>
          ) : null}
        </Stack>
      </Alert>
    ))
}

const doubted: ReadonlySet<string> = new Set(['unknown', 'asked'])

/** What the payment is, and how much of it is left. */
function PaymentFacts({ of: payment }: { of: Payment }) {
  return (
    <Facts
      of={{
        Client: payment.contact ? (
          <RecordLink kind="statement" id={payment.contact.id}>
            {contactName(payment.contact)}
          </RecordLink>
        ) : (
          nameOrHidden(null)
        ),
        Received: calendarDayText(payment.received_on),
        Method: methodText(payment.method),
        Amount: <strong>{formatMoney(payment.amount, payment.currency)}</strong>,
        'What came in': payment.worth === null ? null : formatMoney(payment.worth),
        'Credit left': isAbove(payment.open, '0') ? formatMoney(payment.open, payment.currency) : null,
        Reference: payment.reference,
        Note: payment.note,
      }}
    />
  )
}

function Opened({ payment }: { payment: Payment }) {
  const rights = useRights()
  const [doing, setDoing] = useState<'refund' | 'move' | 'take back' | 'worth' | null>(null)
  const { act, isBusy } = useAct()
  const mayEdit = can(rights, 'payments', 'edit')
  const hasCredit = isAbove(payment.open, '0') && payment.direction === 'in'
  // Includes the rest of credit notes over its invoices.
  const refundable = useQuery(refundableQuery(payment.id)).data ?? payment.open
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={3}>{payment.payment_number}</Title>
        <PaymentStatus of={payment} />
      </Group>
      <PaymentFacts of={payment} />
      <Settled payment={payment} mayEdit={mayEdit} />
      {payment.worth === null ? null : <ExchangeDifferences paymentId={payment.id} paid={payment.currency} />}
      <Kept payment={payment} />
      <Returned payment={payment} mayEdit={mayEdit} />
      <DoubtedRefunds payment={payment} mayEdit={mayEdit} />
      {doing === 'refund' ? (
        <RefundForm
          paymentId={payment.id}
          isCard={payment.provider !== null}
          cameInCash={payment.method === 'cash'}
          most={refundable}
          currency={payment.currency}
          submitLabel="Refund"
          onClose={() => setDoing(null)}
        />
      ) : doing === 'move' ? (
        <MovePayment payment={payment} onClose={() => setDoing(null)} />
      ) : doing === 'take back' ? (
        <TakeBackPayment payment={payment} onClose={() => setDoing(null)} />
      ) : doing === 'worth' ? (
        <CorrectWorth payment={payment} onClose={() => setDoing(null)} />
      ) : payment.direction === 'in' && payment.status !== 'refunded' ? (
        <Group>
          {hasCredit && can(rights, 'payments', 'create') ? (
            <Button loading={isBusy} onClick={act(() => settleOldest(payment.id))}>
              Settle the oldest invoices
            </Button>
          ) : null}
          <ActionButton
            variant="default"
            why={
              !mayEdit
                ? 'You may not refund payments.'
                : isAbove(refundable, '0')
                  ? null
                  : 'All of it settles invoices. First credit an invoice, or take the payment off one.'
            }
            onClick={() => setDoing('refund')}
          >
            Refund
          </ActionButton>
          <ActionButton
            variant="default"
            why={mayEdit ? null : 'You may not move payments.'}
            onClick={() => setDoing('move')}
          >
            Move
          </ActionButton>
          {payment.worth === null ? null : (
            <ActionButton
              variant="default"
              why={
                !mayEdit
                  ? 'You may not change payments.'
                  : payment.isOnStatement
                    ? 'It stands on a bank statement, which says what came in.'
                    : null
              }
              onClick={() => setDoing('worth')}
            >
              Correct what came in
            </ActionButton>
          )}
          <ActionButton
            variant="default"
            why={can(rights, 'payments', 'create') ? reasonToStay(payment) : 'You may not take payments back.'}
            onClick={() => setDoing('take back')}
          >
            Take back
          </ActionButton>
        </Group>
      ) : null}
      <TrailLink id={payment.id} />
    </Stack>
  )
}

/** Why a payment was not recorded by mistake, or goes another way; null where it can be taken back. */
function reasonToStay({ provider, refunded, parts, isOnStatement }: Payment): string | null {
  if (provider !== null) return 'The client paid it on the page. Refund it.'
  if (isOnStatement) return 'It stands on a bank statement. Take its entry back there.'
  if (isAbove(refunded, '0')) return 'A part of it went back to the client already.'
  if (parts.some(({ invoice }) => invoice && staysPaid(invoice)))
    return 'It paid a deposit invoice. Credit that, then refund the payment.'
  return null
}

function Settled({ payment, mayEdit }: { payment: Payment; mayEdit: boolean }) {
  const { act, isBusy } = useAct()
  if (payment.parts.length === 0) return <Text c="dimmed">It settles no invoice.</Text>
  return (
    <Table verticalSpacing={4} aria-label="What it settles">
      <Table.Tbody>
        {payment.parts.map((part) => (
          <Table.Tr key={part.id}>
            <Table.Td>
              {part.invoice ? (
                <RecordLink kind="invoice" id={part.invoice.id}>
                  {part.invoice.invoice_number}
                </RecordLink>
              ) : (
                'An invoice that you may not see'
              )}
            </Table.Td>
            <Table.Td className={classes.figures}>{formatMoney(part.amount, payment.currency)}</Table.Td>
            <Table.Td ta="right">
              {mayEdit && part.invoice && !staysPaid(part.invoice) ? (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  loading={isBusy}
                  onClick={() =>
                    confirmRemoval({
                      title: `Take it off ${part.invoice?.invoice_number ?? 'the invoice'}?`,
                      text: 'The invoice is open again, and the amount is credit of the client.',
                      confirm: 'Take off',
                      onConfirm: act(() => removeAllocation(part.id)),
                    })
                  }
                >
                  Take off
                </Button>
              ) : null}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The deposits that are kept for orders, until their invoices. */
const Kept = ({ payment }: { payment: Payment }) =>
  keptOf(payment.holds).map(({ order, amount }) => (
    <Text key={order?.id ?? ''} size="sm">
      {formatMoney(amount, payment.currency)} are kept for{' '}
      {order ? (
        <RecordLink kind="order" id={order.id}>
          {order.order_number}
        </RecordLink>
      ) : (
        'an order that you may not see'
      )}
      . They are set against the amount due of its invoice.
    </Text>
  ))

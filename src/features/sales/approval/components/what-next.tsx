import { Button, Group } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { compared, exact, minus, written } from '@/shared/domain/decimal'
import { clockText, dayText } from '@/shared/domain/formats'
import { formatMoney } from '@/shared/domain/money'
import { linkTo } from '@/shared/lib/address'
import type { ClientQuotation } from '../api/quotation.query'
import classes from './client-quotation.module.css'

/** After the approval: what happened, and what happens next. */
export function WhatNext({ uuid, quotation }: { uuid: string; quotation: ClientQuotation }) {
  const { order, decided_at, decided_name, currency } = quotation
  const owed = order ? written(minus(exact(order.deposit_amount), exact(order.deposit_paid))) : '0'
  const owes = compared(exact(owed), exact('0')) > 0
  const isPaid = order !== null && !owes && compared(exact(order.deposit_paid), exact('0')) > 0
  return (
    <section className={classes.next} aria-label="What happens next">
      <h2 className={classes.nextTitle}>
        <IconCircleCheck aria-hidden /> Approved
        {decided_name ? ` by ${decided_name}` : ''}
        {decided_at ? `, ${dayText(decided_at)} ${clockText(decided_at)}` : ''}
      </h2>
      <p>
        {order?.is_amended
          ? `The extra work is part of your order ${order.order_number} now. `
          : order
            ? `Your order ${order.order_number} stands in our office. `
            : 'Your order stands in our office. '}
        {owes
          ? `A deposit of ${formatMoney(owed, currency)} is due before we begin.`
          : isPaid
            ? `We received your deposit of ${formatMoney(order.deposit_paid, currency)}. We begin with your job.`
            : 'We begin with your job.'}
      </p>
      {owes ? (
        <Group>
          <Button
            component={Link}
            to={linkTo('/payments/deposit/:quotationId', {
              quotationId: order?.is_amended ? (order.public_uuid ?? uuid) : uuid,
            })}
            size="md"
          >
            Pay the deposit
          </Button>
        </Group>
      ) : null}
    </section>
  )
}

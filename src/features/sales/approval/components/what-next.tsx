import { Button, Group } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconPlayerPause } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { momentText } from '@/shared/domain/text/formats'
import { depositLeft, orderWords } from '@/shared/domain/records/order-words'
import { linkTo } from '@/shared/lib/address'
import { PayOpenInvoices } from '@/shared/ui/parts/pay-open-invoices'
import type { ClientQuotation } from '../api/quotation.query'
import classes from './client-quotation.module.css'

/** The page after the approval: what happened, the state of the order, and the next steps. */
export function WhatNext({ uuid, quotation }: { uuid: string; quotation: ClientQuotation }) {
  const { order, decided_at, decided_name, currency } = quotation
  const owes = order !== null && isAboveZero(depositLeft(order))
  return (
    <section className={classes.next} aria-label="What happens next">
      <h2 className={classes.nextTitle}>
        {order?.status === 'cancelled' ? (
          <>
            <IconCircleX aria-hidden /> Order cancelled
          </>
        ) : order?.status === 'on_hold' ? (
          <>
            <IconPlayerPause aria-hidden /> On hold
          </>
        ) : (
          <>
            <IconCircleCheck aria-hidden /> Approved
            {decided_name ? ` by ${decided_name}` : ''}
            {decided_at ? `, ${momentText(decided_at)}` : ''}
          </>
        )}
      </h2>
      <p>{orderWords(order, currency)}</p>
      {owes ? (
        <Group>
          <Button
            component={Link}
            to={linkTo('/payments/deposit/:quotationId', {
              quotationId: order?.is_amended ? (order.public_uuid ?? uuid) : uuid,
            })}
            {...(order?.announced.length ? { variant: 'subtle', size: 'sm' } : { size: 'md' })}
          >
            {order?.announced.length ? 'Change this' : 'Pay the deposit'}
          </Button>
        </Group>
      ) : null}
      <PayOpenInvoices of={order?.open_invoices} />
    </section>
  )
}

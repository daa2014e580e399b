import { Button, Group } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconPlayerPause } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { depositLeft, orderWords } from '@/shared/domain/records/order-words'
import type { PageWords } from '@/shared/domain/texts/pages/words'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { linkTo } from '@/shared/lib/address'
import { PayOpenInvoices } from '@/shared/ui/parts/pay-open-invoices'
import { ProofWaits } from '@/shared/ui/parts/proof-waits'
import type { ClientQuotation } from '../api/quotation.query'
import classes from './client-quotation.module.css'

/** The page after the approval: what happened, the state of the order, and the next steps. */
export function WhatNext({ uuid, quotation }: { uuid: string; quotation: ClientQuotation }) {
  const { order, decided_at, decided_name, currency } = quotation
  const words = usePageWords()
  const { say, moment } = words
  const owes = order !== null && isAboveZero(depositLeft(order))
  return (
    <section className={classes.next} aria-label={say('next')}>
      <h2 className={classes.nextTitle}>
        {order?.status === 'cancelled' ? (
          <>
            <IconCircleX aria-hidden /> {say('order_cancelled')}
          </>
        ) : order?.status === 'on_hold' ? (
          <>
            <IconPlayerPause aria-hidden /> {say('order_on_hold')}
          </>
        ) : (
          <>
            <IconCircleCheck aria-hidden /> {approvedWords(decided_name, decided_at && moment(decided_at), say)}
          </>
        )}
      </h2>
      <p>{orderWords(order && { ...order, proof_waits: quotation.proof_waits }, currency, words)}</p>
      {quotation.proof_waits ? <ProofWaits uuid={uuid} /> : null}
      {owes ? (
        <Group>
          <Button
            component={Link}
            to={linkTo('/payments/deposit/:quotationId', {
              quotationId: order?.is_amended ? (order.public_uuid ?? uuid) : uuid,
            })}
            {...(order?.announced.length ? { variant: 'subtle', size: 'sm' } : { size: 'md' })}
          >
            {say(order?.announced.length ? 'change_this' : 'pay_deposit')}
          </Button>
        </Group>
      ) : null}
      <PayOpenInvoices of={order?.open_invoices} />
    </section>
  )
}

function approvedWords(name: string | null, moment: string | null, say: PageWords['say']): string {
  if (name) return moment ? say('approved_by_at', { name, moment }) : say('approved_by', { name })
  return moment ? say('approved_at', { moment }) : say('approved')
}

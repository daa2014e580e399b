import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { owedKey } from '../api/owed.query'
import { AnnouncedTransfers } from './announced-transfers'
import { BackTo } from './back-to'
import classes from './payment.module.css'
import type { Payment } from './use-payment'

/** What is paid and for whom, the transfers that were announced, and what can be done about it. */
export const PaymentPage = ({ of, children }: { of: Payment; children?: ReactNode }) => (
  <div className={classes.page}>
    <p className={classes.company}>{of.owed.company.name}</p>
    <h1 className={classes.title}>{of.heading}</h1>
    <p className={classes.quiet}>{[of.owed.reference, of.owed.title].filter(Boolean).join(' · ')}</p>
    {of.received ? <p className={classes.quiet}>{of.received}</p> : null}
    {of.openInvoices ? <p className={classes.quiet}>{of.openInvoices}</p> : null}
    <Stack mt="lg">
      <AnnouncedTransfers
        announced={of.owed.announced}
        open={of.owed.purpose === 'invoice' ? of.owed.whole : of.owed.deposit}
        queryKey={owedKey(of.uuid)}
        onPayAnyway={of.paysAnyway ? null : of.payAnyway}
      />
      {children}
      <div>
        <BackTo purpose={of.owed.purpose} uuid={of.uuid} />
      </div>
    </Stack>
  </div>
)

import { Anchor, Group, Stack } from '@mantine/core'
import { IconFileInvoice, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavLink, useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { isStaffRole } from '@/shared/domain/people/role'
import { todayOf } from '@/shared/domain/time/today'
import { useCurrentUserOrNull } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { useNow } from '@/shared/hooks/use-now'
import { ownTables, type Portal, portalQuery } from '../api/portal.query'
import { type Tab, tabLabels, tabOf, tabPath, tabs } from '../tabs'
import classes from './my-account.module.css'
import { Overview } from './overview'
import { CreditNotePaper, DeliveryPaper, InvoicePaper, OrderPaper, QuotationPaper, StatementPaper } from './papers'

export type MyAccountProps = {
  /** The tab of the address; otherwise `?tab=` names it. */
  tab?: Tab
  /** The way to pay these invoices with one payment. */
  pay: (portal: Portal) => ReactNode
}

/** The start page of a signed-in client: open points, the debt, and all documents. */
export function MyAccountScreen({ tab, pay }: MyAccountProps) {
  const [search] = useSearchParams()
  const user = useCurrentUserOrNull()
  const shown = tab ?? tabOf(search.get('tab'))
  if (user && isStaffRole(user.rights.role))
    return (
      <PageFrame title="Your account" width="text">
        <EmptyScreen icon={<IconUser stroke={1.5} />} title="This page is for clients">
          The papers of all clients are in the back office.
        </EmptyScreen>
      </PageFrame>
    )
  return (
    <div className={classes.account}>
      <PageFrame title={shown === 'overview' ? 'Your account' : `Your ${tabLabels[shown].toLowerCase()}`} width="text">
        <Group component="nav" className={classes.pages ?? ''} mb="md" aria-label="Your account">
          {tabs.map((each) => (
            <Anchor
              key={each}
              component={NavLink}
              to={tabPath(each)}
              className={classes.page ?? ''}
              aria-current={each === shown ? 'page' : 'false'}
            >
              {tabLabels[each]}
            </Anchor>
          ))}
        </Group>
        {user ? <Account userId={user.id} tab={shown} pay={pay} /> : null}
      </PageFrame>
    </div>
  )
}

function Account({ userId, tab, pay }: { userId: string; tab: Tab; pay: MyAccountProps['pay'] }) {
  const portal = useQuery(portalQuery)
  useLive(portalQuery.queryKey, [{ topic: topics.user(userId), tables: [...ownTables] }])
  const today = todayOf(useNow(60_000))
  if (portal.isPending) return <LineSkeletons count={4} height={88} />
  if (portal.isError) return <Problem onRetry={() => void portal.refetch()}>Your account could not be read</Problem>
  if (portal.data === null)
    return (
      <EmptyScreen icon={<IconFileInvoice stroke={1.5} />} title="Nothing is here yet">
        Your account is not linked to a client of ours. Please call us, and we link it.
      </EmptyScreen>
    )
  return tab === 'overview' ? (
    <Overview portal={portal.data} today={today} pay={pay(portal.data)} />
  ) : (
    <Stack gap="md">{papersOf(tab, portal.data, today, pay(portal.data))}</Stack>
  )
}

const Nothing = ({ title, children }: { title: string; children: string }) => (
  <EmptyScreen icon={<IconFileInvoice stroke={1.5} />} title={title}>
    {children}
  </EmptyScreen>
)

function papersOf(tab: Exclude<Tab, 'overview'>, portal: Portal, today: string, pay: ReactNode): ReactNode {
  switch (tab) {
    case 'quotations':
      return portal.quotations.length === 0 ? (
        <Nothing title="No quotations yet">
          Our quotations to you appear here, with your answer and the deposit.
        </Nothing>
      ) : (
        portal.quotations.map((each) => <QuotationPaper key={each.public_uuid} of={each} today={today} />)
      )
    case 'orders':
      return portal.orders.length === 0 ? (
        <Nothing title="No orders yet">A quotation that you approve becomes an order and appears here.</Nothing>
      ) : (
        portal.orders.map((each) => <OrderPaper key={each.order_number} of={each} today={today} />)
      )
    case 'invoices':
      return portal.invoices.length + portal.credit_notes.length === 0 ? (
        <Nothing title="No invoices yet">All your invoices appear here, open and paid.</Nothing>
      ) : (
        <>
          {pay}
          {portal.invoices.map((each) => (
            <InvoicePaper key={each.id} of={each} />
          ))}
          {portal.credit_notes.map((each) => (
            <CreditNotePaper key={each.number} of={each} />
          ))}
        </>
      )
    case 'deliveries':
      return portal.deliveries.length === 0 ? (
        <Nothing title="Nothing was delivered to you yet">
          Each delivery has its note here, as a page and as a PDF.
        </Nothing>
      ) : (
        portal.deliveries.map((each) => <DeliveryPaper key={each.number} of={each} />)
      )
    case 'statements':
      return portal.statements.length === 0 ? (
        <Nothing title="No statements yet">
          A statement lists your invoices and payments of a period. It appears here when we make one.
        </Nothing>
      ) : (
        portal.statements.map((each) => <StatementPaper key={each.number} of={each} />)
      )
  }
}

import { Anchor, Group, Select, Stack } from '@mantine/core'
import { IconFileInvoice, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { NavLink, useSearchParams } from 'react-router-dom'
import { ClientPage } from '@/kit/client-page/client-page'
import { isStaffRole } from '@/shared/domain/people/role'
import { todayOf } from '@/shared/domain/time/today'
import { useCurrentUserOrNull } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { useNow } from '@/shared/hooks/use-now'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { keptContact, type Portal, portalQuery } from '../api/portal.query'
import { type Tab, tabOf, tabPath, tabs, tabTitles } from '../tabs'
import { useLivePortal } from '../use-live-portal'
import { portalParts, usePortalWords } from '../use-portal-words'
import classes from './my-account.module.css'
import { Briefs, MessagePaper, PaymentPaper, ProofPaper } from './more-papers'
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
  return user ? <Account userId={user.id} tab={shown} pay={pay} /> : null
}

type AccountProps = { userId: string; tab: Tab; pay: MyAccountProps['pay'] }

function Account({ userId, tab, pay }: AccountProps) {
  const kept = keptContact(userId)
  const [chosen, setChosen] = useState(() => kept.read())
  const portal = useQuery({ ...portalQuery(chosen), placeholderData: keepPreviousData })
  useLivePortal()
  if (portal.isPending) return <LineSkeletons count={4} height={88} />
  const onRetry = portal.data === undefined ? () => void portal.refetch() : null
  return (
    <ClientPage parts={portalParts} own={portal.data?.client_language} company={portal.data?.language}>
      <AccountPage
        portal={portal.data ?? null}
        tab={tab}
        pay={pay}
        onRetry={onRetry}
        onContact={(id) => {
          kept.keep(id)
          setChosen(id)
        }}
      />
    </ClientPage>
  )
}

type AccountPageProps = {
  /** Null for an account without a client, and where it could not be read. */
  portal: Portal | null
  tab: Tab
  pay: MyAccountProps['pay']
  /** Given where it could not be read. */
  onRetry: (() => void) | null
  /** Shows the papers of that contact of theirs. */
  onContact: (id: string) => void
}

function AccountPage({ portal, tab, pay, onRetry, onContact }: AccountPageProps) {
  const { say } = usePortalWords()
  useRecordTitle(say(tabTitles[tab]))
  return (
    <div className={classes.account}>
      <PageFrame title={say(tabTitles[tab])} width="text">
        <Group component="nav" className={classes.pages ?? ''} mb="md" aria-label={say('your_account')}>
          {tabs.map((each) => (
            <Anchor
              key={each}
              component={NavLink}
              to={tabPath(each)}
              className={classes.page ?? ''}
              aria-current={each === tab ? 'page' : 'false'}
            >
              {say(each)}
            </Anchor>
          ))}
        </Group>
        {portal && portal.contacts.length > 1 ? (
          <Select
            mb="md"
            maw="24rem"
            label={say('papers_of')}
            allowDeselect={false}
            data={portal.contacts.map(({ id, name }) => ({ value: id, label: name }))}
            value={portal.contact_id ?? null}
            onChange={(id) => id && onContact(id)}
          />
        ) : null}
        <Shown portal={portal} tab={tab} pay={pay} onRetry={onRetry} />
      </PageFrame>
    </div>
  )
}

function Shown({ portal, tab, pay, onRetry }: Omit<AccountPageProps, 'onContact'>) {
  const words = usePortalWords()
  const { say, page } = words
  const today = todayOf(useNow(60_000))
  if (onRetry)
    return (
      <Problem again={page.say('try_again')} onRetry={onRetry}>
        {say('account_unread')}
      </Problem>
    )
  if (portal === null)
    return (
      <EmptyScreen icon={<IconFileInvoice stroke={1.5} />} title={say('nothing_yet')}>
        {say('not_linked')}
      </EmptyScreen>
    )
  if (tab === 'overview') return <Overview portal={portal} today={today} pay={pay(portal)} />
  const papers = papersOf(tab, portal, today, pay(portal))
  return (
    <Stack gap="md">
      {papers ?? (
        <EmptyScreen icon={<IconFileInvoice stroke={1.5} />} title={say(`no_${tab}`)}>
          {say(`no_${tab}_text`)}
        </EmptyScreen>
      )}
    </Stack>
  )
}

const listed = (papers: ReactNode[]): ReactNode => (papers.length === 0 ? null : papers)

/** The papers of a tab; null without any. */
function papersOf(tab: Exclude<Tab, 'overview'>, portal: Portal, today: string, pay: ReactNode): ReactNode {
  switch (tab) {
    case 'quotations':
      return listed(portal.quotations.map((each) => <QuotationPaper key={each.public_uuid} of={each} today={today} />))
    case 'orders':
      return listed(portal.orders.map((each) => <OrderPaper key={each.order_number} of={each} today={today} />))
    case 'invoices':
      return portal.invoices.length + portal.credit_notes.length === 0 ? null : (
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
      return listed(portal.deliveries.map((each) => <DeliveryPaper key={each.number} of={each} />))
    case 'proofs':
      return portal.proofs.length + portal.briefs.length === 0 ? null : (
        <>
          {portal.proofs.map((each) => (
            <ProofPaper key={each.job_id} of={each} />
          ))}
          <Briefs of={portal.briefs} />
        </>
      )
    case 'payments':
      return listed(portal.payments.map((each) => <PaymentPaper key={each.number ?? each.received_on} of={each} />))
    case 'messages':
      return listed(portal.messages.map((each) => <MessagePaper key={each.public_uuid} of={each} />))
    case 'statements':
      return listed(portal.statements.map((each) => <StatementPaper key={each.number} of={each} />))
  }
}

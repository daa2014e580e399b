import { Anchor, Badge, Button, Group, Skeleton, Stack, Tabs } from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { contactKindOf, contactName } from '@/shared/domain/people/contact'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { currentFormats } from '@/shared/domain/text/formats'
import { useCurrentUser, useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { AsOf, useKeptReads } from '@/kit/kept-reads/use-kept-reads'
import { ReceiverPanel } from '@/kit/network/receiver-panel'
import { WayBack } from '@/kit/record/way-back'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { contactQuery } from '../api/contact.query'
import { contactsKey } from '../api/contacts.query'
import { useLivePages } from '../use-live-pages'
import { ArchiveButton } from './archive-button'
import { BankAccounts } from './bank-accounts/bank-accounts'
import { ContactDetails } from './contact-details'
import { Exemptions } from './exemptions'
import classes from './contacts.module.css'
import { ContactMoney } from './contact-money'
import { MayBeDouble } from './merge/may-be-double'
import { NotThere } from './not-there'
import { OnStop } from './on-stop'
import { Papers } from './contact-documents'
import { Relations } from './relations'
import { Sites } from './sites'
import { Timeline } from './timeline'
import { linkTo } from '@/shared/lib/address'

/** /contacts/people/{id} and /contacts/business/{id}: everything about one contact, live. */
export function ContactScreen({ id }: { id: string }) {
  const rights = useRights()
  const me = useCurrentUser().id
  const [search, setSearch] = useSearchParams()
  const contact = useQuery(contactQuery(id))
  useRecordTitle(contact.data ? contactName(contact.data) : null)
  useLivePages('contacts', 'locations', 'quotations', 'orders', 'deliveries', 'invoices', 'payments', 'tasks')

  // What is owed and the bank accounts stay with the server.
  useKeptReads(
    ['card', 'relations', 'sites', 'timeline'].map((what) => [...contactsKey, what, id]),
    contact.isSuccess,
  )

  if (contact.isPending) return <CardSkeleton />
  if (contact.isError && !contact.data) {
    return (
      <PageFrame title="Contact">
        <Problem onRetry={() => void contact.refetch()}>This contact could not be read</Problem>
      </PageFrame>
    )
  }
  if (!contact.data) return <NotThere id={id} />

  const card = contact.data
  const kind = contactKindOf(card.type)
  const mayEdit = can(rights, 'contacts', 'edit')
  // The card of an account belongs to its owner: others change it when they manage users.
  const mayChange =
    mayEdit && (card.user_id === null || card.user_id === me || hasPermission(rights, 'manage_user_roles'))
  const tabs = [
    { value: 'overview', label: 'Overview', shown: true },
    { value: 'relations', label: kind === 'Business' ? 'People & relations' : 'Relations', shown: true },
    { value: 'sites', label: 'Sites', shown: true },
    { value: 'quotations', label: 'Quotations', shown: can(rights, 'quotations', 'view') },
    { value: 'orders', label: 'Orders', shown: can(rights, 'orders', 'view') },
    { value: 'deliveries', label: 'Deliveries', shown: can(rights, 'deliveries', 'view') },
    { value: 'invoices', label: 'Invoices', shown: can(rights, 'invoices', 'view') },
    { value: 'tasks', label: 'Tasks', shown: can(rights, 'tasks', 'view') },
    { value: 'exemptions', label: 'Exemptions', shown: currentFormats().tax_kind === 'sales_tax' },
    { value: 'bank', label: 'Bank accounts', shown: mayEdit },
  ].filter(({ shown }) => shown)
  const wanted = search.get('tab')
  const tab = tabs.some(({ value }) => value === wanted) ? wanted : 'overview'

  return (
    <PageFrame
      title={contactName(card)}
      above={<WayBack label="Contacts" href={linkTo('/contacts')} />}
      lead={
        <Group component="span" gap="xs" mt={4}>
          <Badge variant="default">{kind}</Badge>
          {card.archived_at ? <Badge color="gray">Archived</Badge> : null}
          {card.profile === 'pending_verification' ? (
            <>
              <Badge color="yellow">Waits for approval</Badge>
              {rights.role === 'admin' ? (
                <Anchor component={Link} to={linkTo('/admin/user-verification')} size="sm">
                  Approve or refuse
                </Anchor>
              ) : null}
            </>
          ) : null}
          {kind === 'Person' && card.company ? <span>{card.company}</span> : null}
        </Group>
      }
      actions={
        <>
          {card.archived_at === null && can(rights, 'quotations', 'create') ? (
            <Button component={Link} to={`${linkTo('/quotations')}?dialog=new&client=${id}`}>
              New quotation
            </Button>
          ) : null}
          {card.archived_at === null && can(rights, 'invoices', 'create') ? (
            <Button variant="default" component={Link} to={`${linkTo('/invoices')}?dialog=new&client=${id}`}>
              New invoice
            </Button>
          ) : null}
          {card.on_stop ? null : <OnStop id={id} onStop={false} mayEdit={mayEdit} />}
          {can(rights, 'statements', 'view') ? (
            <Button
              variant="default"
              component={Link}
              to={linkTo('/statements/:id', { id })}
              leftSection={<IconReportMoney size={18} aria-hidden />}
            >
              Statement
            </Button>
          ) : null}
        </>
      }
    >
      <AsOf read={contact} what="the card" meanwhile="It can be changed once there is one." />
      {card.on_stop ? <OnStop id={id} onStop mayEdit={mayEdit} /> : null}
      {can(rights, 'statements', 'view') ? (
        <ContactMoney id={id} limit={card.credit_limit} currency={card.currency} />
      ) : null}
      {tab === 'overview' && mayEdit && can(rights, 'contacts', 'delete') ? <MayBeDouble card={card} /> : null}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => setSearch(value && value !== 'overview' ? { tab: value } : {}, { replace: true })}
      >
        <Tabs.List className={classes.tabs} mb="lg">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} ref={value === tab ? showInRow : null}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <div className={page.columns}>
            <Stack>
              <ContactDetails card={card} mayEdit={mayChange} />
              <ReceiverPanel contactId={id} mayEdit={mayEdit} />
              <Group justify="space-between">
                {mayChange ? <ArchiveButton id={id} archived={card.archived_at !== null} /> : <span />}
                {rights.role === 'admin' ? (
                  <Anchor component={Link} to={linkTo('/audit-logs/:id', { id })} size="sm" data-apart>
                    History
                  </Anchor>
                ) : null}
              </Group>
            </Stack>
            <Timeline id={id} mayEdit={mayEdit} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="relations">
          <Relations card={card} mayEdit={mayEdit} />
        </Tabs.Panel>
        <Tabs.Panel value="sites">
          <Sites id={id} />
        </Tabs.Panel>
        {(['quotation', 'order', 'delivery', 'invoice', 'task'] as const).map((paper) => (
          <Tabs.Panel key={paper} value={paper === 'delivery' ? 'deliveries' : `${paper}s`}>
            <Papers id={id} kind={paper} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="exemptions">
          <Exemptions id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="bank">
          <BankAccounts card={card} />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}

/** Scrolls the open tab into view in its row, which is wider than a phone. The page does not scroll. */
function showInRow(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

const CardSkeleton = () => (
  <PageFrame title="Contact">
    <Stack aria-hidden>
      <Skeleton height={40} />
      <Skeleton height={260} />
    </Stack>
  </PageFrame>
)

import { Anchor, Badge, Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { AsOf, useKeptReads } from '@/kit/kept-reads/use-kept-reads'
import { WayBack } from '@/kit/record/way-back'
import { contactKindOf, contactName } from '@/shared/domain/people/contact'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { type ContactCardRow, contactQuery } from '../api/contact.query'
import { contactsKey } from '../api/contacts.query'
import { useLivePages } from '../use-live-pages'
import { ContactMoney } from './contact-money'
import { ContactTabs, useContactTab } from './contact-tabs'
import { MayBeDouble } from './merge/may-be-double'
import { NotThere } from './not-there'
import { OnStop } from './on-stop'

/** /contacts/people/{id} and /contacts/business/{id}: everything about one contact, live. */
export function ContactScreen({ id }: { id: string }) {
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

  return (
    <Contact
      card={contact.data}
      asOf={<AsOf read={contact} what="the card" meanwhile="It can be changed once there is one." />}
    />
  )
}

/** `asOf`: that the card is shown as it was kept. */
function Contact({ card, asOf }: { card: ContactCardRow; asOf: ReactNode }) {
  const rights = useRights()
  const tab = useContactTab(card)
  const mayEdit = can(rights, 'contacts', 'edit')
  return (
    <PageFrame
      title={contactName(card)}
      above={<WayBack label="Contacts" href={linkTo('/contacts')} />}
      lead={<Lead card={card} />}
      actions={<Actions card={card} />}
    >
      {asOf}
      {card.on_stop ? <OnStop id={card.id} onStop mayEdit={mayEdit} /> : null}
      {can(rights, 'statements', 'view') ? (
        <ContactMoney id={card.id} limit={card.credit_limit} currency={card.currency} />
      ) : null}
      {tab === 'overview' && mayEdit && can(rights, 'contacts', 'delete') ? <MayBeDouble card={card} /> : null}
      <ContactTabs card={card} tab={tab} />
    </PageFrame>
  )
}

/** What kind of contact it is, and whether its account waits for approval. */
function Lead({ card }: { card: ContactCardRow }) {
  const rights = useRights()
  const kind = contactKindOf(card.type)
  return (
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
  )
}

/** What is made for the contact most often. */
function Actions({ card }: { card: ContactCardRow }) {
  const rights = useRights()
  return (
    <>
      {card.archived_at === null && can(rights, 'quotations', 'create') ? (
        <Button component={Link} to={`${linkTo('/quotations')}?dialog=new&client=${card.id}`}>
          New quotation
        </Button>
      ) : null}
      {card.archived_at === null && can(rights, 'invoices', 'create') ? (
        <Button variant="default" component={Link} to={`${linkTo('/invoices')}?dialog=new&client=${card.id}`}>
          New invoice
        </Button>
      ) : null}
      {card.on_stop ? null : <OnStop id={card.id} onStop={false} mayEdit={can(rights, 'contacts', 'edit')} />}
      {can(rights, 'statements', 'view') ? (
        <Button
          variant="default"
          component={Link}
          to={linkTo('/statements/:id', { id: card.id })}
          leftSection={<IconReportMoney size={18} aria-hidden />}
        >
          Statement
        </Button>
      ) : null}
    </>
  )
}

const CardSkeleton = () => (
  <PageFrame title="Contact">
    <Stack aria-hidden>
      <Skeleton height={40} />
      <Skeleton height={260} />
    </Stack>
  </PageFrame>
)

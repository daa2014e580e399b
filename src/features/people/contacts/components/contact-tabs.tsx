import { Anchor, Group, Stack, Tabs } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'
import { ReceiverPanel } from '@/kit/network/receiver-panel'
import { contactKindOf } from '@/shared/domain/people/contact'
import { can, hasPermission, type Rights } from '@/shared/domain/people/permission'
import { currentFormats } from '@/shared/domain/text/formats'
import { useCurrentUser, useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import page from '@/shared/ui/page/record-page.module.css'
import type { ContactCardRow } from '../api/contact.query'
import { ArchiveButton } from './archive-button'
import { BankAccounts } from './bank-accounts/bank-accounts'
import { ContactDetails } from './contact-details'
import { Papers } from './contact-documents'
import classes from './contacts.module.css'
import { Exemptions } from './exemptions'
import { Relations } from './relations'
import { Sites } from './sites'
import { Timeline } from './timeline'

/** The tabs of a contact that this person may see. */
const tabsOf = (card: ContactCardRow, rights: Rights) =>
  [
    { value: 'overview', label: 'Overview', shown: true },
    {
      value: 'relations',
      label: contactKindOf(card.type) === 'Business' ? 'People & relations' : 'Relations',
      shown: true,
    },
    { value: 'sites', label: 'Sites', shown: true },
    { value: 'quotations', label: 'Quotations', shown: can(rights, 'quotations', 'view') },
    { value: 'orders', label: 'Orders', shown: can(rights, 'orders', 'view') },
    { value: 'deliveries', label: 'Deliveries', shown: can(rights, 'deliveries', 'view') },
    { value: 'invoices', label: 'Invoices', shown: can(rights, 'invoices', 'view') },
    { value: 'tasks', label: 'Tasks', shown: can(rights, 'tasks', 'view') },
    { value: 'exemptions', label: 'Exemptions', shown: currentFormats().tax_kind === 'sales_tax' },
    { value: 'bank', label: 'Bank accounts', shown: can(rights, 'contacts', 'edit') },
  ].filter(({ shown }) => shown)

/** The tab that the address names, where this person may see it; else the overview. */
export function useContactTab(card: ContactCardRow): string {
  const rights = useRights()
  const [search] = useSearchParams()
  return tabsOf(card, rights).find(({ value }) => value === search.get('tab'))?.value ?? 'overview'
}

/** Everything about a contact, in tabs. */
export function ContactTabs({ card, tab }: { card: ContactCardRow; tab: string }) {
  const rights = useRights()
  const [, setSearch] = useSearchParams()
  const mayEdit = can(rights, 'contacts', 'edit')
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(value) => setSearch(value && value !== 'overview' ? { tab: value } : {}, { replace: true })}
    >
      <Tabs.List className={classes.tabs} mb="lg">
        {tabsOf(card, rights).map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} ref={value === tab ? showInRow : null}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="overview">
        <Overview card={card} />
      </Tabs.Panel>
      <Tabs.Panel value="relations">
        <Relations card={card} mayEdit={mayEdit} />
      </Tabs.Panel>
      <Tabs.Panel value="sites">
        <Sites id={card.id} />
      </Tabs.Panel>
      {(['quotation', 'order', 'delivery', 'invoice', 'task'] as const).map((paper) => (
        <Tabs.Panel key={paper} value={paper === 'delivery' ? 'deliveries' : `${paper}s`}>
          <Papers id={card.id} kind={paper} />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="exemptions">
        <Exemptions id={card.id} />
      </Tabs.Panel>
      <Tabs.Panel value="bank">
        <BankAccounts card={card} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Overview({ card }: { card: ContactCardRow }) {
  const rights = useRights()
  const me = useCurrentUser().id
  const mayEdit = can(rights, 'contacts', 'edit')
  // The card of an account belongs to its owner: others change it when they manage users.
  const mayChange =
    mayEdit && (card.user_id === null || card.user_id === me || hasPermission(rights, 'manage_user_roles'))
  return (
    <div className={page.columns}>
      <Stack>
        <ContactDetails card={card} mayEdit={mayChange} />
        <ReceiverPanel contactId={card.id} mayEdit={mayEdit} />
        <Group justify="space-between">
          {mayChange ? <ArchiveButton id={card.id} archived={card.archived_at !== null} /> : <span />}
          {rights.role === 'admin' ? (
            <Anchor component={Link} to={linkTo('/audit-logs/:id', { id: card.id })} size="sm" data-apart>
              History
            </Anchor>
          ) : null}
        </Group>
      </Stack>
      <Timeline id={card.id} mayEdit={mayEdit} />
    </div>
  )
}

/** Scrolls the open tab into view in its row, which is wider than a phone. The page does not scroll. */
function showInRow(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

import { ActionIcon, Anchor, Button, Group, Skeleton, Switch, Table, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { contactName, isRelation, relations } from '@/shared/domain/people/contact'
import { hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import list from '@/shared/ui/page/record-list.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type ContactCardRow, type RelationRow, relationsQuery } from '../api/contact.query'
import { removeRelation, setReadsPapers } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { linkTo } from '@/shared/lib/address'
import { cardLink } from '../card-link'
import { PapersOfBefore } from './papers-of-before'

/** The relations by which a person may buy for a business. */
const worksFor: ReadonlySet<string> = new Set(['works_for', 'owner', 'accounts', 'site_manager'])

/** The relations whose people can be let read the papers of the business (decision 0936). */
const readers: ReadonlySet<string> = new Set(['works_for', 'owner', 'accounts'])

type RelationsProps = { card: ContactCardRow; mayEdit: boolean }

/** The relations of a contact, from its side. */
export function Relations({ card, mayEdit }: RelationsProps) {
  const queryClient = useQueryClient()
  const found = useQuery(relationsQuery(card.id))
  const removing = useActMutation({
    mutationFn: removeRelation,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contactsKey }),
  })
  return (
    <>
      {mayEdit ? (
        <Group mb="md">
          <Add to={linkTo('/contacts/add-relation/:id', { id: card.id })}>
            {card.type === 'Business' ? 'Add a person' : 'Add a relation'}
          </Add>
          {card.type === 'Business' ? (
            <Add to={linkTo('/contacts/add-business-relation/:id', { id: card.id })}>Add a business relation</Add>
          ) : null}
        </Group>
      ) : null}
      {found.isError ? <Problem onRetry={() => void found.refetch()}>The relations could not be read</Problem> : null}
      {removing.isError ? <Problem>{saveProblem(removing.error)}</Problem> : null}
      {found.data ? <Before card={card} rows={found.data} /> : null}
      {found.isPending ? <Skeleton height={120} aria-hidden /> : null}
      {found.data?.length === 0 ? <Text c="dimmed">No relations yet.</Text> : null}
      {found.data?.length ? (
        <Table aria-label="Relations" className={list.table}>
          <Table.Tbody>
            {found.data.map((row) => (
              <RelationLine
                key={row.id}
                card={card}
                row={row}
                {...(mayEdit ? { onRemove: () => removing.mutate(row.id) } : {})}
                isBusy={removing.isPending && removing.variables === row.id}
              />
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </>
  )
}

type RelationLineProps = { card: ContactCardRow; row: RelationRow; onRemove?: () => void; isBusy: boolean }

/** One relation, with its way to the other card. */
function RelationLine({ card, row, onRemove, isBusy }: RelationLineProps) {
  const { id, relation, direction, other, reads_papers } = row
  return (
    <Table.Tr>
      <Table.Td>
        <span className={list.below}>{isRelation(relation) ? relations[relation][direction] : relation}</span>
        <Anchor component={Link} to={cardLink(other)}>
          {contactName(other)}
        </Anchor>
      </Table.Td>
      <Table.Td visibleFrom="sm">{other.email}</Table.Td>
      <Table.Td visibleFrom="sm">{other.phone ?? other.mobile}</Table.Td>
      <Table.Td>
        {mayReadPapers(card, row) ? <PapersInAccount id={id} name={contactName(other)} reads={reads_papers} /> : null}
      </Table.Td>
      <Table.Td w={52}>
        {onRemove ? (
          <ActionIcon
            size="lg"
            aria-label={`Remove the relation with ${contactName(other)}`}
            loading={isBusy}
            onClick={onRemove}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        ) : null}
      </Table.Td>
    </Table.Tr>
  )
}

/** Only a person who works for a business, owns it or does its accounts can be let read its papers. */
const mayReadPapers = (card: ContactCardRow, { relation, direction, other }: RelationRow) =>
  readers.has(relation) &&
  (direction === 'forth' ? [card, other] : [other, card]).map(({ type }) => type).join() === 'Person,Business'

type PapersInAccountProps = { id: string; name: string; reads: boolean }

/** Whether that person reads the papers of the business in their own account. Who gives roles changes it. */
function PapersInAccount({ id, name, reads }: PapersInAccountProps) {
  const queryClient = useQueryClient()
  const isManager = hasPermission(useRights(), 'manage_user_roles')
  const setting = useActMutation({
    mutationFn: () => setReadsPapers(id, !reads),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contactsKey }),
  })
  if (!isManager) return reads ? <Text size="sm">Reads and pays the papers</Text> : null
  return (
    <>
      <Switch
        label="Reads and pays the papers"
        aria-label={`Reads and pays the papers: ${name}`}
        description="Quotations, orders, invoices and statements of the business, in their own account"
        checked={reads}
        disabled={setting.isPending}
        onChange={() => setting.mutate()}
      />
      {setting.isError ? <Problem>{saveProblem(setting.error)}</Problem> : null}
    </>
  )
}

type BeforeProps = { card: ContactCardRow; rows: readonly RelationRow[] }

/** The papers of a person who is linked to a business, on the card of either. */
function Before({ card, rows }: BeforeProps) {
  const linked = rows.filter(
    ({ relation, other, direction }) =>
      worksFor.has(relation) && (direction === 'forth' ? other : card).type === 'Business',
  )
  if (card.type === 'Business')
    return (
      <PapersOfBefore
        people={linked
          .filter(({ other }) => other.type === 'Person')
          .map(({ other, is_primary }) => ({ ...other, buysFor: is_primary }))}
        business={contactName(card)}
      />
    )
  const main = linked.find(({ is_primary }) => is_primary) ?? linked[0]
  return main ? (
    <PapersOfBefore people={[{ ...card, buysFor: main.is_primary }]} business={contactName(main.other)} />
  ) : null
}

const Add = ({ to, children }: { to: string; children: string }) => (
  <Button component={Link} to={to} variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />}>
    {children}
  </Button>
)

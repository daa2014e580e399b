import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { contactName } from '@/shared/domain/people/contact'
import { countText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { sayTheyAreTwo } from '@/features/people/contacts/api/duplicates.mutation'
import { type DuplicatePair, duplicatesKey, duplicatesQuery } from '@/features/people/contacts/api/duplicates.query'
import { useLiveDuplicates } from '@/features/people/contacts/use-live-pages'
import classes from './merge.module.css'
import { linkTo } from '@/shared/lib/address'
import { cardLink, mergeLink } from '@/features/people/contacts/card-link'

const reasonWords: Record<string, string> = { vat: 'Same tax number', email: 'Same email', name: 'Similar name' }

/** /contacts?view=duplicates: pairs that may be one contact, the surest first. */
export function DuplicatesScreen() {
  const queryClient = useQueryClient()
  const rights = useRights()
  const mayMerge = can(rights, 'contacts', 'edit') && can(rights, 'contacts', 'delete')
  const found = useQuery(duplicatesQuery)
  useLiveDuplicates()
  const parting = useActMutation({
    mutationFn: ({ one, other }: DuplicatePair) => sayTheyAreTwo(one.id, other.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: duplicatesKey }),
  })
  const total = found.data?.total ?? 0
  const shown = found.data?.pairs.length ?? 0
  return (
    <PageFrame
      title="Duplicates"
      lead={
        total > shown
          ? `The ${shown} surest of ${countText(total)} pairs that may be one contact`
          : 'Pairs that may be one contact'
      }
      actions={
        <Button variant="default" component={Link} to={linkTo('/contacts')}>
          All contacts
        </Button>
      }
    >
      {found.isError ? <Problem onRetry={() => void found.refetch()}>The duplicates could not be read</Problem> : null}
      {parting.isError ? <Problem>{saveProblem(parting.error)}</Problem> : null}
      {found.isPending ? <LineSkeletons count={4} height={110} /> : null}
      {found.data && shown === 0 ? (
        <EmptyScreen icon={<IconUsersGroup stroke={1.5} />} title="No duplicates">
          No two contacts share an email, a tax number or much the same name.
        </EmptyScreen>
      ) : null}
      <ul className={classes.pairs} aria-label="Pairs">
        {found.data?.pairs.map((pair) => (
          <li key={`${pair.one.id}${pair.other.id}`} className={classes.pair}>
            <Contact contact={pair.one} />
            <Contact contact={pair.other} />
            <div className={classes.verdict}>
              <Group gap={6}>
                {pair.reasons.map((reason) => (
                  <Badge key={reason} variant="default" size="sm">
                    {reasonWords[reason] ?? reason}
                  </Badge>
                ))}
              </Group>
              <Group gap="xs" wrap="nowrap">
                {can(rights, 'contacts', 'edit') ? (
                  <Button
                    variant="subtle"
                    color="gray"
                    size="xs"
                    loading={parting.isPending && parting.variables === pair}
                    onClick={() => parting.mutate(pair)}
                  >
                    They are two
                  </Button>
                ) : null}
                {mayMerge ? (
                  <Button component={Link} to={mergeLink(pair.one, pair.other.id)} size="xs" variant="default">
                    Compare
                  </Button>
                ) : null}
              </Group>
            </div>
          </li>
        ))}
      </ul>
    </PageFrame>
  )
}

function Contact({ contact }: { contact: DuplicatePair['one'] }) {
  const { type, company, email, phone, mobile, vat_number, city } = contact
  const rest = [type === 'Person' ? company : null, email, phone ?? mobile, vat_number, city]
  return (
    <div>
      <Anchor component={Link} to={cardLink(contact)} fw={550} className={classes.wrap}>
        {contactName(contact)}
      </Anchor>
      <Text size="sm" c="dimmed" className={classes.wrap}>
        {rest.filter(Boolean).join(' · ') || 'Nothing else is known'}
      </Text>
    </div>
  )
}

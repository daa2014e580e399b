import { Button, Skeleton } from '@mantine/core'
import { IconAddressBookOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { NoRight } from '@/shared/ui/page/no-access'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { contactQuery } from '@/features/people/contacts/api/contact.query'
import { useLivePages } from '@/features/people/contacts/use-live-pages'
import { MergeForm } from './merge-form'
import { linkTo } from '@/shared/lib/address'

type MergeScreenProps = { one: string; other: string }

/** /contacts/people/{id}?merge={other}: two cards side by side, to become one. */
export function MergeScreen({ one, other }: MergeScreenProps) {
  const rights = useRights()
  const first = useQuery(contactQuery(one))
  const second = useQuery(contactQuery(other))
  useLivePages('contacts', 'locations', 'quotations', 'deliveries', 'tasks')
  const mayMerge = can(rights, 'contacts', 'edit') && can(rights, 'contacts', 'delete')
  const actions = (
    <Button variant="default" component={Link} to={`${linkTo('/contacts')}?view=duplicates`}>
      All duplicates
    </Button>
  )

  if (!mayMerge) {
    return <NoRight title="Merge Contacts">Merging needs the rights to edit and to delete contacts.</NoRight>
  }
  if (first.isError || second.isError) {
    return (
      <PageFrame title="Merge Contacts" actions={actions}>
        <Problem onRetry={() => void Promise.all([first.refetch(), second.refetch()])}>
          The two contacts could not be read
        </Problem>
      </PageFrame>
    )
  }
  if (first.isPending || second.isPending) {
    return (
      <PageFrame title="Merge Contacts" actions={actions}>
        <Skeleton height={420} aria-hidden />
      </PageFrame>
    )
  }
  if (!first.data || !second.data || one === other) {
    return (
      <EmptyScreen
        whole
        icon={<IconAddressBookOff stroke={1.5} />}
        title="There are not two contacts here"
        actions={actions}
      >
        One of them is gone, or somebody merged them already.
      </EmptyScreen>
    )
  }
  return (
    <PageFrame
      title="Merge Contacts"
      lead="Choose which card stays and which values it has. All records of the other one move to it."
      actions={actions}
    >
      <MergeForm cards={{ one: first.data, other: second.data }} />
    </PageFrame>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { IconAddressBookOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { can } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { NotYours } from '@/shared/ui/not-yours'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { contactQuery } from '../api/contact.query'
import { useLivePages } from '../use-live-pages'
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
    return <NotYours title="Merge Contacts">Merging needs the rights to edit and to delete contacts.</NotYours>
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
      lead="Choose which card stays and which values it has. Whatever hangs on the other one moves over."
      actions={actions}
    >
      <MergeForm cards={{ one: first.data, other: second.data }} />
    </PageFrame>
  )
}

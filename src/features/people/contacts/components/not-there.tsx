import { Button } from '@mantine/core'
import { IconAddressBookOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router-dom'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { mergedIntoQuery } from '../api/duplicates.query'
import { linkTo } from '@/shared/lib/address'
import { cardLink } from '../card-link'

/** Shown for a missing contact: a link to the card it was merged into, or a message. */
export function NotThere({ id }: { id: string }) {
  const merged = useQuery(mergedIntoQuery(id))
  if (merged.isPending) return null
  if (merged.data) return <Navigate replace to={cardLink(merged.data)} />
  return (
    <EmptyScreen
      whole
      icon={<IconAddressBookOff stroke={1.5} />}
      title="This contact is not here"
      actions={
        <Button component={Link} to={linkTo('/contacts')} variant="default">
          All contacts
        </Button>
      }
    >
      It may have been removed.
    </EmptyScreen>
  )
}

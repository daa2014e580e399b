import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'

/** Admins read every change of a record in the audit trail. */
export function TrailLink({ id }: { id: string }) {
  if (useRights().role !== 'admin') return null
  return (
    <Anchor component={Link} to={linkTo('/audit-logs/:id', { id })} size="sm" display="inline-block" mt="xs" data-apart>
      History
    </Anchor>
  )
}

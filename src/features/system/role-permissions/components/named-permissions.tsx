import { Checkbox, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isStaffRole, type Role } from '@/shared/domain/people/role'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { heldPermissionsQuery, namedPermissionsQuery } from '../api/role-permissions.query'
import { useSaveHeldPermission } from '../use-save-permissions'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import classes from './role-permissions.module.css'

type NamedPermissionsProps = { role: Role; search: string; isLocked: boolean }

/** The rights without a page (spec 2 §6). Only admins see and grant those of other roles. */
export function NamedPermissions({ role, search, isLocked }: NamedPermissionsProps) {
  const own = useRights().role
  const mayRead = own === 'admin' || (own === role && isStaffRole(own))
  return (
    <section aria-labelledby="named-permissions">
      <Title order={2} id="named-permissions" mb={4}>
        Named permissions
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {isLocked ? 'Only admins hand these out.' : 'Rights that belong to no page.'}
      </Text>
      {mayRead ? <NamedList role={role} search={search} isLocked={isLocked} /> : null}
    </section>
  )
}

function NamedList({ role, search, isLocked }: NamedPermissionsProps) {
  const names = useQuery(namedPermissionsQuery)
  const held = useQuery(heldPermissionsQuery(role))
  const save = useSaveHeldPermission(role)
  const wanted = search.trim().toLowerCase()

  if (names.isPending || held.isPending) return <NamedSkeleton height={240} label="Reading the named permissions" />
  if (!names.data || !held.data)
    return (
      <Problem onRetry={() => void Promise.all([names.refetch(), held.refetch()])}>
        The named permissions could not be read
      </Problem>
    )
  const shown = names.data.filter(({ name, description }) =>
    `${name.replaceAll('_', ' ')} ${name} ${description ?? ''}`.toLowerCase().includes(wanted),
  )
  if (shown.length === 0) return <Text c="dimmed">No named permission holds these words.</Text>
  return (
    <div className={classes.names}>
      {shown.map(({ id, name, description }) => (
        <Checkbox
          key={id}
          label={description ?? name.replaceAll('_', ' ')}
          description={name}
          checked={held.data.includes(id)}
          disabled={isLocked}
          onChange={(event) => save(id, event.currentTarget.checked)}
        />
      ))}
    </div>
  )
}

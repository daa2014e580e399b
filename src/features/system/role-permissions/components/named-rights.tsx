import { Checkbox, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isStaffRole, type Role } from '@/shared/domain/role'
import { useRights } from '@/shared/ui/current-user'
import { Problem } from '@/shared/ui/problem'
import { heldRightsQuery, namedRightsQuery } from '../api/role-rights.query'
import { useSaveHeldRight } from '../use-save-rights'
import { NamedSkeleton } from '@/shared/ui/named-skeleton'
import classes from './role-permissions.module.css'

type NamedRightsProps = { role: Role; search: string; isLocked: boolean }

/** The rights that belong to no page (spec 2 §6). Only admins see those of other roles, and only they hand them out. */
export function NamedRights({ role, search, isLocked }: NamedRightsProps) {
  const own = useRights().role
  const mayRead = own === 'admin' || (own === role && isStaffRole(own))
  return (
    <section aria-labelledby="named-rights">
      <Title order={2} id="named-rights" mb={4}>
        Named rights
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {isLocked ? 'Only admins hand these out.' : 'Rights that belong to no page.'}
      </Text>
      {mayRead ? <NamedList role={role} search={search} isLocked={isLocked} /> : null}
    </section>
  )
}

function NamedList({ role, search, isLocked }: NamedRightsProps) {
  const names = useQuery(namedRightsQuery)
  const held = useQuery(heldRightsQuery(role))
  const save = useSaveHeldRight(role)
  const wanted = search.trim().toLowerCase()

  if (names.isPending || held.isPending) return <NamedSkeleton height={240} label="Reading the named rights" />
  if (!names.data || !held.data)
    return (
      <Problem onRetry={() => void Promise.all([names.refetch(), held.refetch()])}>
        The named rights could not be read
      </Problem>
    )
  const shown = names.data.filter(({ name, description }) =>
    `${name.replaceAll('_', ' ')} ${name} ${description ?? ''}`.toLowerCase().includes(wanted),
  )
  if (shown.length === 0) return <Text c="dimmed">No named right holds these words.</Text>
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

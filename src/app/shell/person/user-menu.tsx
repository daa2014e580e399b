import { VisuallyHidden } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useCurrentUserOrNull } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { PersonAvatar } from '@/shared/ui/parts/person-avatar'
import { lazyMenu } from '../frame/lazy-menu'
import classes from './user-menu.module.css'

const PersonMenu = lazyMenu(async () => (await import('./person-menu')).PersonMenu)

/** Picture and name; leads to the dashboard. */
export function UserButton() {
  const user = useCurrentUserOrNull()
  const name = user?.name ?? 'Visitor'
  return (
    <Link to={linkTo('/dashboard')} className={classes.person}>
      <PersonAvatar src={user?.avatarUrl ?? null} name={name} size={28} alt="" aria-hidden="true" />
      <span className={classes.name}>{name}</span>
      <VisuallyHidden>: dashboard</VisuallyHidden>
    </Link>
  )
}

export const UserMenu = () => <PersonMenu label="Settings menu" icon={<IconSettings size={20} stroke={1.5} />} />

import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core'
import { IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router-dom'
import { useCurrentUserOrNull } from '@/shared/ui/current-user'
import { linkTo } from '@/shared/lib/address'
import classes from './user-menu.module.css'
import { PersonAvatar } from '@/shared/ui/person-avatar'
import { useLogout } from '../viewer-context'

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

export function UserMenu() {
  const navigate = useNavigate()
  const logout = useLogout()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label="Settings menu">
          <IconSettings size={20} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.5} />}
          onClick={() => void navigate(linkTo('/my-profile'))}
        >
          My Profile
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={logout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

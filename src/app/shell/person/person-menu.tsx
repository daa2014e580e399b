import { Menu } from '@mantine/core'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { useLogout } from '@/app/viewer/viewer-context'
import { MenuFrame } from '../frame/menu-frame'
import type { LaterMenuProps } from '../frame/lazy-menu'

export function PersonMenu(props: LaterMenuProps) {
  const navigate = useNavigate()
  const logout = useLogout()
  return (
    <MenuFrame {...props} width={200}>
      <Menu.Item leftSection={<IconUser size={16} stroke={1.5} />} onClick={() => void navigate(linkTo('/my-profile'))}>
        My Profile
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={logout}>
        Logout
      </Menu.Item>
    </MenuFrame>
  )
}

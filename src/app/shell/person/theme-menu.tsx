import { Menu } from '@mantine/core'
import { MenuFrame } from '../frame/menu-frame'
import type { LaterMenuProps } from '../frame/lazy-menu'
import { themes, useTheme } from './theme-choice'

export function ThemeMenu(props: LaterMenuProps) {
  const { chosen, choose } = useTheme()
  return (
    <MenuFrame {...props} width={190}>
      {themes.map(({ scheme, label, icon: Icon }) => (
        <Menu.RadioItem
          key={scheme}
          value={scheme}
          checked={chosen === scheme}
          rightSection={<Icon size={16} stroke={1.5} aria-hidden />}
          onChange={() => choose(scheme)}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </MenuFrame>
  )
}

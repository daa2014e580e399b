import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { MenuFrame } from './menu-frame'
import type { LaterMenuProps } from './menu-later'
import { themes, useTheme } from './theme-choice'

export function ThemeMenu(props: LaterMenuProps) {
  const { chosen, choose } = useTheme()
  return (
    <MenuFrame {...props} width={190}>
      {themes.map(({ scheme, label, icon: Icon }) => (
        <Menu.Item
          key={scheme}
          role="menuitemradio"
          aria-checked={chosen === scheme}
          leftSection={<Icon size={16} stroke={1.5} />}
          rightSection={chosen === scheme ? <IconCheck size={16} stroke={1.5} aria-hidden /> : null}
          onClick={() => choose(scheme)}
        >
          {label}
        </Menu.Item>
      ))}
    </MenuFrame>
  )
}

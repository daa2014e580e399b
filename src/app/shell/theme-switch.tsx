import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconCheck, IconMoon, IconSun } from '@tabler/icons-react'
import { useState } from 'react'
import { themes, useTheme } from './theme-choice'

/** Light, dark, or as the system says. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const { chosen, shown, choose } = useTheme()
  const [isOpen, setOpen] = useState(false)
  return (
    <Menu position="bottom-end" width={190} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Tooltip label="Theme" disabled={isOpen}>
          <ActionIcon size="lg" className={className} aria-label="Theme">
            {shown === 'dark' ? <IconMoon size={20} stroke={1.5} /> : <IconSun size={20} stroke={1.5} />}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  )
}

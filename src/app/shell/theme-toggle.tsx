import { ActionIcon } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTheme } from './theme-choice'

/** Light or dark by one press, without the menu of the back office and its code. */
export function ThemeToggle() {
  const { shown, turn } = useTheme()
  const label = shown === 'dark' ? 'Use the light theme' : 'Use the dark theme'
  return (
    <ActionIcon size="lg" aria-label={label} title={label} onClick={turn}>
      {shown === 'dark' ? <IconSun size={20} stroke={1.5} /> : <IconMoon size={20} stroke={1.5} />}
    </ActionIcon>
  )
}

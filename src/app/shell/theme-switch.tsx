import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const { setColorScheme } = useMantineColorScheme()
  const current = useComputedColorScheme('light')
  const next = current === 'dark' ? 'light' : 'dark'
  const label = next === 'dark' ? 'Use the dark theme' : 'Use the light theme'
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" className={className} aria-label={label} onClick={() => setColorScheme(next)}>
        {current === 'dark' ? <IconSun size={20} stroke={1.5} /> : <IconMoon size={20} stroke={1.5} />}
      </ActionIcon>
    </Tooltip>
  )
}

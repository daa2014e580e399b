import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

export const themes = [
  { scheme: 'light', label: 'Light theme', icon: IconSun },
  { scheme: 'dark', label: 'Dark theme', icon: IconMoon },
  { scheme: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const

/** The chosen theme of this browser, the shown one, and the function to choose. */
export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light')
  return {
    chosen: colorScheme,
    shown,
    choose: setColorScheme,
    turn: () => setColorScheme(shown === 'dark' ? 'light' : 'dark'),
  }
}

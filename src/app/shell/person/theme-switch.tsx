import { IconMoon, IconSun } from '@tabler/icons-react'
import { lazyMenu } from '../frame/lazy-menu'
import { useTheme } from './theme-choice'

const ThemeMenu = lazyMenu(async () => (await import('./theme-menu')).ThemeMenu)

/** The switch between light, dark and the system's theme. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const { shown } = useTheme()
  const icon = shown === 'dark' ? <IconMoon size={20} stroke={1.5} /> : <IconSun size={20} stroke={1.5} />
  return <ThemeMenu label="Theme" icon={icon} className={className} />
}

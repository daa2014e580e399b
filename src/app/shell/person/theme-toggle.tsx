import { ActionIcon } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useFrameWords } from '../frame/words/frame-words'
import { useTheme } from './theme-choice'

/**
 * A button for light or dark, without the office's menu and its code. The stylesheet chooses the icon, because the
 * server that may have written the page does not know the browser's choice.
 */
export function ThemeToggle() {
  const { shown, turn } = useTheme()
  const isHere = useMounted()
  const say = useFrameWords()
  const label = say(isHere && shown === 'dark' ? 'light_theme' : 'dark_theme')
  return (
    <ActionIcon size="lg" aria-label={label} title={label} onClick={turn}>
      <IconSun size={20} stroke={1.5} className="mantine-light-hidden" />
      <IconMoon size={20} stroke={1.5} className="mantine-dark-hidden" />
    </ActionIcon>
  )
}

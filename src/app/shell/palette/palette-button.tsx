import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Hint } from '@/shared/ui/page/hint'
import { isAppleHere, keyWords } from '../keyboard/shortcuts'
import { useLayoutActions } from '../frame/layout-actions'

/** Opens the palette, and shows its keys to people who do not know them. */
export function PaletteButton() {
  const { openPalette } = useLayoutActions()
  return (
    <Hint label={`Search and commands (${keyWords('mod+K', isAppleHere()).join('+')})`}>
      <ActionIcon size="lg" aria-label="Search and commands" data-key="mod+K" onClick={openPalette}>
        <IconSearch size={20} stroke={1.5} />
      </ActionIcon>
    </Hint>
  )
}

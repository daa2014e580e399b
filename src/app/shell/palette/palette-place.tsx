import { CommandPalette } from '@/features/system/palette/components/command-palette'
import { useRights } from '@/shared/hooks/current-user'
import { toggleConverter } from '../frame/converter-place'
import { useLayoutActions } from '../frame/layout-actions'
import { useTheme } from '../person/theme-choice'
import { actionItems, itemOfRecent, itemOfRecord, paletteGroups, screenItems, settingItems } from './palette-items'
import { useLogout } from '../../viewer/viewer-context'

/** The palette with the screens and actions of the back office. Fetched when it first opens. */
export function PalettePlace({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const rights = useRights()
  const { addTask, openNotifications, openKeys } = useLayoutActions()
  const logout = useLogout()
  const { choose } = useTheme()
  const items = [
    ...actionItems(rights, {
      addTask,
      openNotifications,
      openKeys,
      toggleConverter: () => void toggleConverter(),
      chooseTheme: choose,
      logout,
    }),
    ...screenItems(rights),
    ...settingItems(rights),
  ]
  return (
    <CommandPalette
      opened={opened}
      onClose={onClose}
      groups={paletteGroups}
      items={items}
      itemOfRecord={itemOfRecord}
      itemOfRecent={(recent) => itemOfRecent(recent, items, rights)}
    />
  )
}

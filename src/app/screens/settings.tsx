import {
  IconAddressBook,
  IconBuilding,
  IconBuildingFactory2,
  IconCoins,
  IconMail,
  IconPackages,
  IconSettings,
  IconTool,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import { SettingsHub } from '@/features/system/settings/settings-hub'
import { useRights } from '@/shared/hooks/current-user'
import { purposeOf } from '../areas/purposes'
import { settingPartsFor, settingsFor } from '../shell/person/settings-groups'
import { useStaffRoutes } from '../shell/frame/staff-screens'

const icons = {
  company: IconBuilding,
  people: IconUsers,
  contacts: IconAddressBook,
  messages: IconMail,
  prices: IconCoins,
  stock: IconPackages,
  machines: IconBuildingFactory2,
  website: IconWorld,
  tools: IconTool,
}

export function Settings() {
  const rights = useRights()
  const routes = useStaffRoutes()
  const parts = settingPartsFor(rights, routes).map(({ href, label, words, screen }) => ({
    to: href,
    title: label,
    purpose: screen.title,
    words,
  }))
  return (
    <SettingsHub
      found={[{ title: 'Single settings', icon: <IconSettings size={20} stroke={1.5} />, links: parts }]}
      groups={settingsFor(rights, routes).map(({ title, name, screens }) => {
        const Icon = icons[name]
        return {
          title,
          icon: <Icon size={20} stroke={1.5} />,
          links: screens.map((screen) => ({
            to: screen.path,
            title: screen.title,
            purpose: purposeOf(screen),
          })),
        }
      })}
    />
  )
}

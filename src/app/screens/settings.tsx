import {
  IconAddressBook,
  IconBuilding,
  IconBuildingFactory2,
  IconCoins,
  IconMail,
  IconPackages,
  IconTool,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import { SettingsHub } from '@/features/system/settings/settings-hub'
import { useRights } from '@/shared/ui/current-user'
import { purposeOf } from '../areas/purposes'
import { settingsFor } from '../shell/settings-groups'
import { useStaffRoutes } from '../shell/staff-screens'

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
  return (
    <SettingsHub
      groups={settingsFor(useRights(), useStaffRoutes()).map(({ title, name, screens }) => {
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

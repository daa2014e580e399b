import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { PlannedScreen } from '@/shared/ui/planned-screen'
import { linkTo } from '@/shared/lib/address'
import type { ScreenRoute } from '../route-sets/route'
import { parts, publicMeanwhile } from './planned-parts'

/** A route whose screen is not built yet. */
export function PlannedRoute({ route }: { route: ScreenRoute }) {
  const look = parts[route.part]
  const isForStaff = route.frame === 'staff'
  const links = isForStaff ? look.links : [{ label: 'Go to the start', to: linkTo('/') }]
  const isAdviceForStaff = look.links.length > 1
  return (
    <PlannedScreen
      icon={<look.icon size={28} stroke={1.5} />}
      title={route.title}
      purpose={route.purpose}
      meanwhile={!isForStaff && isAdviceForStaff ? publicMeanwhile : look.meanwhile}
      actions={links
        .filter((link) => link.to !== route.path)
        .map((link) => (
          <Button key={link.to} component={Link} to={link.to} variant="default" size="xs">
            {link.label}
          </Button>
        ))}
    />
  )
}

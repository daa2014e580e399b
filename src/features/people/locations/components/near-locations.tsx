import { Alert, Anchor, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMapPins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Coordinates, distanceText } from '@/shared/domain/places/coordinates'
import list from '@/shared/ui/page/record-list.module.css'
import { type NearLocation, nearLocationsQuery } from '../api/locations.query'

type NearLocationsProps = {
  at: Coordinates | null
  address: string
  city: string
  except: string | null
  hrefOf: (id: string) => string
}

/** Warns of locations that may be the one being entered: a few steps away, or with the same address. */
export function NearLocations({ at, address, city, except, hrefOf }: NearLocationsProps) {
  const [sought] = useDebouncedValue({ at, address: address.trim(), city: city.trim(), except }, 300)
  const { data = [] } = useQuery({ ...nearLocationsQuery(sought), placeholderData: (previous) => previous })
  const near = data.filter(({ id }) => id !== except)
  if (near.length === 0 || (at === null && address.trim().length < 4)) return null
  return (
    <Alert
      color="yellow"
      icon={<IconMapPins aria-hidden />}
      title={near.length === 1 ? 'There may be this location already' : 'There may be some of these already'}
      role="status"
    >
      <ul className={list.plain}>
        {near.map((location) => (
          <li key={location.id}>
            <Anchor component={Link} to={hrefOf(location.id)}>
              {[location.label, location.business_name].filter(Boolean).join(' · ')}
            </Anchor>
            <Text span size="sm" c="dimmed">
              {' '}
              {why(location)}
            </Text>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const why = ({ reason, metres }: NearLocation): string =>
  reason === 'near' && metres !== null ? `${distanceText(metres)} away` : 'has this address'

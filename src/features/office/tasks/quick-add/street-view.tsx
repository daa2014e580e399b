import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Site, siteText, streetViewPlace, streetViewUrl } from '@/shared/domain/records/related'
import { mapsKeyQuery } from '../api/maps-key.query'
import classes from './quick-add-form.module.css'

/** The street view of a place, 600x300, or the reason why it is missing (spec 2 §4, §8). */
export function StreetView({ site }: { site: Site }) {
  const place = streetViewPlace(site)
  const key = useQuery({ ...mapsKeyQuery, enabled: place !== null })
  const [picture, setPicture] = useState<'loading' | 'shown' | 'missing'>('loading')

  if (place === null) return <Message>No location data available for Street View</Message>
  if (key.isError) return <Message>Failed to load Street View</Message>
  if (picture === 'missing') return <Message>Street View not available for this location</Message>
  return (
    <Skeleton visible={picture === 'loading'} className={classes.streetView}>
      {key.data ? (
        <img
          className={classes.streetView}
          src={streetViewUrl(place, key.data)}
          width={600}
          height={300}
          alt={`Street View of ${siteText(site)}`}
          referrerPolicy="origin"
          onLoad={() => setPicture('shown')}
          onError={() => setPicture('missing')}
        />
      ) : null}
    </Skeleton>
  )
}

const Message = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" role="status">
    {children}
  </Text>
)

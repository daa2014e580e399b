import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { coordinatesOf, coordinatesText, mapLink } from '@/shared/domain/places/coordinates'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { openTaskPlacesQuery } from '../api/open-task-places.query'
import { TaskStatus } from '@/kit/tasks/task-status'
import { DueMark } from '@/kit/tasks/due-mark'
import { useLiveTasks } from '../list/use-live-tasks'
import { useMinute } from '@/shared/hooks/use-minute'
import { PlaceMap } from './place-map'
import { gatherByPlace, type Place } from './places'
import classes from './locations.module.css'

type LocationsScreenProps = { userId: string }

/** /tasks/locations: open tasks by the place where they are done. */
export function LocationsScreen({ userId }: LocationsScreenProps) {
  const tasks = useQuery(openTaskPlacesQuery(userId))
  const now = useMinute()
  const [chosen, setChosen] = useState<string | null>(null)
  useLiveTasks(userId)
  const places = gatherByPlace(tasks.data ?? [])

  const choose = (id: string) => {
    setChosen(id)
    document.getElementById(`place-${id}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <PageFrame title="Task locations" lead="Open tasks by the place where they are done.">
      {tasks.isPending ? (
        <Skeleton height={320} aria-hidden />
      ) : tasks.data === undefined ? (
        <Problem onRetry={() => void tasks.refetch()}>The tasks could not be read</Problem>
      ) : places.length === 0 ? (
        <EmptyScreen icon={<IconMapPin stroke={1.5} />} title="No open task has a location">
          Tasks with a client and a location appear here.
        </EmptyScreen>
      ) : (
        <div className={classes.both}>
          <PlaceMap places={places} chosen={chosen} onChoose={choose} />
          <ul className={classes.places}>
            {places.map((place) => (
              <PlaceItem key={place.location.id} place={place} isChosen={place.location.id === chosen} now={now} />
            ))}
          </ul>
        </div>
      )}
    </PageFrame>
  )
}

type PlaceItemProps = { place: Place; isChosen: boolean; now: number }

function PlaceItem({ place: { location, tasks }, isChosen, now }: PlaceItemProps) {
  const at = coordinatesOf(location)
  const address = [location.address, location.city, location.country].filter(Boolean).join(', ')
  return (
    <li id={`place-${location.id}`} className={classes.place} data-chosen={isChosen || undefined}>
      <Title order={2} size="h3">
        {location.label}
      </Title>
      <Text size="sm" c="dimmed">
        {address}
      </Text>
      {at ? (
        <Anchor size="sm" href={mapLink(at)} target="_blank" rel="noreferrer">
          {coordinatesText(at)}
        </Anchor>
      ) : (
        <Text size="sm" c="dimmed">
          No coordinates yet
        </Text>
      )}
      <ul className={classes.tasks}>
        {tasks.map((task) => (
          <li key={task.id} className={classes.task}>
            <Anchor
              component={Link}
              to={`?${new URLSearchParams({ task: task.id }).toString()}`}
              className={classes.title}
            >
              {task.title}
            </Anchor>
            <TaskStatus status={task.status} />
            <DueMark task={task} now={now} />
          </li>
        ))}
      </ul>
    </li>
  )
}

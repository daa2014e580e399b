import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { contactName } from '@/shared/domain/people/contact'
import { isLateDelivery } from '@/shared/domain/time/late-delivery'
import { coordinatesOf } from '@/shared/domain/places/coordinates'
import { isDay } from '@/shared/domain/time/days'
import { clockTextIn, weekdayText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { dayIn } from '@/shared/domain/time/zoned'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { SiteMap } from '@/shared/ui/map/site-map'
import { Problem } from '@/shared/ui/page/problem'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { useCompanyZone } from '@/shared/hooks/use-company-zone'
import { useNow } from '@/shared/hooks/use-now'
import { deliveriesKey } from '../../api/deliveries.query'
import { crewsQuery, dayQuery, type Drop, unplannedQuery, vansQuery } from '../../api/day.query'
import { afterMove, conflictsOf, endOf, hasTime, type Lane, lanesOf, noTime } from '../lanes'
import { useRoute } from '../use-route'
import { Board } from './board'
import classes from './board.module.css'
import { DayBar } from './day-bar'

const colours = [
  'var(--mantine-color-process-7)',
  'var(--mantine-color-grape-7)',
  'var(--mantine-color-teal-8)',
  'var(--mantine-color-orange-8)',
]
const noLanes: readonly Lane[] = []

/** Collected, sent, or handed over without a van. */
const isElsewhere = ({ method, status, van_id }: Drop): boolean =>
  !['delivery', 'installation'].includes(method) || (van_id === null && status === 'delivered')

/** The plan of a day: the deliveries without a van, the vans with their drops in order, and each route on the map. */
export function Planning() {
  const zone = useCompanyZone()
  const [search, setSearch] = useSearchParams()
  const today = dayIn(zone ?? 'UTC', new Date(useNow(60_000)).toISOString())
  const asked = search.get('day')
  const day = isDay(asked) ? asked : today
  const mayEdit = can(useRights(), 'deliveries', 'edit')
  const { data: staff = [] } = useQuery(staffQuery)
  const drops = useQuery(dayQuery(day, zone, day === today))
  const unplanned = useQuery(unplannedQuery)
  const vans = useQuery(vansQuery)
  const crews = useQuery(crewsQuery(day))
  useLive(deliveriesKey, [
    { page: 'deliveries', tables: ['deliveries', 'delivery_items', 'partial_deliveries', 'vans', 'van_days'] },
  ])
  const { move, moving, man, manning } = useRoute(day)

  const clockOf = (at: number) => clockTextIn(zone ?? 'UTC', new Date(at).toISOString())
  const windowOf = (drop: Drop) => {
    if (drop.scheduled_at === null || zone === null) return 'No day yet'
    const on = dayIn(zone, drop.scheduled_at)
    const clock = hasTime(drop) ? clockTextIn(zone, drop.scheduled_at) : noTime
    if (isLateDelivery(drop, Date.now())) return clock
    if (on !== day) return `${weekdayText(on)}, ${clock}`
    return hasTime(drop) ? `${clock}–${clockOf(endOf(drop))}` : clock
  }
  const lanes = useMemo(() => {
    if (!vans.data || !crews.data || !drops.data) return noLanes
    const known =
      moving && unplanned.data ? [...drops.data, ...unplanned.data.filter(({ id }) => id === moving.id)] : drops.data
    const unique = [...new Map(known.map((drop) => [drop.id, drop])).values()]
    const manned = manning
      ? [
          ...crews.data.filter(({ van_id }) => van_id !== manning.vanId),
          { van_id: manning.vanId, crew: [...manning.crew] },
        ]
      : crews.data
    return lanesOf(vans.data, manned, moving ? afterMove(unique, moving) : unique)
  }, [vans.data, crews.data, drops.data, unplanned.data, moving, manning])
  const colourOf = (vanId: string) =>
    colours[(vans.data ?? []).findIndex(({ id }) => id === vanId) % colours.length] ?? ''

  if (drops.isError || unplanned.isError || vans.isError || crews.isError)
    return (
      <Problem
        onRetry={() => void Promise.all([drops.refetch(), unplanned.refetch(), vans.refetch(), crews.refetch()])}
      >
        The day could not be read
      </Problem>
    )
  const conflicts = conflictsOf(lanes, {
    clock: clockOf,
    person: (id) => staff.find(({ value }) => value === id)?.label ?? 'Somebody',
  })
  const free = (unplanned.data ?? []).filter(({ id }) => !(moving?.id === id && moving.vanId !== null))
  return (
    <Stack gap="md">
      <div className={classes.bar}>
        <DayBar
          day={day}
          today={today}
          onChange={(next) =>
            setSearch((now) => {
              const address = new URLSearchParams(now)
              address.set('day', next)
              return address
            })
          }
        />
        <Text size="sm" c="dimmed" role="status">
          {weekdayText(day)}
          {drops.data ? `: ${countOf(drops.data)}` : ''}
        </Text>
      </div>
      {drops.isPending || unplanned.isPending || vans.isPending || crews.isPending ? (
        <LineSkeletons count={6} height={64} />
      ) : (
        <>
          {vans.data.length === 0 ? (
            <Text c="dimmed">There are no vans yet. Add one with “Vans” to plan a route.</Text>
          ) : null}
          <Board
            lanes={lanes}
            unplanned={free}
            withoutVan={drops.data.filter(isElsewhere)}
            conflicts={conflicts}
            windowOf={windowOf}
            colourOf={colourOf}
            actions={
              mayEdit
                ? {
                    onMove: (id, vanId, before) => move({ id, day: vanId === null ? dayKept(id) : day, vanId, before }),
                    onUnplan: (id) => move({ id, day: null, vanId: null, before: null }),
                    onCrew: man,
                  }
                : null
            }
          />
          <DayMap lanes={lanes} colourOf={colourOf} />
        </>
      )}
    </Stack>
  )

  /** A drop that leaves its van keeps its day. */
  function dayKept(id: string): string | null {
    const at = [...(drops.data ?? []), ...(unplanned.data ?? [])].find((drop) => drop.id === id)?.scheduled_at
    return at && zone !== null ? dayIn(zone, at) : null
  }
}

/** `5 deliveries, 2 of them late` */
function countOf(drops: readonly Drop[]): string {
  const late = drops.filter((drop) => isLateDelivery(drop, Date.now())).length
  const all = `${drops.length} ${drops.length === 1 ? 'delivery' : 'deliveries'}`
  return late === 0 ? all : `${all}, ${late} of them late`
}

type DayMapProps = { lanes: readonly Lane[]; colourOf: (vanId: string) => string }

/** The drops of the vans on the map, each way as a line in the colour of its van. */
function DayMap({ lanes, colourOf }: DayMapProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const navigate = useNavigate()
  const href = useRecordHref()
  const placed = lanes.map(({ van, stops }) => ({
    van,
    stops: stops.flatMap((stop, index) => {
      const at = stop.location ? coordinatesOf(stop.location) : null
      return at ? [{ stop, at, place: index + 1 }] : []
    }),
  }))
  const pins = placed.flatMap(({ van, stops }) =>
    stops.map(({ stop, at, place }) => ({
      id: stop.id,
      label: `${place}. ${stop.contact ? contactName(stop.contact) : stop.project_title}`,
      count: place,
      colour: colourOf(van.id),
      ...at,
    })),
  )
  if (pins.length === 0) return null
  return (
    <section aria-label="Map of the day">
      <Title order={2} size="h4" mb="xs">
        The way
      </Title>
      <SiteMap
        label="Map of the drops of the day"
        className={classes.map}
        pins={pins}
        routes={placed.map(({ van, stops }) => ({
          id: van.id,
          colour: colourOf(van.id),
          points: stops.map(({ at }) => at),
        }))}
        chosen={chosen}
        onChoose={(id) => {
          const to = href('delivery', id)
          if (chosen === id && to) navigate(to)
          else setChosen(id)
        }}
        nameOf={({ label }) => label}
      />
    </section>
  )
}

import { MultiSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { clockTextIn, weekdayText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { crewsQuery, dayQuery, type Van } from '../../api/day.query'
import { kilosText, lastEndOf, overlapsOf, weightOf, type Window } from '../../day/lanes'
import { useRoute } from '../../day/use-route'

type VanDayProps = {
  van: Van
  day: string
  zone: string
  except: string | null
  /** The window of the drop that is being planned; null while it has no time. */
  planned: Window | null
}

/** A van's work on a day so far, which of it the planned window overlaps with, and its crew. */
export function VanDay({ van, day, zone, except, planned }: VanDayProps) {
  const { data: drops = [] } = useQuery(dayQuery(day, zone))
  const { data: crews } = useQuery(crewsQuery(day))
  const { data: staff = [] } = useQuery(staffQuery)
  const { man, manning } = useRoute(day)
  const mayEdit = can(useRights(), 'deliveries', 'edit')
  const clock = (at: number) => clockTextIn(zone, new Date(at).toISOString())
  const own = drops.filter(({ van_id, id }) => van_id === van.id && id !== except)
  const lastEnd = lastEndOf(own)
  const toBring = own.filter(({ status }) => status !== 'delivered')
  const overlaps = planned ? overlapsOf(planned, toBring, clock) : []
  const crew = manning?.vanId === van.id ? manning.crew : (crews?.find(({ van_id }) => van_id === van.id)?.crew ?? [])
  const weight = weightOf(own)
  const said = [
    own.length === 0 ? 'no drops yet' : own.length === 1 ? '1 drop' : `${own.length} drops`,
    lastEnd === null ? null : `the last one until ${clock(lastEnd)}`,
    van.capacity_kg !== null && weight > 0 ? `${kilosText(weight)} of ${kilosText(van.capacity_kg)}` : null,
  ]
  return (
    <div>
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {van.name} on {weekdayText(day)}: {said.filter(Boolean).join(', ')}.
      </Text>
      {overlaps.map((words) => (
        <Text key={words} size="sm" c="magenta" role="status">
          {words}.
        </Text>
      ))}
      {mayEdit ? (
        <MultiSelect
          mt="xs"
          label={`Crew of ${van.name} on this day`}
          description="All drops of the van on this day have this crew. It is kept at once."
          placeholder={crew.length === 0 ? 'Who goes with it?' : ''}
          data={staff}
          value={[...crew]}
          onChange={(next) => man(van.id, next)}
          maxValues={10}
          searchable
          hidePickedOptions
        />
      ) : null}
    </div>
  )
}

import { MultiSelect, Progress, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { kilosText, type Lane, weightOf } from '../lanes'
import classes from './board.module.css'

type LaneHeadProps = { lane: Lane; conflicts: readonly string[]; onCrew: ((crew: string[]) => void) | null }

export function LaneHead({ lane: { van, crew, stops }, conflicts, onCrew }: LaneHeadProps) {
  const { data: staff = [] } = useQuery(staffQuery)
  const weight = weightOf(stops)
  const share = van.capacity_kg ? (100 * weight) / van.capacity_kg : 0
  const names = crew.flatMap((id) => staff.find(({ value }) => value === id)?.label ?? [])
  return (
    <>
      {onCrew ? (
        <MultiSelect
          size="xs"
          className={classes.crew}
          aria-label={`Crew of ${van.name}`}
          placeholder={crew.length === 0 ? 'Who goes with it?' : ''}
          data={staff}
          value={[...crew]}
          onChange={onCrew}
          maxValues={10}
          searchable
          hidePickedOptions
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        />
      ) : (
        <Text size="xs">{names.join(', ')}</Text>
      )}
      <Text span size="xs" c="dimmed">
        {[
          van.registration,
          van.capacity_kg === null
            ? weight > 0
              ? kilosText(weight)
              : null
            : `${kilosText(weight)} of ${kilosText(van.capacity_kg)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {van.capacity_kg === null ? null : (
        <Progress
          className={classes.load}
          size="sm"
          value={Math.min(share, 100)}
          color={share > 100 ? 'magenta' : 'process'}
          aria-label={`Load of ${van.name}`}
        />
      )}
      {conflicts.map((words) => (
        <Text key={words} size="xs" className={classes.conflict}>
          <IconAlertTriangle size={14} aria-hidden /> {words}
        </Text>
      ))}
    </>
  )
}

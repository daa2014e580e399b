import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pickFirst } from '@/shared/hooks/pick-first'
import { staffQuery } from '../api/staff.query'
import { assigneeFilter } from '../assignee-choice'
import classes from './task-filters.module.css'

type PersonFilterProps = { personId: string | null; onChange: (personId: string | null) => void }

/** The tasks of one assignee. */
export function PersonFilter({ personId, onChange }: PersonFilterProps) {
  const { data: staff = [] } = useQuery(staffQuery)
  const choices = staff.map(({ userId, name }) => ({ value: userId, label: name }))
  const isKnown = personId === null || staff.some(({ userId }) => userId === personId)
  return (
    <Select
      aria-label="Assignee"
      placeholder="Any assignee"
      searchable
      clearable
      filter={assigneeFilter}
      onKeyDownCapture={pickFirst}
      className={classes.choice}
      value={personId}
      onChange={onChange}
      data={isKnown ? choices : [...choices, { value: personId, label: 'Unknown' }]}
      nothingFoundMessage="Nobody found"
    />
  )
}

import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pickFirst } from '@/shared/hooks/pick-first'
import { staffQuery } from '../api/staff.query'
import { assigneeChoices, assigneeFilter } from '../assignee-choice'

type AssigneePickerProps = {
  value: readonly string[]
  isPrivate: boolean
  disabled: boolean
  onChange: (userIds: string[]) => void
}

/** The assignees, searched by name or role (spec 2 §5). A private task has none. */
export function AssigneePicker({ value, isPrivate, disabled, onChange }: AssigneePickerProps) {
  const staff = useQuery(staffQuery)
  return (
    <MultiSelect
      label="Assignees"
      placeholder={isPrivate ? 'Only you' : 'Search by name or role'}
      data={assigneeChoices(staff.data ?? [])}
      value={[...value]}
      onChange={onChange}
      disabled={isPrivate || disabled}
      searchable
      onKeyDownCapture={pickFirst}
      filter={assigneeFilter}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the assignees' }}
      hidePickedOptions
      maxDropdownHeight={240}
      nothingFoundMessage={staff.isPending ? 'Loading…' : 'Nobody found'}
    />
  )
}

import { MultiSelect, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { updateRow } from '@/kit/save/save-row'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { saveProblem } from '@/shared/hooks/save-problem'
import { jobsKey, type Step } from '../../shared/api/cards.query'
import { isFinished } from '../../shared/card'

/** The people of a step, which are chosen in place until it is finished. */
export function StepPeople({ step, mayChange }: { step: Step; mayChange: boolean }) {
  const { data: staff = [] } = useQuery(staffQuery)
  const queryClient = useQueryClient()
  const saving = useActMutation({
    mutationFn: (assignees: string[]) =>
      updateRow({ table: 'job_steps', what: 'this step', id: step.id, values: { assignees } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not saved', message: saveProblem(error) }),
  })
  const shown = saving.isPending ? saving.variables : step.assignees
  const known = new Set(staff.map(({ value }) => value))
  if (!mayChange || isFinished(step))
    return (
      <Text size="sm" c="dimmed">
        {staff.flatMap(({ value, label }) => (shown.includes(value) ? [label] : [])).join(', ')}
      </Text>
    )
  return (
    <MultiSelect
      size="sm"
      aria-label={`People of ${step.name}`}
      placeholder={shown.length === 0 ? 'Nobody yet' : ''}
      data={staff}
      value={shown.filter((id) => known.has(id))}
      onChange={(chosen) => saving.mutate([...chosen, ...step.assignees.filter((id) => !known.has(id))])}
      hidePickedOptions
      searchable
      // Keeps the search text in the line of the last person when there is room.
      styles={{ inputField: { minWidth: '1.5rem' } }}
    />
  )
}

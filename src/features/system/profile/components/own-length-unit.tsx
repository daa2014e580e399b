import { Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { lengthUnitOf, lengthUnits, setOwnLengthUnit } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { myProfileKey, myProfileQuery } from '../api/my-profile.query'
import { saveMyLengthUnit } from '../api/save-my-length-unit.mutation'

const choices = [
  { value: '', label: 'As the company' },
  ...Object.entries(lengthUnits).map(([value, label]) => ({ value, label })),
]

/** The unit in which this person reads and types lengths; papers keep that of the company or the client. */
export function OwnLengthUnit({ userId }: { userId: string }) {
  const queryClient = useQueryClient()
  const profile = useQuery(myProfileQuery(userId))
  const save = useActMutation({
    mutationFn: saveMyLengthUnit,
    onSuccess: async (_, unit) => {
      setOwnLengthUnit(unit)
      await queryClient.invalidateQueries({ queryKey: myProfileKey })
      notifications.show({ message: 'Your unit of lengths is saved.' })
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not saved', message: saveProblem(error) }),
  })
  if (!profile.data) return null
  return (
    <Select
      mt="md"
      maw={320}
      label="Lengths"
      description="On your screens. Papers keep the unit of the company or of their client"
      data={choices}
      allowDeselect={false}
      disabled={save.isPending}
      value={(save.isPending ? save.variables : profile.data.lengthUnit) ?? ''}
      onChange={(value) => save.mutate(lengthUnitOf(value))}
    />
  )
}

import { Menu } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { hearTask, muteTask } from '@/shared/db/writes/mute-task.mutation'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { mutedQuery } from '../api/detail/muted.query'
import { reasonOf, sayError, saySuccess } from './toasts'

/** Mutes the replies to a task for this person, or hears of them again. Asked when the menu is open. */
export function MuteItem({ taskId }: { taskId: string }) {
  const { id: me } = useCurrentUser()
  const queryClient = useQueryClient()
  const muted = useQuery(mutedQuery(taskId, me))
  const change = useActMutation({
    mutationFn: (isMuted: boolean) => (isMuted ? hearTask(taskId, me) : muteTask(taskId, me)),
    onSuccess: (_, isMuted) =>
      saySuccess(isMuted ? 'You hear of replies again' : 'No more notices of replies to this task'),
    onError: (error) => sayError(reasonOf(error), 'Error'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mutedQuery(taskId, me).queryKey }),
  })
  const { data: isMuted } = muted
  const Icon = isMuted ? IconBell : IconBellOff
  return (
    <Menu.Item
      disabled={isMuted === undefined}
      leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
      onClick={() => isMuted !== undefined && change.mutate(isMuted)}
    >
      {isMuted ? 'Hear of replies' : 'Mute replies'}
    </Menu.Item>
  )
}

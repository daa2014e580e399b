import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { noteAsPaper } from '@/documents/paper/delivery-note'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useLive } from '@/kit/live/use-live'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { onHoldWords } from '@/shared/db/reads/open-work'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { deliveriesKey } from '../api/deliveries.query'
import { moveDelivery } from '../api/delivery.mutation'
import type { Delivery } from '../api/delivery.query'
import { noteQuery } from '../api/note.query'
import { downloadLabels } from '../delivery-labels'

/** What the page of a delivery listens to, what this person may do with it, and the dialog of its plan. */
export function useDelivery(row: Delivery) {
  const rights = useRights()
  const queryClient = useQueryClient()
  useLive(
    [...deliveriesKey, 'one', row.id],
    [{ page: 'deliveries', tables: ['deliveries', 'delivery_items', 'partial_deliveries', 'jobs', 'job_steps'] }],
  )
  const moving = useActMutation({
    mutationFn: (to: string) => moveDelivery(row.id, row.status, to),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not moved', message: saveProblem(error) }),
  })
  const labelling = useActMutation({
    mutationFn: () => downloadLabels(row),
    onError: (error) => notifications.show({ color: 'red', title: 'No labels', message: saveProblem(error) }),
  })
  const plan = useDialog('plan')
  const mayEdit = can(rights, 'deliveries', 'edit')
  return {
    row,
    plan,
    mayEdit,
    /** Its plan may be changed now. */
    mayChange: mayEdit && ['planned', 'ready', 'partially_delivered', 'failed'].includes(row.status),
    mayHandOver: mayEdit && ['planned', 'ready', 'out', 'partially_delivered'].includes(row.status),
    mayCancel: mayEdit && ['planned', 'ready', 'out'].includes(row.status),
    /** Why nothing of it leaves, while its order is on hold. */
    held: onHoldWords(row),
    move: (to: string) => moving.mutate(to),
    isMoving: moving.isPending,
    downloadLabels: () => labelling.mutate(),
    isLabelling: labelling.isPending,
    printed: async () => {
      const shown = await queryClient.fetchQuery({ ...noteQuery(row.public_uuid, false), staleTime: 0 })
      return shown && { paper: noteAsPaper(shown.note) }
    },
  }
}
export type DeliveryHere = ReturnType<typeof useDelivery>

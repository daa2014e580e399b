import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { jobTicketPaper } from '@/documents/paper/delivery-papers'
import { downloadPdf } from '@/documents/pdf/download'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { jobsKey } from '../../shared/api/cards.query'
import type { Job } from '../api/job.query'
import { effortQuery, proofPictureQuery, readTicket } from '../api/job-work.query'

/** What the page of a job reads, what this person may do with it, and its open dialog. */
export function useJobPage(job: Job) {
  const rights = useRights()
  const dialog = useDialog('job')
  const queryClient = useQueryClient()
  const { data: staff = [] } = useQuery(staffQuery)
  const { remakes: again, short } = useQuery(effortQuery(job.id)).data ?? {}
  const acting = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not moved', message: saveProblem(error) }),
  })
  const printed = async () => {
    const document = await readTicket(job.id, `${window.location.origin}/jobs?job=${job.id}`)
    if (!document) return null
    const picture = document.proof?.picture
    const filling = picture ? await queryClient.fetchQuery(proofPictureQuery(picture)).catch(() => null) : null
    return { paper: jobTicketPaper(document), filling, pictures: picture && filling ? { [picture]: filling } : {} }
  }
  const downloadTicket = async () => {
    const made = await printed()
    if (made) await downloadPdf(made.paper, { filling: made.filling })
  }
  const mayEdit = can(rights, 'jobs', 'edit')
  const mayWork = mayEdit || can(rights, 'production', 'edit')
  const isChecked = job.status === 'qc'
  return {
    job,
    dialog,
    staff,
    again,
    short,
    act: (does: () => Promise<unknown>) => acting.mutate(does),
    isBusy: acting.isPending,
    printed,
    downloadTicket,
    mayEdit,
    /** The check of the pieces is its next step. */
    isChecked,
    mayCheck: isChecked && mayWork,
    mayFail: (isChecked || job.status === 'ready') && mayWork,
  }
}
export type JobPage = ReturnType<typeof useJobPage>

import {
  IconArrowRight,
  IconCheck,
  IconClockPlus,
  IconHandStop,
  IconPencil,
  IconPlayerPlay,
  IconPrinter,
  IconTags,
  IconX,
} from '@tabler/icons-react'
import type { RecordAction } from '@/kit/record/record-page'
import { linkTo } from '@/shared/lib/address'
import { mayCancel } from '../../shared/cancel-job'
import { waitsForMockup } from '../../shared/card'
import { beginJobAgain, moveJob, releaseJob } from '../../shared/api/move.mutation'
import { asksFirst, isStage, movesFrom, stages } from '../../shared/stages'
import type { JobPage } from './use-job-page'

type Actions = { primary: RecordAction | null; actions: (RecordAction | null)[] }

/** What can be done with the job: the usual next step, and the others. */
export function jobActions(of: JobPage): Actions {
  const { next, others } = movesOf(of)
  return {
    primary: resume(of) ?? beginAgain(of) ?? pass(of) ?? next,
    actions: [
      fail(of),
      {
        label: 'Ticket with QR code',
        icon: <IconPrinter size={16} aria-hidden />,
        onClick: () => of.act(of.downloadTicket),
      },
      {
        label: 'Add time by hand',
        icon: <IconClockPlus size={16} aria-hidden />,
        href: `${linkTo('/time-tracking')}?dialog=by-hand.${of.job.id}`,
      },
      { label: 'Labels', icon: <IconTags size={16} aria-hidden />, onClick: () => of.dialog.open('labels') },
      of.mayEdit
        ? { label: 'Change job', icon: <IconPencil size={16} />, onClick: () => of.dialog.open('edit') }
        : null,
      ...others,
      of.mayEdit && isStage(of.job.status)
        ? { label: 'Put on hold', icon: <IconHandStop size={16} />, onClick: () => of.dialog.open('hold') }
        : null,
      of.mayEdit && mayCancel(of.job)
        ? { label: 'Cancel job…', icon: <IconX size={16} aria-hidden />, onClick: () => of.dialog.open('cancel') }
        : null,
    ],
  }
}

/** The stages to which the job may go: the furthest one ahead, and the others. */
function movesOf({ job, mayEdit, isChecked, isBusy, act, dialog }: JobPage) {
  const allowed = mayEdit ? movesFrom(job.status).filter(({ to }) => !(isChecked && to === 'ready')) : []
  const moves = allowed.map(({ to, action }): RecordAction => ({
    label: action,
    icon: <IconArrowRight size={16} aria-hidden />,
    onClick: () => (asksFirst(job, to) ? dialog.open('hand') : act(() => moveJob(job.id, job.status, to))),
    isBusy,
    why:
      waitsForMockup(job) && (to === 'approved' || to === 'in_production')
        ? 'The mockup of this job is not approved yet.'
        : null,
  }))
  const here = stages.findIndex((stage) => stage === job.status)
  const ahead = movesFrom(job.status).findLastIndex(({ to }) => stages.indexOf(to) > here)
  return { next: moves[ahead] ?? null, others: moves.filter((_, place) => place !== ahead) }
}

const resume = ({ job, mayEdit, isBusy, act }: JobPage): RecordAction | null =>
  job.status === 'on_hold' && !job.held_with_order && mayEdit
    ? {
        label: 'Resume job',
        icon: <IconPlayerPlay size={18} aria-hidden />,
        onClick: () => act(() => releaseJob(job.id)),
        isBusy,
      }
    : null

const beginAgain = ({ job, mayEdit, isBusy, act }: JobPage): RecordAction | null =>
  job.status === 'cancelled' && mayEdit
    ? {
        label: 'Begin again',
        icon: <IconPlayerPlay size={18} aria-hidden />,
        onClick: () => act(() => beginJobAgain(job.id)),
        isBusy,
      }
    : null

const pass = ({ mayCheck, dialog }: JobPage): RecordAction | null =>
  mayCheck ? { label: 'Passed', icon: <IconCheck size={18} aria-hidden />, onClick: () => dialog.open('pass') } : null

const fail = ({ mayCheck, mayFail, dialog }: JobPage): RecordAction | null =>
  mayFail
    ? {
        label: mayCheck ? 'Did not pass' : 'A piece did not pass',
        icon: <IconX size={16} aria-hidden />,
        onClick: () => dialog.open('fail'),
      }
    : null

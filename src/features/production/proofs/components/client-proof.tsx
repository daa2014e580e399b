import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { MockupAnswerKind } from '@/machines/mockup-visit/mockup-visit.machine'
import { momentText } from '@/shared/domain/text/formats'
import { mockupsKey } from '../api/mockups.query'
import { currentOf, type MockupJob, type Mockups, type MockupVersion, standingOf } from '../mockups'
import { liveMockupVisit } from '../mockup-visit.actors'
import { useTellLooking } from '../use-looking'
import { ProofView } from './proof-view'
import classes from './proofs.module.css'

const AnswerSheet = lazy(async () => ({ default: (await import('./answer-sheet')).AnswerSheet }))

type ClientProofProps = { uuid: string; mockups: Mockups; job: MockupJob; onJob: (id: string) => void }

/** The mockup as the client sees it: look, pin, tick and answer the version that is current. */
export function ClientProof({ uuid, mockups, job, onJob }: ClientProofProps) {
  const queryClient = useQueryClient()
  const machine = useMemo(() => liveMockupVisit(uuid, job.id), [uuid, job.id])
  const [state, send] = useMachine(machine, { input: { standing: standingOf(job) } })
  const [words, setWords] = useState<Record<MockupAnswerKind, string>>({
    approved: '',
    rejected: '',
    revision_requested: '',
  })
  useEffect(() => send({ type: 'standing.read', standing: standingOf(job) }), [job, send])
  const { standing, sheet, notice, problem } = state.context
  const current = currentOf(job)
  const isBehind = standing?.current?.status !== current?.status || standing?.current?.id !== current?.id
  useEffect(() => {
    if (isBehind) void queryClient.invalidateQueries({ queryKey: mockupsKey(uuid) })
  }, [isBehind, queryClient, uuid])
  useTellLooking(uuid, current?.id ?? null)
  const open = (kind: MockupAnswerKind) => send({ type: 'sheet.open', sheet: kind })
  const isOpen = state.hasTag('open') || state.hasTag('sheet')
  return (
    <>
      <ProofView
        uuid={uuid}
        mockups={mockups}
        job={job}
        onJob={onJob}
        isStaff={false}
        mayResolve={false}
        empty={stopped[job.status] ?? 'We are working on it. It appears here as soon as we send it.'}
        notices={
          notice === null ? null : (
            <p className={classes.notice}>
              <span>
                {notice === 'newer' && standing?.current
                  ? `Version ${standing.current.version} has just arrived. Please look at it before you answer.`
                  : 'This mockup was answered or changed meanwhile. You see its current state.'}
              </span>
              <Button size="compact-sm" variant="default" onClick={() => send({ type: 'notice.close' })}>
                Got it
              </Button>
            </p>
          )
        }
        aside={(version) => {
          const answer = version.answers.at(-1)
          if (version.id !== current?.id) return answer ? <Answer of={answer} /> : null
          return isOpen ? (
            <>
              <WishedBefore job={job} than={version} />
              <div className={classes.reach}>
                {job.status === 'on_hold' ? <Text>{held}</Text> : null}
                <Button leftSection={<IconCheck size={18} aria-hidden />} onClick={() => open('approved')}>
                  Approve
                </Button>
                <Button variant="default" onClick={() => open('revision_requested')}>
                  Ask for changes
                </Button>
                <Button variant="subtle" color="red" onClick={() => open('rejected')}>
                  Reject
                </Button>
              </div>
            </>
          ) : answer ? (
            <Answer of={answer} next={stopped[job.status] ?? nexts[answer.answer]} />
          ) : (
            <Text
              fw={600}
            >{`${stopped[job.status] ?? 'This mockup cannot be answered any more.'} Please call us.`}</Text>
          )
        }}
      />
      {sheet && current ? (
        <Suspense>
          <AnswerSheet
            key={sheet}
            uuid={uuid}
            version={current}
            sheet={sheet}
            problem={problem}
            isBusy={state.hasTag('busy')}
            words={words[sheet]}
            onWords={(typed) => setWords((before) => ({ ...before, [sheet]: typed }))}
            onGive={(answer) => send({ type: 'answer.give', answer })}
            onClose={() => send({ type: 'sheet.close' })}
          />
        </Suspense>
      ) : null}
    </>
  )
}

type AnswerProps = {
  of: MockupVersion['answers'][number]
  /** What happens now. */
  next?: string | undefined
  /** The version that was answered, where that is an earlier one. */
  version?: number
}

/** An answer with the client's own words. */
const Answer = ({ of, next, version }: AnswerProps) => (
  <div>
    <Text fw={600}>
      {answered[of.answer]}
      {version === undefined ? '' : ` of version ${version}`} by {of.name}, {momentText(of.at)}.{next ? ` ${next}` : ''}
    </Text>
    {of.words ? <blockquote className={classes.wish}>{of.words}</blockquote> : null}
  </div>
)

/** The changes that were asked for of the version before, so that the client can compare them with this one. */
function WishedBefore({ job, than }: { job: MockupJob; than: MockupVersion }) {
  const before = job.versions
    .filter(({ version }) => version < than.version)
    .toSorted((one, other) => other.version - one.version)
    .find(({ answers }) => answers.length > 0)
  const answer = before?.answers.at(-1)
  return before && answer && answer.answer !== 'approved' ? <Answer of={answer} version={before.version} /> : null
}

const answered: Readonly<Record<string, string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  revision_requested: 'Changes asked',
}
const held = 'The job is on hold. We call you before work goes on.'
/** The message for a job whose production ended or is paused. */
const stopped: Readonly<Record<string, string>> = {
  cancelled: 'This job was cancelled. It will not be made.',
  on_hold: held,
  delivered: 'The job was delivered.',
  closed: 'The job was delivered.',
}
const nexts: Readonly<Record<string, string>> = {
  approved: 'We produce exactly this version.',
  rejected: 'We will get in touch.',
  revision_requested: 'The next version appears here automatically.',
}

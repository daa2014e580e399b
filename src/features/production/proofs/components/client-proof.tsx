import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { MockupAnswerKind } from '@/machines/mockup-visit/mockup-visit.machine'
import { proofsPart } from '@/shared/domain/texts/proofs/part'
import { useSay } from '@/kit/client-page/use-say'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { usePageWords } from '@/shared/hooks/language/page-words'
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
  const say = useSay(proofsPart)
  useRecordTitle(job.title)
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
        empty={say(stopped[job.status] ?? 'in_the_making')}
        notices={
          notice === null ? null : (
            <p className={classes.notice}>
              <span>
                {notice === 'newer' && standing?.current
                  ? say('newer_arrived', { version: String(standing.current.version) })
                  : say('answered_meanwhile')}
              </span>
              <Button size="compact-sm" variant="default" onClick={() => send({ type: 'notice.close' })}>
                {say('got_it')}
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
                {job.status === 'on_hold' ? <Text>{say('job_held')}</Text> : null}
                <Button leftSection={<IconCheck size={18} aria-hidden />} onClick={() => open('approved')}>
                  {say('approve')}
                </Button>
                <Button variant="default" onClick={() => open('revision_requested')}>
                  {say('ask_changes')}
                </Button>
                <Button variant="subtle" color="red" onClick={() => open('rejected')}>
                  {say('reject')}
                </Button>
              </div>
            </>
          ) : answer ? (
            <Answer of={answer} next={stopped[job.status] ?? nexts[answer.answer]} />
          ) : (
            <Text fw={600}>
              {stopped[job.status]
                ? `${say(stopped[job.status] ?? 'job_held')} ${say('please_call')}`
                : say('cannot_answer_call')}
            </Text>
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
  next?: ProofText | undefined
  /** The version that was answered, where that is an earlier one. */
  version?: number
}

/** An answer with the client's own words. */
function Answer({ of, next, version }: AnswerProps) {
  const say = useSay(proofsPart)
  const { moment } = usePageWords()
  const { name, answer } = of
  const by = { name, moment: moment(of.at) }
  const said =
    version === undefined
      ? say(answered[answer] ?? 'changes_asked_by', by)
      : say(answer === 'rejected' ? 'rejected_before' : 'changes_asked_before', { ...by, version: String(version) })
  return (
    <div>
      <Text fw={600}>{next ? `${said} ${say(next)}` : said}</Text>
      {of.words ? <blockquote className={classes.wish}>{of.words}</blockquote> : null}
    </div>
  )
}

/** The changes that were asked for of the version before, so that the client can compare them with this one. */
function WishedBefore({ job, than }: { job: MockupJob; than: MockupVersion }) {
  const before = job.versions
    .filter(({ version }) => version < than.version)
    .toSorted((one, other) => other.version - one.version)
    .find(({ answers }) => answers.length > 0)
  const answer = before?.answers.at(-1)
  return before && answer && answer.answer !== 'approved' ? <Answer of={answer} version={before.version} /> : null
}

const answered: Readonly<Record<string, 'approved_by' | 'rejected_by' | 'changes_asked_by'>> = {
  approved: 'approved_by',
  rejected: 'rejected_by',
  revision_requested: 'changes_asked_by',
}
type ProofText = 'job_cancelled' | 'job_held' | 'job_delivered' | 'next_approved' | 'next_rejected' | 'next_revision'
/** The message for a job whose production ended or is paused. */
const stopped: Readonly<Record<string, ProofText>> = {
  cancelled: 'job_cancelled',
  on_hold: 'job_held',
  delivered: 'job_delivered',
  closed: 'job_delivered',
}
const nexts: Readonly<Record<string, ProofText>> = {
  approved: 'next_approved',
  rejected: 'next_rejected',
  revision_requested: 'next_revision',
}

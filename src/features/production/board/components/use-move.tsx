import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { notifyWithUndo } from '@/kit/confirm'
import { createRowReader } from '@/kit/live/row-reader'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type JobCard, jobsKey } from '../../shared/api/cards.query'
import { moveJob, releaseJob } from '../../shared/api/move.mutation'
import { asksFirst, handOverPath, isStage, type Stage, stageLabel, whyNotMove } from '../../shared/stages'
import { boardQuery, byDue, readCards } from '../api/board.query'

/** `isUndo`: it takes a move back, and offers no way back itself. */
type Move = { card: JobCard; to: Stage; isUndo?: boolean }

/**
 * Moves cards: the card changes column at once. When the move is refused, or another person was faster, it goes to the
 * job's current column with the reason. A move that needs an answer first opens the job's page.
 */
export function useMove() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const read = useMemo(
    () => createRowReader(queryClient, { queryKey: boardQuery.queryKey, read: readCards, inOrder: byDue }),
    [queryClient],
  )
  const place = (id: string, status: string) =>
    queryClient.setQueryData(boardQuery.queryKey, (cards) =>
      cards?.map((card) => (card.id === id ? { ...card, status } : card)),
    )
  const undo = useRef<(move: Move) => void>(() => undefined)
  const moving = useActMutation({
    mutationFn: ({ card, to }: Move) => moveJob(card.id, card.status, to),
    onMutate: async ({ card, to }) => {
      await queryClient.cancelQueries({ queryKey: boardQuery.queryKey })
      place(card.id, to)
    },
    onSuccess: (_moved, { card, to, isUndo }) => {
      const back = isStage(card.status) && !isUndo ? card.status : null
      if (back === null || whyNotMove(to, back) !== null || asksFirst({ ...card, status: to }, back)) return
      notifyWithUndo(`${card.job_number} is in ${stageLabel(to)} now.`, () =>
        undo.current({ card: { ...card, status: to }, to: back, isUndo: true }),
      )
    },
    onError: (error, { card }) => {
      place(card.id, card.status)
      say(saveProblem(error))
    },
    onSettled: (_moved, _error, { card }) => read([card.id]),
  })
  const releasing = useActMutation({
    mutationFn: (card: JobCard) => releaseJob(card.id),
    onError: (error) => say(saveProblem(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  const { mutate: release } = releasing
  const { mutate: begin } = moving
  useEffect(() => {
    undo.current = begin
  }, [begin])
  const move = useCallback(
    (card: JobCard, to: Stage) => {
      if (card.status === to) return
      const why = whyNotMove(card.status, to)
      if (why) say(why)
      else if (asksFirst(card, to)) void navigate(handOverPath(card.id, to))
      else begin({ card, to })
    },
    [begin, navigate],
  )
  return { release, move, read }
}

const say = (message: string) => notifications.show({ color: 'red', title: 'Not moved', message })

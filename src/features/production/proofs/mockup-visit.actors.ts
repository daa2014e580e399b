import { fromPromise } from 'xstate'
import { mockupVisitMachine } from '@/machines/mockup-visit/mockup-visit.machine'
import { db } from '@/shared/db/client'
import { readMockups } from './api/mockups.query'
import { standingOf } from './mockups'

/** The visit of the holder of a link to the mockups of one job, with its real effects. */
export const liveMockupVisit = (uuid: string, jobId: string) =>
  mockupVisitMachine.provide({
    actors: {
      giveAnswer: fromPromise(async ({ input: { mockupId, answer } }) => {
        await db
          .rpc('answer_mockup', {
            p_uuid: uuid,
            p_mockup_id: mockupId,
            p_answer: answer.kind,
            p_name: answer.name,
            ...(answer.words ? { p_words: answer.words } : {}),
            ...(answer.signature ? { p_signature: answer.signature } : {}),
          })
          .throwOnError()
      }),
      readStanding: fromPromise(async () => {
        const read = await readMockups(uuid, false)
        return standingOf(read?.jobs.find(({ id }) => id === jobId) ?? null)
      }),
    },
  })

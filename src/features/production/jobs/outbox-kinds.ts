import { z } from 'zod'
import { forgetFile, sendKept } from '@/kit/outbox/kept-files'
import { knownKind, type OutboxKind } from '@/kit/outbox/outbox-kind'
import { jobsKey } from '../shared/api/cards.query'
import { addJobFile, type NewJobFile } from './api/job-files.mutation'

const gone = 'This file is not on this device any more. Withdraw it and add it again.'
const kinds = ['artwork', 'cut', 'drawing', 'other'] as const

/** A file of a job. Its bytes are kept under its id until the server has them; sent twice, it is added once. */
export const jobFileKind: OutboxKind<Omit<NewJobFile, 'file'>> = {
  name: 'job.file',
  schema: z.object({ id: z.string(), jobId: z.string(), kind: z.enum(kinds), name: z.string() }),
  send: (payload) => sendKept(payload.id, gone, (file) => addJobFile({ ...payload, file })),
  touches: () => [jobsKey],
  forget: ({ id }) => void forgetFile(id),
}

/** The actions on jobs that can wait for the network. */
export const jobKinds = [knownKind(jobFileKind)]

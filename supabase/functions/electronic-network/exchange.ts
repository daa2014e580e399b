import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type AccessPoint, AccessPointAway } from '../_shared/access-point.ts'
import { receivePapers } from './receive-papers.ts'
import { claimedSchema, type Outcome, sendPapers } from './send-papers.ts'

const questionsSchema = z.array(z.object({ id: z.string(), message_id: z.string() }))

/** Sends what is due, asks what became of what was sent (`message`: of that one now), and takes what was received. */
export async function exchange(
  service: SupabaseClient,
  point: AccessPoint,
  message: string | null,
): Promise<{ sent: number; held: number; asked: number; received: number }> {
  const settle = async (id: string, { state, message: id_of_message, reason }: Outcome) => {
    await service
      .rpc('settle_network_paper', { p_id: id, p_outcome: state, p_message_id: id_of_message, p_reason: reason })
      .throwOnError()
  }
  const count = await sendPapers(point, {
    claim: async () =>
      z.array(claimedSchema).parse((await service.rpc('claim_network_papers', { p_most: 5 }).throwOnError()).data),
    keep: async (id, document) =>
      z
        .string()
        .nullable()
        .parse((await service.rpc('keep_network_document', { p_id: id, p_document: document }).throwOnError()).data),
    settle,
  })
  const { data } = await service.rpc('network_questions', { p_most: 20, p_message_id: message }).throwOnError()
  const questions = questionsSchema.parse(data)
  for (const { id, message_id } of questions) {
    const said = await point.status(message_id).catch((problem: unknown) => {
      if (problem instanceof AccessPointAway) return null
      throw problem
    })
    if (said && said.state !== 'sent') await settle(id, { ...said, message: message_id })
  }
  return { ...count, asked: questions.length, received: await receive(service, point) }
}

async function receive(service: SupabaseClient, point: AccessPoint): Promise<number> {
  await service.rpc('note_network_asked').throwOnError()
  try {
    return await receivePapers(point, {
      keep: async (path, bytes, type) => {
        const { error } = await service.storage.from('supplier-invoices').upload(path, bytes, { contentType: type })
        // A try before, which died, has kept the same file.
        if (error && !/exists/i.test(error.message)) throw new Error(error.message)
      },
      enter: async ({ id, message, sender, path, shownPath, read, problem }) => {
        await service
          .rpc('take_network_message', {
            ...{ p_id: id, p_message_id: message, p_sender: sender, p_file_path: path, p_shown_path: shownPath },
            ...{ p_read: read, p_problem: problem },
          })
          .throwOnError()
      },
    })
  } catch (problem) {
    if (problem instanceof AccessPointAway) return 0
    throw problem
  }
}

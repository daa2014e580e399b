import { fromPromise } from 'xstate'
import { approvalMachine } from '@/machines/approval/approval.machine'
import { db } from '@/shared/db/client'
import { type ClientQuotation, readQuotation, standingOf } from './api/quotation.query'

/**
 * The visit with its real effects: every answer calls a function of the database with the link and the version. `show` gets
 * the quotation as it is after the approval: what is paid next stands beside “Approved” at once.
 */
export const liveApproval = (show: (quotation: ClientQuotation | null) => void) =>
  approvalMachine.provide({
    actors: {
      storeChoice: fromPromise(async ({ input: { uuid, version, selected } }) => {
        await db.rpc('choose_options', { p_uuid: uuid, p_version: version, p_selected: [...selected] }).throwOnError()
      }),
      giveAnswer: fromPromise(async ({ input: { uuid, version, selected, answer } }) => {
        const link = { p_uuid: uuid, p_name: answer.name }
        switch (answer.kind) {
          case 'approve':
            await db
              .rpc('approve_quotation', {
                ...link,
                p_version: version,
                p_terms_accepted: answer.terms,
                p_selected: [...selected],
                ...(answer.signature ? { p_signature: answer.signature } : {}),
              })
              .throwOnError()
            // What could not be read is read again by the page.
            await readQuotation(uuid).then(show, () => undefined)
            return
          case 'reject':
            await db.rpc('reject_quotation', { ...link, p_version: version, p_reason: answer.words }).throwOnError()
            return
          case 'change':
            await db
              .rpc('request_quotation_change', { ...link, p_version: version, p_message: answer.words })
              .throwOnError()
            return
          case 'ask':
            await db.rpc('ask_about_quotation', { ...link, p_question: answer.words }).throwOnError()
        }
      }),
      readRow: fromPromise(async ({ input: { uuid } }) => standingOf(await readQuotation(uuid))),
    },
  })

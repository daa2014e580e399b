import { askFirst, type Unusual } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'

/** A new draft for this client. `id` is chosen here, so that a repeated call makes one quotation. Its id. */
export async function createQuotation(values: {
  id: string
  contactId: string
  title: string | null
  /** The contact person and the site of the client; null without one. */
  personId: string | null
  siteId: string | null
}): Promise<string> {
  const { data } = await db
    .rpc('create_quotation', {
      p_id: values.id,
      p_contact_id: values.contactId,
      ...(values.title ? { p_project_title: values.title } : {}),
      ...(values.personId ? { p_person_id: values.personId } : {}),
      ...(values.siteId ? { p_location_id: values.siteId } : {}),
    })
    .throwOnError()
  return data
}

/** Links the task that requested a quotation to it. A task with a quotation keeps it; a missing task is no error. */
export async function linkTask(taskId: string, quotationId: string): Promise<void> {
  await db
    .from('tasks')
    .update({ related_quotation_id: quotationId })
    .eq('id', taskId)
    .is('related_quotation_id', null)
    .throwOnError()
}

/** A new draft with the head, lines and costs of another quotation. Its id. */
export async function copyQuotation(id: string, newId: string): Promise<string> {
  const { data } = await db.rpc('copy_quotation', { p_id: id, p_new_id: newId }).throwOnError()
  return data
}

/**
 * Freezes the version and opens the client's link. Refused in words without lines or with a past last valid day. `said`:
 * what the person agreed to already.
 */
export async function sendQuotation(id: string, said: readonly Unusual[]): Promise<void> {
  await askFirst(() => db.rpc('send_quotation', { p_id: id }), said)
}

/** Back to a draft of the next version; the client sees the version before until the next one is sent. */
export async function reviseQuotation(id: string): Promise<void> {
  await db.rpc('revise_quotation', { p_id: id }).throwOnError()
}

/** Ends a quotation, with a reason in words. `lost`: why the offer was lost, where one was made. */
export async function cancelQuotation(id: string, reason: string, lost: string | null): Promise<void> {
  await db
    .rpc('cancel_quotation', { p_id: id, p_reason: reason, ...(lost === null ? {} : { p_lost: lost }) })
    .throwOnError()
}

/** Records why a quotation was lost: one of `lostReasons`, and a text. Replaces an earlier reason. */
export async function recordLoss(id: string, reason: string, words: string | null): Promise<void> {
  await db
    .rpc('record_quotation_loss', { p_id: id, p_reason: reason, ...(words === null ? {} : { p_words: words }) })
    .throwOnError()
}

/**
 * Takes a quantity off a line of the amended order, in a draft for extra work. Refused with a sentence when it is not
 * free.
 */
export async function takeOffLine(id: string, orderItemId: string, qty: string): Promise<void> {
  await db
    .rpc('take_off_order_line', {
      p_quotation_id: id,
      p_order_item_id: orderItemId,
      p_qty: qty as unknown as number,
    })
    .throwOnError()
}

/**
 * Records a client's answer by telephone or on paper. An approval creates the order with these options; its id is
 * returned. A draft that was approved is frozen first; a person is asked about one over nothing.
 */
export async function recordAnswer(answer: {
  id: string
  answer: string
  name: string
  words: string | null
  /** Why it was lost, for a rejection. */
  lost: string | null
  selected: string[]
}): Promise<string | null> {
  const { data } = await askFirst(() =>
    db.rpc('record_quotation_answer', {
      p_id: answer.id,
      p_answer: answer.answer,
      p_name: answer.name,
      ...(answer.words ? { p_words: answer.words } : {}),
      ...(answer.lost ? { p_lost: answer.lost } : {}),
      p_selected: answer.selected,
    }),
  )
  return data
}

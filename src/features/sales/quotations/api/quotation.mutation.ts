import { db } from '@/shared/db/client'

/** A new draft for this client. `id` is chosen here, so that a repeated call makes one quotation. Its id. */
export async function createQuotation(values: {
  id: string
  contactId: string
  title: string | null
}): Promise<string> {
  const { data } = await db
    .rpc('create_quotation', {
      p_id: values.id,
      p_contact_id: values.contactId,
      ...(values.title ? { p_project_title: values.title } : {}),
    })
    .throwOnError()
  return data
}

/** A new draft with the head, lines and costs of another quotation. Its id. */
export async function copyQuotation(id: string, newId: string): Promise<string> {
  const { data } = await db.rpc('copy_quotation', { p_id: id, p_new_id: newId }).throwOnError()
  return data
}

/** Freezes the version and opens the client's link. Refused in words without lines or with a past last valid day. */
export async function sendQuotation(id: string): Promise<void> {
  await db.rpc('send_quotation', { p_id: id }).throwOnError()
}

/** Back to a draft of the next version; the client sees the version before until the next one is sent. */
export async function reviseQuotation(id: string): Promise<void> {
  await db.rpc('revise_quotation', { p_id: id }).throwOnError()
}

export async function cancelQuotation(id: string, reason: string): Promise<void> {
  await db.rpc('cancel_quotation', { p_id: id, p_reason: reason }).throwOnError()
}

/** What a client said by telephone or on paper. An approval makes the order with these options. */
export async function recordAnswer(answer: {
  id: string
  answer: string
  name: string
  words: string | null
  selected: string[]
}): Promise<void> {
  await db
    .rpc('record_quotation_answer', {
      p_id: answer.id,
      p_answer: answer.answer,
      p_name: answer.name,
      ...(answer.words ? { p_words: answer.words } : {}),
      p_selected: answer.selected,
    })
    .throwOnError()
}

import { db } from '@/shared/db/client'

/** The author: the client by the link with a name, or staff as themselves. */
export type Writer = { uuid: string; name: string } | 'staff'

export type NewComment = {
  /** Chosen here: a repeated call writes one comment. */
  id: string
  mockupId: string
  body: string
  pin: { page: number; x: number; y: number } | null
}

export async function writeComment(writer: Writer, { id, mockupId, body, pin }: NewComment): Promise<void> {
  const place = pin ? { p_page: pin.page, p_x: pin.x, p_y: pin.y } : {}
  if (writer === 'staff')
    await db.rpc('comment_on_mockup', { p_id: id, p_mockup_id: mockupId, p_body: body, ...place }).throwOnError()
  else
    await db
      .rpc('comment_by_link', {
        p_uuid: writer.uuid,
        p_id: id,
        p_mockup_id: mockupId,
        p_name: writer.name,
        p_body: body,
        ...place,
      })
      .throwOnError()
}

export async function resolveComment(id: string, isResolved: boolean): Promise<void> {
  await db.rpc('resolve_mockup_comment', { p_id: id, p_resolved: isResolved }).throwOnError()
}

/** The client ticks a point of the checklist. Refused in words when another version has replaced this one. */
export async function tickPoint(uuid: string, mockupId: string, key: string, isTicked: boolean): Promise<void> {
  await db.rpc('tick_mockup', { p_uuid: uuid, p_mockup_id: mockupId, p_key: key, p_ticked: isTicked }).throwOnError()
}

/** Tells the others that this person is writing. A lost message does not matter. */
export const showTyping = (uuid: string, mockupId: string): void =>
  void db.rpc('show_typing', { p_uuid: uuid, p_mockup_id: mockupId }).then(undefined, () => {})

/** Tells the office that the client has this version in front. It does not matter when this is lost. */
export const showLooking = (uuid: string, mockupId: string): void =>
  void db.rpc('show_typing', { p_uuid: uuid, p_mockup_id: mockupId, p_is_looking: true }).then(undefined, () => {})

/** Asks colleagues to look at a draft, or takes that back. */
export async function reviewMockup(id: string, isReview: boolean): Promise<void> {
  await db.rpc('review_mockup', { p_id: id, p_review: isReview }).throwOnError()
}

/** The client sees this version from now on; earlier ones are superseded. `to` gets a mail; nobody is a link only. */
export async function sendMockup(id: string, to: readonly string[], note: string): Promise<void> {
  await db
    .rpc('send_mockup', { p_id: id, p_to: [...to], ...(note.trim() ? { p_note: note.trim() } : {}) })
    .throwOnError()
}

/** An answer that came outside of the link. `way`: e-mail, phone, in person or letter. */
export async function recordAnswer(
  id: string,
  { answer, name, way, words }: { answer: string; name: string; way: string; words: string | null },
): Promise<void> {
  await db
    .rpc('record_mockup_answer', {
      p_id: id,
      p_answer: answer,
      p_name: name,
      p_way: way,
      ...(words ? { p_words: words } : {}),
    })
    .throwOnError()
}

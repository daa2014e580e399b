import { removeBytes } from '@/shared/db/bucket-files'
import { askFirst } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'
import { drawnSmaller } from '@/shared/lib/drawn-smaller'
import { newId } from '@/shared/lib/new-id'
import type { Mark, NewPart } from '../panel'

export type NewPanel = {
  /** Chosen here: a repeated call adds one panel. */
  id: string
  jobId: string
  kind: string
  title: string
  /** In mm. */
  width: number
  height: number
  depth: number
  parts: readonly NewPart[]
}

export async function addPanel({ id, jobId, kind, title, width, height, depth, parts }: NewPanel): Promise<void> {
  await db
    .rpc('add_panel', {
      p_id: id,
      p_job_id: jobId,
      p_kind: kind,
      p_title: title,
      p_width_mm: width,
      p_height_mm: height,
      p_depth_mm: depth,
      p_parts: [...parts],
    })
    .throwOnError()
}

/**
 * Marks a part, or removes the mark. Refused with a sentence when another person marked it already. The first mark of a
 * panel asks first where material of its job is missing, but not after a time without a network: the work has begun.
 */
export async function tickPart({
  partId,
  mark,
  isTicked,
  isAway = false,
}: {
  partId: string
  mark: Mark
  isTicked: boolean
  isAway?: boolean | undefined
}): Promise<void> {
  await askFirst(
    () => db.rpc(isTicked ? 'tick_part' : 'untick_part', { p_part_id: partId, p_mark: mark }),
    isAway ? ['material_missing'] : [],
  )
}

export async function reportMissing(partId: string, isMissing: boolean, note: string): Promise<void> {
  await db
    .rpc('report_missing_part', {
      p_part_id: partId,
      p_missing: isMissing,
      ...(note.trim() ? { p_note: note.trim() } : {}),
    })
    .throwOnError()
}

export async function packPanel(id: string, isPacked: boolean): Promise<void> {
  await db.rpc('pack_panel', { p_id: id, p_packed: isPacked }).throwOnError()
}

/** The longer edge of a photo, in pixels. */
const longest = 1800

/** Scales a photo down, which also drops where it was taken, and adds it to the panel. */
export async function addPhoto(panelId: string, file: File): Promise<void> {
  const blob = await drawnSmaller(file, longest)
  const path = `${panelId}/${newId()}.jpg`
  const { error } = await (await db.storage()).from('panels').upload(path, blob, { contentType: blob.type })
  if (error) throw new Error(error.message)
  try {
    await db.from('panel_photos').insert({ panel_id: panelId, path }).throwOnError()
  } catch (failure) {
    await removeBytes('panels', path)
    throw failure
  }
}

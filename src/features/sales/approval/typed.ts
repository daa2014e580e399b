import type { SheetName } from '@/machines/approval/approval.machine'

/** What somebody typed into the sheets; the screen holds it, so that closing a sheet loses nothing. */
export type Typed = { name: string; words: Record<SheetName, string> }
export const nothingTyped: Typed = { name: '', words: { approve: '', reject: '', change: '', ask: '' } }

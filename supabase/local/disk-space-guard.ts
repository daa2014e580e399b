import { statfs } from 'node:fs/promises'

const mebibyte = 1024 * 1024
/**
 * This much of the disk is never filled, in bytes. PGlite writes its log in segments of 16 MiB. When the disk has no
 * room for the next one, it does not fail but hangs, so writing is stopped before.
 */
export const reserve = 64 * mebibyte
/** The space of an empty company after its first start, with its first snapshot. */
const firstStart = 64 * mebibyte

export type DiskSpaceGuard = {
  /** True when so many more bytes would leave less than the reserve. */
  isFullFor: (bytes: number) => Promise<boolean>
}

/** The room on the disk of a folder. Where the system does not tell, there is room. */
export function diskSpaceGuard(folder: string, free: (folder: string) => Promise<number> = freeBytes): DiskSpaceGuard {
  return {
    isFullFor: async (bytes) => (await free(folder).catch(() => Number.POSITIVE_INFINITY)) - bytes < reserve,
  }
}

/** Throws ENOSPC when there is no room to open a company, or to create one. */
export async function requireRoom(room: DiskSpaceGuard, isNew: boolean): Promise<void> {
  if (await room.isFullFor(isNew ? firstStart : 0)) throw Object.assign(new Error('No room'), { code: 'ENOSPC' })
}

export const diskIsFull = (): Response =>
  Response.json(
    {
      code: 'disk_full',
      message:
        'The disk of the server is full: nothing can be saved until somebody makes room. Please tell your administrator.',
      details: null,
      hint: null,
    },
    { status: 507 },
  )

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

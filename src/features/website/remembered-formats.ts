import { type Formats, formatsSchema } from '@/shared/domain/formats'

const key = 'signwright.formats'

/** A browser that keeps nothing writes the first formats until the company was read. */
export function rememberFormats(formats: Formats): void {
  try {
    localStorage.setItem(key, JSON.stringify(formats))
  } catch {
    return
  }
}

/** The formats of the last visit; null where nothing is remembered. */
export function rememberedFormats(): Formats | null {
  try {
    const stored = localStorage.getItem(key)
    return stored === null ? null : formatsSchema.parse(JSON.parse(stored))
  } catch {
    return null
  }
}

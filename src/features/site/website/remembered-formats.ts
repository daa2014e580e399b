import { readFormats } from '@/shared/domain/text/formats'
import { memoryOfBrowser } from '@/shared/lib/memory'

/** The formats of the last visit. A browser that keeps nothing writes the first ones until the company was read. */
export const rememberedFormats = memoryOfBrowser('formats', { safeParse: (stored) => ({ data: readFormats(stored) }) })

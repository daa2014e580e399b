import { useSyncExternalStore } from 'react'
import { currentFormats, type Formats, onFormats } from '@/shared/domain/text/formats'

/** How the company writes money and times; a screen that asks is drawn again when that changes. */
export const useFormats = (): Formats => useSyncExternalStore(onFormats, currentFormats, currentFormats)

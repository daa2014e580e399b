import { useSyncExternalStore } from 'react'
import { currentFormats, type Formats, onFormats } from '@/shared/domain/text/formats'

/** The company's formats. A component that uses it is drawn again when they change. */
export const useFormats = (): Formats => useSyncExternalStore(onFormats, currentFormats, currentFormats)
